import type { documents as en } from "../en/documents";

export const documents: Record<keyof typeof en, string> = {
  "save.saving": "正在保存",
  "save.saved": "已保存 {time} · 修订 {revision, number}",
  "save.draft": "草稿已存 {time} · 修订 {revision, number}",
  "save.typing": "正在输入 · 修订 {revision, number}",
  "save.failed": "自 {time} 起未保存",
  "save.failedTitle": "自 {time} 起未保存：{reason}",
  "save.failedHint": "在关闭窗口之前，文字都安全地留在这里。",
  "conflict.title": "另一个窗口保存了修订 {revision, number}。",
  "conflict.hint": "自 {time} 以来的编辑已单独保留。",
  "conflict.compare": "比较",
  "conflict.mine": "以我的版本保存",
  "conflict.theirs": "采用对方版本",
  "draft.found": "找到并显示了 {time} 的草稿。",
  "step.edit": "编辑{field}",
  "step.clear": "清空{field}",
  "step.native": "编辑 {format} 字段",
  "why.save": "手动保存",
  "why.close": "关闭时保存",
  "why.export": "导出前保存",
  "why.pause": "编辑间歇",
};
