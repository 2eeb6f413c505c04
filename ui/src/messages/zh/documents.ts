import type { documents as en } from "../en/documents";

export const documents: Record<keyof typeof en, string> = {
  "save.saving": "正在保存",
  "save.saved": "已保存 {time} · 修订 {revision, number}",
  "save.draft": "草稿已存 {time} · 修订 {revision, number}",
  "save.typing": "正在输入 · 修订 {revision, number}",
  "save.failed": "自 {time} 起未保存",
  "save.failedTitle": "自 {time} 起未保存：{reason}",
  "save.failedHint": "在关闭窗口之前，文字都安全地留在这里。",
  "conflict.title": "在别处被改动：另一个窗口或程序保存了修订 {revision, number}。",
  "conflict.hint": "自 {time} 以来的编辑已单独保留。",
  "conflict.compare": "比较并合并",
  "draft.found": "找到并显示了 {time} 的草稿。",
  "draft.foundHint": "它从未保存。已保存的是修订 {revision, number}。",
  "draft.compare": "与已保存内容比较",
  "step.edit": "编辑{field}",
  "why.save": "手动保存",
  "why.close": "关闭时保存",
  "why.export": "导出前保存",
  "why.pause": "编辑间歇",
};
