// What is chosen in a review goes to the studio at once, one after the other, so that the last choice is the one that
// counts; the answer is the review as it stands.
import type { ImportReview } from "../../bindings";
import { asApiError, invoke } from "../../host";
import { createStore } from "../../data/store";
import type { ApiError } from "../../bindings";
import { invalidate } from "../../data/queries";
import { choicesWith, type Fate } from "./model";

export interface ReviewState {
  /** The newest answer of a choice, over what was asked first. */
  reviews: { readonly [world: string]: ImportReview };
  chosen: { readonly [world: string]: string };
  fault: ApiError | null;
}
export const reviews = createStore<ReviewState>({ reviews: {}, chosen: {}, fault: null });

let line: Promise<unknown> = Promise.resolve();

/** Forgets what was chosen about a world, once it is approved. */
export function forgetReview(world: string): void {
  reviews.set(({ reviews: all }) => {
    const { [world]: _gone, ...rest } = all;
    return { reviews: rest };
  });
}

export function settle(first: ImportReview, reference: string, change: (fate: Fate) => Fate, fateNow: (review: ImportReview) => Fate): Promise<void> {
  const work = async (): Promise<void> => {
    const review = reviews.get().reviews[first.world] ?? first;
    try {
      const next = await invoke("import_review_set", { world: first.world, choices: choicesWith(review, reference, change(fateNow(review))) });
      reviews.set(({ reviews: all }) => ({ reviews: { ...all, [first.world]: next }, fault: null }));
      invalidate("import_review_get");
    } catch (thrown) {
      reviews.set({ fault: asApiError(thrown) });
    }
  };
  const done = line.then(work);
  line = done;
  return done;
}
