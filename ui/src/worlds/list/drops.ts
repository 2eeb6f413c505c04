// Files dropped while the list is shown: world files are brought in, a card is shown before anything is made of it.
import { useEffect } from "react";
import { takeDrops } from "../../intake/drops";
import type { Given } from "../../host";
import { useMessages } from "../../messages";
import { openCard } from "../importing/acts";
import { importArchive } from "./acts";

const ARCHIVE = /\.world\.zip$/i;

/** A drop as single files. */
function eachOf(given: Given): { name: string; one: Given }[] {
  if ("paths" in given) return given.paths.map((path) => ({ name: path, one: { paths: [path] } }));
  return given.files.map((file) => ({ name: file.name, one: { files: [file] } }));
}

async function take(given: Given): Promise<void> {
  const all = eachOf(given);
  for (const { one } of all.filter(({ name }) => ARCHIVE.test(name))) await importArchive(one);
  const card = all.find(({ name }) => !ARCHIVE.test(name));
  if (card !== undefined) await openCard(card.one, all.filter(({ name }) => !ARCHIVE.test(name)).length > 1);
}

export function useWorldDrops(): void {
  const { say } = useMessages();
  const title = say("worlds.drop");
  const hint = say("worlds.dropHint");
  useEffect(() => takeDrops({
    title, hint,
    take(given) {
      void take(given);
      return "paths" in given ? { paths: [] } : { files: [] };
    },
  }), [title, hint]);
}
