import type { intake as en } from "../en/intake";

export const intake: Record<keyof typeof en, string> = {};
