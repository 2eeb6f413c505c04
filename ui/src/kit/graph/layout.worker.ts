// The worker that lays graphs out, so that the page goes on meanwhile.
import { layout, type LayoutAsk } from "./layout";

self.addEventListener("message", ({ data }: MessageEvent<{ turn: number; ask: LayoutAsk }>) => {
  self.postMessage({ turn: data.turn, layout: layout(data.ask) });
});
