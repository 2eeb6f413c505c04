// The export dialog, read only when it is first asked for.
import { lazy, Suspense } from "react";
import { navigation, useNavigation } from "../navigation";

const ExportDialog = lazy(() => import("../export/ExportDialog").then(({ ExportDialog: dialog }) => ({ default: dialog })));

export function Exporting() {
  const addresses = useNavigation((state) => state.exporting);
  if (addresses === null) return null;
  return <Suspense fallback={null}><ExportDialog addresses={addresses} onClose={() => navigation.set({ exporting: null, resuming: null })} /></Suspense>;
}
