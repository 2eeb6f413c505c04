// The preview of a text.
export const preview = {
  "preview.title": "Preview",
  "preview.open": "Preview the text",
  "preview.frame": "Preview of {field}",
  "preview.empty": "There is no text here.",
  "preview.cut": "{size} more are not shown.",
  "preview.clean": "Nothing in it loads, leads away or runs.",
  "preview.blocked": "{count, plural, one {# thing is held back} other {# things are held back}}",
  "preview.kind.picture": "{count, plural, one {# picture, not loaded} other {# pictures, not loaded}}",
  "preview.kind.link": "{count, plural, one {# address, not opened} other {# addresses, not opened}}",
  "preview.kind.style": "{count, plural, one {# style, not applied} other {# styles, not applied}}",
  "preview.kind.script": "{count, plural, one {# script, not run} other {# scripts, not run}}",
  "preview.kind.tag": "{count, plural, one {# tag, shown as text} other {# tags, shown as text}}",
} as const;
