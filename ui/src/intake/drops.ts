// What a drop on the window does while a page is shown that takes files itself; what it does not take goes to the import
// review as ever.
import { useEffect } from "react";
import { createStore, useStore } from "../data/store";
import type { Given } from "../host";

export interface DropTaker {
  /** What the frame says while files are over the window. */
  title: string;
  hint: string;
  /** Takes what is its own, and answers with the rest. */
  take: (given: Given) => Given;
}

const takers = createStore<{ taker: DropTaker | null }>({ taker: null });

/** The taker of the page that is shown; the answer lets it go. */
export function takeDrops(taker: DropTaker): () => void {
  takers.set({ taker });
  return () => takers.set((state) => (state.taker === taker ? { taker: null } : {}));
}

export function useDropTaker(): DropTaker | null {
  return useStore(takers, (state) => state.taker);
}

/** What is left of a drop after the page took its own. */
export function leftOf(given: Given): Given {
  return takers.get().taker?.take(given) ?? given;
}

const PICTURE = /\.(?:png|apng|jpe?g|webp|gif|bmp|avif)$/i;

/** A drop parted into picture files, by their names, and the others. */
function picturesOf(given: Given): { pictures: Given; rest: Given } {
  if ("paths" in given) return { pictures: { paths: given.paths.filter((path) => PICTURE.test(path)) }, rest: { paths: given.paths.filter((path) => !PICTURE.test(path)) } };
  return { pictures: { files: given.files.filter(({ name }) => PICTURE.test(name)) }, rest: { files: given.files.filter(({ name }) => !PICTURE.test(name)) } };
}

function countOf(given: Given): number {
  return "paths" in given ? given.paths.length : given.files.length;
}

/** Pictures dropped while a part is shown are taken by it; `title` and `hint` stand in the frame meanwhile. */
export function usePictureDrops(title: string, hint: string, take: (pictures: Given) => void): void {
  useEffect(() => takeDrops({
    title, hint,
    take(given) {
      const { pictures, rest } = picturesOf(given);
      if (countOf(pictures) > 0) take(pictures);
      return rest;
    },
  }));
}
