// A layout for what is to be drawn, from a worker of its own; without workers it is made on the spot.
import { useEffect, useRef, useState } from "react";
import { type Layout, layout, type LayoutAsk } from "./layout";

export function useLayout(ask: LayoutAsk): Layout | null {
  const [made, setMade] = useState<{ ask: LayoutAsk; layout: Layout } | null>(null);
  const worker = useRef<Worker | null>(null);
  const turn = useRef(0);
  useEffect(() => {
    if (typeof Worker === "undefined") return undefined;
    const own = new Worker(new URL("./layout.worker.ts", import.meta.url), { type: "module" });
    worker.current = own;
    return () => {
      worker.current = null;
      own.terminate();
    };
  }, []);
  useEffect(() => {
    const own = worker.current;
    if (own === null) {
      setMade({ ask, layout: layout(ask) });
      return undefined;
    }
    turn.current += 1;
    const mine = turn.current;
    const heard = ({ data }: MessageEvent<{ turn: number; layout: Layout }>): void => {
      if (data.turn === mine) setMade({ ask, layout: data.layout });
    };
    own.addEventListener("message", heard);
    own.postMessage({ turn: mine, ask });
    return () => own.removeEventListener("message", heard);
  }, [ask]);
  return made === null ? null : made.layout;
}
