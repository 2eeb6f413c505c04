// The panels of pieces that tell a model something: a bench of rules, a persona and a preset put together.
import { lazy } from "react";
import { readPath } from "../../documents";
import { registerPanel } from "../inspector";

const has = (...paths: string[]) => (document: Parameters<typeof registerPanel>[0] extends { show?: (document: infer D) => boolean } ? D : never): boolean => paths.some((path) => readPath(document.store.get().body, path) !== undefined);

registerPanel({ id: "regex.bench", title: "bench.title", icon: "regex", kinds: ["regex"], rank: 2, Panel: lazy(async () => ({ default: (await import("../regex/BenchPanel")).BenchPanel })) });
registerPanel({ id: "persona.compiled", title: "persona.compiled", icon: "eye", kinds: ["persona"], rank: 2, Panel: lazy(async () => ({ default: (await import("../persona/CompiledPanel")).CompiledPanel })) });
registerPanel({ id: "preset.assembly", title: "told.assembly", icon: "list", kinds: ["preset"], rank: 2, show: has("prompts"), Panel: lazy(async () => ({ default: (await import("./AssemblyPanel")).AssemblyPanel })) });
registerPanel({ id: "preset.turn", title: "told.turnTitle", icon: "eye", kinds: ["preset"], rank: 3, show: has("context", "instruct", "sysprompt", "reasoning"), Panel: lazy(async () => ({ default: (await import("./TurnPanel")).TurnPanel })) });
