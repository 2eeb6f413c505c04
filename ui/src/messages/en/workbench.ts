// The workbench, the export dialog and the panels of single apps.
export const workbench = {
  "workbench.nothingOpen": "Nothing is open.",
  "workbench.nothingOpenHint": "Open a piece from the library, or find one with {keys}.",
} as const;
