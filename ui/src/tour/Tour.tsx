// The strip of the tour at the foot of the window: what can be seen here, and the way on or out.
import { useEffect } from "react";
import { Button, Icon, IconButton } from "../kit";
import { useMessages } from "../messages";
import { endTour, followTour, nextStep, STEPS, useTour } from "./state";
import "./tour.css";

export function Tour() {
  const { say } = useMessages();
  const step = useTour();
  useEffect(followTour, []);
  if (step === null) return null;
  const last = step === STEPS.length;
  return (
    <aside className="tour" aria-label={say("tour.label")} data-pane="tour">
      <Icon name="help" className="tertiary" />
      <div className="grow" role="status">
        <p><span className="medium">{say(`tour.title.${step}`)}</span> <span className="small tertiary figure">{say("tour.step", { at: step, count: STEPS.length })}</span></p>
        <p className="secondary">{say(`tour.text.${step}`)}</p>
      </div>
      <Button look="line" onPress={nextStep}>{last ? say("tour.done") : say("tour.next")}</Button>
      {last ? null : <IconButton icon="close" label={say("tour.end")} onPress={endTour} />}
    </aside>
  );
}
