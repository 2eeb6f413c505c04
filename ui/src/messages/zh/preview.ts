import type { preview as en } from "../en/preview";

export const preview: Record<keyof typeof en, string> = {
  "preview.title": "预览",
  "preview.open": "预览文字",
  "preview.frame": "{field}的预览",
  "preview.empty": "这里没有文字。",
  "preview.cut": "还有 {size} 未显示。",
  "preview.clean": "其中没有会加载、跳转或运行的内容。",
  "preview.blocked": "拦下 {count, number} 处内容",
  "preview.kind.picture": "{count, number} 张图片，未加载",
  "preview.kind.link": "{count, number} 个网址，未打开",
  "preview.kind.style": "{count, number} 处样式，未应用",
  "preview.kind.script": "{count, number} 段脚本，未运行",
  "preview.kind.tag": "{count, number} 个标签，显示为文字",
};
