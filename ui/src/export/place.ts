// Where exported files go: the folder of the settings, or the one chosen last in this window.
import { useQuery } from "../data/queries";
import { createStore, useStore } from "../data/store";
import { useSettings } from "../settings/current";

const last = createStore<{ folder: string | null }>({ folder: null });

/** A file in a folder, with the separator the folder itself uses. */
export function joinPath(folder: string, name: string, windows: boolean): string {
  const separator = windows && !folder.includes("/") ? "\\" : "/";
  return folder.endsWith(separator) ? folder + name : folder + separator + name;
}

function cutOf(path: string): number {
  return Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
}

export function folderOf(path: string): string {
  return path.slice(0, cutOf(path));
}

export function nameOf(path: string): string {
  return path.slice(cutOf(path) + 1);
}

export interface ExportFolder {
  /** `null` until it is known. */
  folder: string | null;
  /** Remembers the folder of a path for the next export. */
  choose: (path: string) => void;
}

export function useExportFolder(): ExportFolder {
  const chosen = useStore(last, (state) => state.folder);
  const kept = useSettings((settings) => settings.exportFolder);
  const usual = useQuery("studio_info", {}).data?.exportFolder ?? null;
  return { folder: chosen ?? kept ?? usual, choose: (path) => last.set({ folder: folderOf(path) }) };
}
