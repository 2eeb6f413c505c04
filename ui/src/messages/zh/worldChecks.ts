// 世界的检查。
import type { worldChecks as english } from "../en/worldChecks";

export const worldChecks: Record<keyof typeof english, string> = {
  "worldChecks.title": "检查",
  "worldChecks.kits": "哪些检查",
  "worldChecks.kit.every": "全部",
  "worldChecks.kit.consistency": "一致",
  "worldChecks.kit.fidelity": "忠实",
  "worldChecks.kit.quality": "质量",
  "worldChecks.kit.playability": "可玩",
  "worldChecks.severity.error": "错误",
  "worldChecks.severity.warning": "警告",
  "worldChecks.severity.info": "提示",
  "worldChecks.ranAt": "运行于 {time}",
  "worldChecks.never": "这个世界还没有检查过。",
  "worldChecks.neverHint": "程序会查看每份文档，不会发送任何内容。",
  "worldChecks.news": "自上次运行以来新增 {fresh, number} 项，消失 {gone, number} 项",
  "worldChecks.nothing": "{count, number} 项检查均无发现。",
  "worldChecks.gone": "自上次运行后消失",
  "worldChecks.skipped": "{count, number} 项检查未运行",
  "worldChecks.deep": "深入检查",
  "worldChecks.deepOff": "未设置语言模型。",
};
