// Where nodes lie when no direction matters: those that are tied near each other, all others apart, nothing over another.
// The same nodes and lines give the same picture each time; what is in the middle is said or is what most lines meet.
import type { Box, Layout, LayoutAsk, Placed } from "./layout";

/** Length of a line between two nodes of no size. */
const LINE = 150;
/** Blank kept around a node. */
const GAP = 34;
const MARGIN = 24;
/** Rounds of pushing and pulling; many nodes need fewer, since each round is dearer. */
const rounds = (count: number): number => (count > 120 ? 160 : 320);
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

interface Body extends Box { x: number; y: number; dx: number; dy: number }

function degreesOf({ edges }: LayoutAsk): Map<string, number> {
  const degrees = new Map<string, number>();
  for (const { from, to } of edges) for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  return degrees;
}

/** Bodies on a spiral, what matters most in the middle. */
function begun(ask: LayoutAsk): Body[] {
  const degrees = degreesOf(ask);
  const weight = (id: string): number => (id === ask.middle ? Number.POSITIVE_INFINITY : degrees.get(id) ?? 0);
  const sorted = [...ask.nodes].sort((a, b) => weight(b.id) - weight(a.id) || (a.id < b.id ? -1 : 1));
  const ring = new Map(sorted.map(({ id }, at) => [id, at]));
  return ask.nodes.map((box) => {
    const at = ring.get(box.id) ?? 0;
    const far = 120 * Math.sqrt(at);
    return { ...box, x: far * Math.cos(at * GOLDEN), y: far * Math.sin(at * GOLDEN), dx: 0, dy: 0 };
  });
}

function push(a: Body, b: Body): void {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const square = Math.max(60, x * x + y * y);
  const force = 44_000 / square;
  const far = Math.sqrt(square);
  const [fx, fy] = [(x / far) * force, (y / far) * force];
  a.dx -= fx;
  a.dy -= fy;
  b.dx += fx;
  b.dy += fy;
}

function pull(a: Body, b: Body): void {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const far = Math.max(1, Math.hypot(x, y));
  const force = (far - LINE - (a.width + b.width) / 4) * 0.06;
  const [fx, fy] = [(x / far) * force, (y / far) * force];
  a.dx += fx;
  a.dy += fy;
  b.dx -= fx;
  b.dy -= fy;
}

/** Takes two boxes that lie over each other apart, along the shorter way. */
function part(a: Body, b: Body): boolean {
  const x = (a.width + b.width) / 2 + GAP - Math.abs(b.x - a.x);
  const y = (a.height + b.height) / 2 + GAP - Math.abs(b.y - a.y);
  if (x <= 0 || y <= 0) return false;
  if (x < y) {
    const by = (b.x >= a.x ? 1 : -1) * x / 2;
    a.x -= by;
    b.x += by;
  } else {
    const by = (b.y >= a.y ? 1 : -1) * y / 2;
    a.y -= by;
    b.y += by;
  }
  return true;
}

function eachPair(bodies: readonly Body[], look: (a: Body, b: Body) => void): void {
  for (const [at, a] of bodies.entries()) for (const b of bodies.slice(at + 1)) look(a, b);
}

export function spread(ask: LayoutAsk): Layout {
  const bodies = begun(ask);
  const known = new Map(bodies.map((body) => [body.id, body]));
  const count = rounds(bodies.length);
  for (let round = 0; round < count; round += 1) {
    const heat = 24 * (1 - round / count) + 1;
    eachPair(bodies, push);
    for (const { from, to } of ask.edges) {
      const [a, b] = [known.get(from), known.get(to)];
      if (a !== undefined && b !== undefined && a !== b) pull(a, b);
    }
    for (const body of bodies) {
      // To the middle, so that what has no line does not drift away; less sideways, since windows are wide.
      body.dx -= body.x * 0.008;
      body.dy -= body.y * 0.014;
      const far = Math.hypot(body.dx, body.dy);
      const step = far > heat ? heat / far : 1;
      body.x += body.dx * step;
      body.y += body.dy * step;
      body.dx = 0;
      body.dy = 0;
    }
  }
  for (let round = 0; round < 60; round += 1) {
    let moved = false;
    eachPair(bodies, (a, b) => {
      moved = part(a, b) || moved;
    });
    if (!moved) break;
  }
  return framed(bodies, ask);
}

function framed(bodies: readonly Body[], { edges }: LayoutAsk): Layout {
  const left = Math.min(0, ...bodies.map(({ x, width }) => x - width / 2)) - MARGIN;
  const top = Math.min(0, ...bodies.map(({ y, height }) => y - height / 2)) - MARGIN;
  const nodes: Placed[] = bodies.map(({ id, width, height, x, y }) => ({ id, width, height, x: x - left, y: y - top }));
  const known = new Map(nodes.map((node) => [node.id, node]));
  return {
    nodes,
    edges: edges.flatMap(({ from, to }) => {
      const [a, b] = [known.get(from), known.get(to)];
      return a === undefined || b === undefined ? [] : [{ from, to, points: [{ x: a.x, y: a.y }, { x: b.x, y: b.y }] }];
    }),
    width: Math.max(0, ...nodes.map(({ x, width }) => x + width / 2)) + MARGIN,
    height: Math.max(0, ...nodes.map(({ y, height }) => y + height / 2)) + MARGIN,
  };
}
