// The picture of a graph. It is moved by dragging, brought closer with the wheel; a click puts a node into the middle.
// Arrow keys walk: right to whom it wakes, left to who wakes it, up and down along its column; Enter opens.
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { Authored, Icon, IconButton, usePanZoom } from "../../../kit";
import { useMessages } from "../../../messages";
import type { Layout, Placed } from "../../../kit/graph/layout";
import { useLayout } from "../../../kit/graph/useLayout";
import type { Graph, GraphEdge, GraphNode } from "./model";
import { NODE_HEIGHT, widthOf } from "./size";

/** Wakes drawn; of more only the first are, and the table has all. */
const MOST_EDGES = 2_000;

export interface DrawingProps { graph: Graph; chosen: string | null; onOpen: (node: GraphNode) => void }

export function Drawing({ graph, chosen, onOpen }: DrawingProps) {
  const { say } = useMessages();
  const ask = useMemo(() => {
    const most = Math.max(0, ...graph.nodes.map(({ tokens }) => tokens));
    return { nodes: graph.nodes.map(({ id, tokens }) => ({ id, width: widthOf(tokens, most), height: NODE_HEIGHT })), edges: graph.edges.slice(0, MOST_EDGES).map(({ from, to }) => ({ from, to })) };
  }, [graph]);
  const layout = useLayout(ask);
  const fits = layout !== null && layout.nodes.length === graph.nodes.length && layout.nodes.every(({ id }, at) => id === graph.nodes[at]?.id);
  if (!fits || layout === null) return <p className="wakes-note small tertiary" role="status">{say("wakes.counting")}</p>;
  return <Canvas graph={graph} layout={layout} chosen={chosen} onOpen={onOpen} />;
}

const idOf = (node: string): string => `wakes-node-${node.replace(/[^\w-]/g, "_")}`;

function Canvas({ graph, layout, chosen, onOpen }: DrawingProps & { layout: Layout }) {
  const { say } = useMessages();
  const { box, view, centre: put, fit, begin, zoomBy, hand } = usePanZoom(layout);
  const [focus, setFocus] = useState<string | null>(null);
  const places = useMemo(() => new Map(layout.nodes.map((node) => [node.id, node])), [layout]);
  const nodes = useMemo(() => new Map(graph.nodes.map((node) => [node.id, node])), [graph]);
  const edges = useMemo(() => new Map(graph.edges.map((edge) => [`${edge.from}>${edge.to}`, edge])), [graph]);
  const stop = focus !== null && places.has(focus) ? focus : chosen !== null && places.has(chosen) ? chosen : layout.nodes[0]?.id ?? null;

  const centre = (id: string): void => put(places.get(id));
  const first = useRef(true);
  useEffect(() => {
    if (first.current) begin(stop === null ? undefined : places.get(stop));
    else if (chosen !== null && places.has(chosen)) centre(chosen);
    first.current = false;
  }, [chosen, layout]);

  function go(id: string | undefined): void {
    if (id === undefined) return;
    setFocus(id);
    centre(id);
    document.getElementById(idOf(id))?.focus({ preventScroll: true });
  }
  function walk(event: KeyboardEvent, id: string): void {
    const here = places.get(id);
    if (here === undefined) return;
    const near = (ids: string[]): string | undefined => ids.sort((a, b) => Math.abs((places.get(a)?.y ?? 0) - here.y) - Math.abs((places.get(b)?.y ?? 0) - here.y))[0];
    const column = (below: boolean): string | undefined => layout.nodes.filter((node) => node.id !== id && Math.abs(node.x - here.x) < 120 && (below ? node.y > here.y : node.y < here.y)).sort((a, b) => Math.abs(a.y - here.y) - Math.abs(b.y - here.y))[0]?.id;
    const node = nodes.get(id);
    if (event.key === "ArrowRight") go(near(graph.edges.filter((edge) => edge.from === id).map((edge) => edge.to)));
    else if (event.key === "ArrowLeft") go(near(graph.edges.filter((edge) => edge.to === id).map((edge) => edge.from)));
    else if (event.key === "ArrowDown") go(column(true));
    else if (event.key === "ArrowUp") go(column(false));
    else if (event.key === "Enter" && node !== undefined) onOpen(node);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    <div className="wakes-room">
      <div ref={box} className="wakes-view" role="group" aria-label={say("wakes.title")} aria-describedby="wakes-hint" {...hand}>
        <div className="wakes-canvas" style={{ width: layout.width, height: layout.height, transform: `translate(${view.x}px, ${view.y}px) scale(${view.zoom})` }}>
          <svg className="wakes-edges" width={layout.width} height={layout.height} aria-hidden="true">
            <defs>
              {["open", "ring", "barred"].map((kind) => <marker key={kind} id={`wakes-tip-${kind}`} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" className={`wakes-tip wakes-tip-${kind}`} /></marker>)}
            </defs>
            {layout.edges.map((line) => <Wake key={`${line.from}>${line.to}`} points={line.points} edge={edges.get(`${line.from}>${line.to}`)} />)}
          </svg>
          {layout.nodes.map((place) => {
            const node = nodes.get(place.id);
            return node === undefined ? null : (
              <button
                key={place.id} id={idOf(place.id)} type="button" tabIndex={place.id === stop ? 0 : -1} className={`wakes-node ${node.ring ? "wakes-node-ring" : ""} ${place.id === chosen ? "wakes-node-on" : ""}`} style={boxOf(place)}
                aria-label={say("wakes.node", { name: node.label, tokens: node.tokens, out: node.out, into: node.into, ring: node.ring ? "yes" : "no" })} title={node.label}
                onClick={() => { setFocus(place.id); centre(place.id); onOpen(node); }} onKeyDown={(event) => walk(event, place.id)} onFocus={() => setFocus(place.id)}
              >
                {node.ring ? <Icon name="reset" size="small" /> : null}
                <Authored text={node.label} cut />
              </button>
            );
          })}
        </div>
      </div>
      <div className="wakes-zoom">
        <IconButton icon="minus" size="small" label={say("wakes.zoomOut")} onPress={() => zoomBy(1 / 1.3)} />
        <IconButton icon="add" size="small" label={say("wakes.zoomIn")} onPress={() => zoomBy(1.3)} />
        <IconButton icon="grid" size="small" label={say("wakes.fit")} onPress={fit} />
      </div>
      <p id="wakes-hint" className="wakes-note small tertiary">{say("wakes.graphHint")}</p>
    </div>
  );
}

const boxOf = ({ x, y, width, height }: Placed): React.CSSProperties => ({ left: x - width / 2, top: y - height / 2, width, height });

function Wake({ points, edge }: { points: { x: number; y: number }[]; edge: GraphEdge | undefined }) {
  if (edge === undefined || points.length < 2) return null;
  const kind = edge.barrier !== null ? "barred" : edge.ring ? "ring" : "open";
  const [start, ...rest] = points;
  const path = rest.reduce((text, point, at) => {
    const before = points[at] as { x: number; y: number };
    const middle = (before.x + point.x) / 2;
    return `${text}C${middle} ${before.y} ${middle} ${point.y} ${point.x} ${point.y}`;
  }, `M${start?.x ?? 0} ${start?.y ?? 0}`);
  return <path d={path} className={`wakes-edge wakes-edge-${kind}`} markerEnd={`url(#wakes-tip-${kind})`} />;
}
