import type { library as en } from "../en/library";

export const library: Record<keyof typeof en, string> = {};
