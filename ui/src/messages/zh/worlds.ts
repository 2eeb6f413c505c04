// 世界：列表、由角色卡生成、导入过程、审阅、草稿、更新，以及世界背后的角色卡。
import type { worlds as english } from "../en/worlds";

export const worlds: Record<keyof typeof english, string> = {
  "place.worlds": "世界",
  "commands.worlds": "前往世界",
  "worlds.title": "世界",
  "worlds.what": "世界由角色卡生成。",
  "worlds.whatHint": "卡中的人物、地点与设定各自成为文档，可供故事使用。",
  "worlds.back": "返回世界列表",
  "worlds.panels": "此世界的各部分",
};
