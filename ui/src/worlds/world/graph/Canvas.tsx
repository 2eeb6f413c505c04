// The picture of a graph of a world: people as portraits, everything else as boxes with their names, lines with their
// words. Dragging the ground moves it, the wheel brings it closer; dragging from the rim of a node to another one ties the
// two. Arrow keys walk along lines to the neighbour that lies that way, Enter opens.
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { Authored, Icon, IconButton, usePanZoom } from "../../../kit";
import type { Layout, LayoutAsk, Placed } from "../../../kit/graph/layout";
import { useLayout } from "../../../kit/graph/useLayout";
import { useMessages } from "../../../messages";
import { FOLDER_ICONS } from "../model";
import { Thumb } from "../pictures/Thumb";
import { Edges } from "./Edges";
import type { GraphEdge, GraphNode, WorldGraph } from "./model";
import "./graph.css";

export interface CanvasProps {
  graph: WorldGraph; label: string; hint: string; shape: "layers" | "spread"; chosen: string | null;
  /** What a node is, for a screen reader. */
  nodeLabel: (node: GraphNode) => string;
  onChoose: (id: string) => void; onOpen: (id: string) => void; onTie: (from: string, to: string) => void; onEdge: (edge: GraphEdge) => void;
}

const FACE = 52;
const letters = (text: string): number => [...text].reduce((sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e80 ? 12.5 : 7), 0);
/** The room a node takes, name and face together. */
function sizeOf({ folder, label, note }: GraphNode): { width: number; height: number } {
  if (folder === "characters") return { width: Math.max(FACE + 8, Math.min(150, letters(label) + 8)), height: FACE + 26 };
  const own = Math.max(letters(label), letters(note ?? "") * 0.92) + 62;
  return { width: Math.max(96, Math.min(230, own)), height: note === undefined || note === "" ? 32 : 48 };
}

export function Canvas(props: CanvasProps) {
  const { say } = useMessages();
  const { graph, shape, chosen } = props;
  const key = `${graph.nodes.map(({ id, label, note }) => `${id} ${label} ${note ?? ""}`).join("\n")}\t${graph.edges.map(({ id }) => id).join("\n")}`;
  const middle = graph.around ?? chosen;
  const first = useRef(middle);
  // Another choice moves the view, never the picture; a new picture has what is chosen then in its middle.
  const ask = useMemo((): LayoutAsk => ({
    shape, ...(shape === "layers" ? { between: 150, apart: 34 } : {}), middle: graph.around ?? first.current, nodes: graph.nodes.map((node) => ({ id: node.id, ...sizeOf(node) })),
    edges: [...new Map(graph.edges.filter(({ tone }) => tone !== "suggested").map(({ from, to }) => [`${from}>${to}`, { from, to }])).values()],
  }), [key, shape, graph.around]);
  const layout = useLayout(ask);
  const fits = layout !== null && layout.nodes.length === graph.nodes.length && layout.nodes.every(({ id }, at) => id === graph.nodes[at]?.id);
  if (!fits || layout === null) return <p className="wakes-note small tertiary" role="status">{say("world.drawing")}</p>;
  return <Drawn {...props} layout={layout} />;
}

const idOf = (node: string): string => `world-node-${node.replace(/[^\p{L}\p{N}_-]/gu, "_")}`;

function Drawn({ graph, label, hint, layout, chosen, nodeLabel, onChoose, onOpen, onTie, onEdge }: CanvasProps & { layout: Layout }) {
  const { say } = useMessages();
  const { box, view, centre, fit, begin, zoomBy, inside, hand } = usePanZoom(layout);
  const [focus, setFocus] = useState<string | null>(null);
  const [rubber, setRubber] = useState<{ from: string; x: number; y: number } | null>(null);
  const places = useMemo(() => new Map(layout.nodes.map((node) => [node.id, node])), [layout]);
  const stop = focus !== null && places.has(focus) ? focus : chosen !== null && places.has(chosen) ? chosen : layout.nodes[0]?.id ?? null;
  const first = useRef(true);
  useEffect(() => {
    if (first.current) begin(stop === null ? undefined : places.get(stop));
    else if (chosen !== null && chosen !== focus) centre(places.get(chosen));
    first.current = false;
  }, [chosen, layout]);

  function walk(event: KeyboardEvent, id: string): void {
    const here = places.get(id);
    if (here === undefined) return;
    if (event.key === "Enter") onOpen(id);
    else {
      const next = neighbourThatWay(event.key, here, graph.edges, places);
      if (next === undefined) return;
      if (next !== null) {
        setFocus(next);
        onChoose(next);
        centre(places.get(next));
        document.getElementById(idOf(next))?.focus({ preventScroll: true });
      }
    }
    event.preventDefault();
    event.stopPropagation();
  }
  function pull(event: PointerEvent<HTMLElement>, from: string): void {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    setRubber({ from, ...inside(event) });
  }
  function letGo(event: PointerEvent<HTMLElement>): void {
    if (rubber === null) return;
    const under = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest<HTMLElement>("[data-node]")?.dataset.node).find((id) => id !== undefined && id !== rubber.from);
    setRubber(null);
    if (under !== undefined) onTie(rubber.from, under);
  }
  const from = rubber === null ? undefined : places.get(rubber.from);
  return (
    <div className="wakes-room">
      <div ref={box} className="wakes-view world-view" role="group" aria-label={label} aria-describedby="world-graph-hint" {...hand}>
        <div className="wakes-canvas" style={{ width: layout.width, height: layout.height, transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}>
          <Edges edges={graph.edges} places={places} size={layout} chosen={chosen} onEdge={onEdge} />
          {rubber === null || from === undefined ? null : <svg className="wakes-edges" width={layout.width} height={layout.height} aria-hidden="true"><path className="world-rubber" d={`M${from.x} ${from.y}L${rubber.x} ${rubber.y}`} /></svg>}
          {graph.nodes.map((node) => {
            const place = places.get(node.id);
            if (place === undefined) return null;
            const person = node.folder === "characters";
            return (
              <div key={node.id} className={`world-node world-node-${node.folder} ${node.id === chosen ? "world-node-on" : ""} ${node.mark === undefined ? "" : "world-node-marked"}`} style={boxOf(place)} data-node={node.id}>
                <span className="world-rim" title={say("world.rim")} onPointerDown={(event) => pull(event, node.id)} onPointerMove={(event) => rubber !== null && setRubber({ ...rubber, ...inside(event) })} onPointerUp={letGo} onPointerCancel={() => setRubber(null)} />
                <button
                  type="button" id={idOf(node.id)} tabIndex={node.id === stop ? 0 : -1} aria-pressed={node.id === chosen} title={node.label}
                  onClick={() => { setFocus(node.id); onChoose(node.id); }} onDoubleClick={() => onOpen(node.id)} onKeyDown={(event) => walk(event, node.id)} onFocus={() => setFocus(node.id)}
                >
                  {person ? <Thumb path={node.picture} side={FACE} className="world-face" /> : node.mark === undefined ? <Icon name={FOLDER_ICONS[node.folder]} size="small" /> : <Icon name="warning" size="small" className="said-warning" />}
                  <span className="world-node-words"><Authored text={node.label} cut />{node.note === undefined || node.note === "" ? null : <span className="world-node-note cut">{node.note}</span>}<span className="aside-text">{nodeLabel(node)}</span></span>
                </button>
              </div>
            );
          })}
        </div>
      </div>
      <div className="wakes-zoom">
        <IconButton icon="minus" size="small" label={say("wakes.zoomOut")} onPress={() => zoomBy(1 / 1.3)} />
        <IconButton icon="add" size="small" label={say("wakes.zoomIn")} onPress={() => zoomBy(1.3)} />
        <IconButton icon="grid" size="small" label={say("world.fit")} onPress={fit} />
      </div>
      <p id="world-graph-hint" className="wakes-note small tertiary">{hint}</p>
    </div>
  );
}

const boxOf = ({ x, y, width, height }: Placed): React.CSSProperties => ({ left: x - width / 2, top: y - height / 2, width, height });
const WAYS: Record<string, readonly [number, number]> = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** The tied node that lies most in the direction of a key; `null` when none does, `undefined` for another key. */
export function neighbourThatWay(key: string, here: Placed, edges: readonly GraphEdge[], places: ReadonlyMap<string, Placed>): string | null | undefined {
  const way = WAYS[key];
  if (way === undefined) return undefined;
  const tied = new Set(edges.flatMap(({ from, to }) => (from === here.id ? [to] : to === here.id ? [from] : [])));
  let best: { id: string; turn: number } | null = null;
  for (const id of tied) {
    const there = places.get(id);
    if (there === undefined) continue;
    const [x, y] = [there.x - here.x, there.y - here.y];
    const turn = (x * way[0] + y * way[1]) / Math.max(1, Math.hypot(x, y));
    if (turn > 0.2 && (best === null || turn > best.turn)) best = { id, turn };
  }
  return best?.id ?? null;
}
