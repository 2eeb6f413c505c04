// The tour: four steps in the page, walked by doing what each says or by Next. It never starts by itself.
import { createStore, useStore } from "../data/store";
import { openSamples } from "../intake/add";
import { goTo, navigation, openTab } from "../navigation";

export const STEPS = [1, 2, 3, 4] as const;
export type Step = (typeof STEPS)[number];

export const tour = createStore<{ step: Step | null }>({ step: null });

export function useTour(): Step | null {
  return useStore(tour, (state) => state.step);
}

export function startTour(): void {
  tour.set({ step: 1 });
  goTo("import");
  void openSamples();
}

export function endTour(): void {
  tour.set({ step: null });
}

/** The next step, with the place it speaks of in view. */
export function nextStep(): void {
  const { step } = tour.get();
  if (step === null || step === 4) return endTour();
  tour.set({ step: (step + 1) as Step });
  const { tab } = navigation.get();
  if (step === 1) goTo("library");
  // Without an open piece the person opens one: the step before says how.
  else if (step === 2 && tab !== null) openTab(tab);
}

/** Moves on when the person does what a step says. */
export function followTour(): () => void {
  return navigation.subscribe(() => {
    const { step } = tour.get();
    const { place, tab, exporting } = navigation.get();
    if (step === 1 && place === "library") tour.set({ step: 2 });
    else if (step !== null && step < 3 && place === "workbench" && tab !== null) tour.set({ step: 3 });
    else if (step === 3 && exporting !== null) tour.set({ step: 4 });
  });
}
