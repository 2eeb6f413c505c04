// 检查：页面、工作台面板与编辑器中的标记。发现的内容由核心给出。
import type { checks as en } from "../en/checks";

export const checks: Record<keyof typeof en, string> = {
  "checks.step": "修复：{title}",
  "checks.looking": "正在检查…",
  "checks.nothingHere": "这里没有发现问题。",
  "checks.list": "发现",
  "checks.severity.error": "错误",
  "checks.severity.warning": "警告",
  "checks.severity.info": "提示",
  "checks.hushOne": "不再提示：{title}",
  "checks.wholePiece": "整个条目",
  "checks.placeInRow": "{row}：{place}",
  "checks.panel": "发现",
  "checks.panelSum": "{error, number} 个错误，{warning, number} 个警告，{info, number} 个提示",
  "checks.panelHushed": "有 {count, number} 项已设为不再提示，可在设置中查看。",
};
