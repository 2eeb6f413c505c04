// Checks: the page, the panel of the workbench and the marks in the editors. What findings say comes from the core.
export const checks = {
  "checks.step": "mend: {title}",
  "checks.looking": "Looking…",
  "checks.nothingHere": "Nothing found here.",
  "checks.list": "Findings",
  "checks.severity.error": "Error",
  "checks.severity.warning": "Warning",
  "checks.severity.info": "Hint",
  "checks.hushOne": "Hush: {title}",
  "checks.wholePiece": "The piece as a whole",
  "checks.placeInRow": "{row}: {place}",
  "checks.panel": "Findings",
  "checks.panelSum": "{error, plural, one {# error} other {# errors}}, {warning, plural, one {# warning} other {# warnings}}, {info, plural, one {# hint} other {# hints}}",
  "checks.panelHushed": "{count, plural, one {# finding is hushed} other {# findings are hushed}}. Settings lists them.",
} as const;
