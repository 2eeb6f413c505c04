// The lines of a graph, each with its words in the middle. Two lines between the same two bend away from each other. For
// the pointer alone: the table of the graph is where lines are edited by key.
import { Fragment } from "react";
import type { Placed } from "../../../kit/graph/layout";
import type { GraphEdge } from "./model";

export interface EdgesProps { edges: readonly GraphEdge[]; places: ReadonlyMap<string, Placed>; size: { width: number; height: number }; chosen: string | null; onEdge: (edge: GraphEdge) => void }

const TONES = ["plain", "hostile", "held", "hidden"] as const;
/** Words longer than this are cut in the picture. */
const WORDS = 28;

interface Point { x: number; y: number }

/** Where a line from the middle of a box to a point leaves the box; a face is round. */
function rim(box: Placed, to: Point): Point {
  const [dx, dy] = [to.x - box.x, to.y - box.y];
  const far = Math.max(1, Math.hypot(dx, dy));
  const half = { x: box.width / 2 + 5, y: box.height / 2 + 5 };
  const by = Math.min(dx === 0 ? Number.POSITIVE_INFINITY : half.x / Math.abs(dx), dy === 0 ? Number.POSITIVE_INFINITY : half.y / Math.abs(dy), 1);
  return { x: box.x + dx * by, y: box.y + dy * Math.min(by, far) };
}

export function pathOf(from: Placed, to: Placed, bend: number): { path: string; middle: Point } {
  const [mx, my] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.max(1, Math.hypot(dx, dy));
  const control = { x: mx - (dy / far) * bend, y: my + (dx / far) * bend };
  const [start, end] = [rim(from, control), rim(to, control)];
  return { path: `M${start.x} ${start.y}Q${control.x} ${control.y} ${end.x} ${end.y}`, middle: { x: (start.x + 2 * control.x + end.x) / 4, y: (start.y + 2 * control.y + end.y) / 4 } };
}

export function Edges({ edges, places, size, chosen, onEdge }: EdgesProps) {
  const pairs = new Set(edges.map(({ from, to }) => `${from}>${to}`));
  const drawn = edges.flatMap((edge) => {
    const [from, to] = [places.get(edge.from), places.get(edge.to)];
    if (from === undefined || to === undefined) return [];
    return [{ edge, ...pathOf(from, to, pairs.has(`${edge.to}>${edge.from}`) ? 26 : edge.tone === "suggested" ? 34 : 8) }];
  });
  return (
    <svg className="wakes-edges world-edges" width={size.width} height={size.height} aria-hidden="true">
      <defs>
        {TONES.map((tone) => <marker key={tone} id={`world-tip-${tone}`} viewBox="0 0 8 8" refX="6.5" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M1 1l5.5 3-5.5 3" className={`world-tip world-tip-${tone}`} /></marker>)}
      </defs>
      {drawn.map(({ edge, path, middle }) => {
        const tip = edge.tone === "suggested" ? {} : { markerEnd: `url(#world-tip-${edge.tone})`, ...(edge.both ? { markerStart: `url(#world-tip-${edge.tone})` } : {}) };
        const on = chosen !== null && (edge.from === chosen || edge.to === chosen);
        const words = edge.label.length > WORDS ? `${edge.label.slice(0, WORDS)}…` : edge.label;
        return (
          <Fragment key={edge.id}>
            <path d={path} className={`world-edge world-edge-${edge.tone} ${on ? "world-edge-on" : ""}`} {...tip} />
            <path d={path} className="world-edge-hit" onClick={() => onEdge(edge)}><title>{edge.label}</title></path>
            {edge.tone === "suggested" ? null : <text x={middle.x} y={middle.y + 4} className="world-edge-words" onClick={() => onEdge(edge)}>{words}</text>}
          </Fragment>
        );
      })}
    </svg>
  );
}
