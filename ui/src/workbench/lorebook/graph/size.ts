// How large a node of the wake graph is: as wide as its text is long.
export const NODE_HEIGHT = 30;
const LEAST = 96;
const MOST = 232;

/** The width of a node: its tokens, by the root, so that one long entry does not make the others nothing. */
export function widthOf(tokens: number, most: number): number {
  return Math.round(LEAST + (MOST - LEAST) * Math.sqrt(most <= 0 ? 0 : Math.min(1, tokens / most)));
}
