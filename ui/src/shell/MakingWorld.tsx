// The dialog that makes a world from a card, read only when it is first asked for.
import { lazy, Suspense } from "react";
import { useMaking } from "../worlds/importing/state";

const Making = lazy(() => import("../worlds/importing/Making").then(({ Making: dialog }) => ({ default: dialog })));

export function MakingWorld() {
  const open = useMaking(() => true) === true;
  return open ? <Suspense fallback={null}><Making /></Suspense> : null;
}
