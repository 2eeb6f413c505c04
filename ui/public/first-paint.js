// Runs before the first paint, so that a dark window never flashes white. A file of its own, because the content
// policy allows no inline script. Keeps to what src/theme/look.ts stores and sets.
(function () {
  var look = {};
  try {
    look = JSON.parse(localStorage.getItem("ficha.look") || "{}") || {};
  } catch (error) {
    look = {};
  }
  var root = document.documentElement;
  var theme = look.theme;
  if (theme !== "light" && theme !== "dark" && theme !== "contrast") {
    theme = matchMedia("(prefers-contrast: more)").matches
      ? "contrast"
      : matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  }
  root.dataset.theme = theme;
  var scale = Number(look.textScale) / 100;
  if (scale >= 0.9 && scale <= 1.4) root.style.setProperty("--text-scale", String(scale));
  if (look.proseFont === "serif" || look.proseFont === "mono") root.dataset.prose = look.proseFont;
  var language = look.language;
  if (language !== "en" && language !== "zh") language = /^zh/i.test(navigator.language || "") ? "zh" : "en";
  root.lang = language === "zh" ? "zh-Hans" : "en";
})();
