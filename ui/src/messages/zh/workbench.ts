import type { workbench as en } from "../en/workbench";

export const workbench: Record<keyof typeof en, string> = {
  "workbench.nothingOpen": "还没有打开任何内容。",
  "workbench.nothingOpenHint": "从资料库打开一项，或按 {keys} 查找。",
};
