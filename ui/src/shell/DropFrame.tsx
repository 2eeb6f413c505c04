// Files over the window: one calm frame and a sentence; where on the window never matters. Pasting files, or the text of a card,
// outside a text field does the same.
import { useLayoutEffect, useState } from "react";
import { isEditable } from "../commands";
import { host } from "../host";
import { addGiven, givenByPaste } from "../intake/add";
import { leftOf, useDropTaker } from "../intake/drops";
import { useMessages } from "../messages";
import "./DropFrame.css";

export function DropFrame() {
  const { say } = useMessages();
  const taker = useDropTaker();
  const [over, setOver] = useState<number | null | undefined>(undefined);
  useLayoutEffect(() => host().onDrop({
    over: setOver,
    leave: () => setOver(undefined),
    drop: (given) => {
      setOver(undefined);
      void addGiven(leftOf(given));
    },
  }), []);
  useLayoutEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || isEditable(event.target) || event.clipboardData === null) return;
      const given = givenByPaste(event.clipboardData);
      if (given === null) return;
      event.preventDefault();
      void addGiven(given);
    };
    window.addEventListener("paste", paste);
    return () => window.removeEventListener("paste", paste);
  }, []);
  if (over === undefined) return null;
  return (
    <div className="drop-frame" role="status">
      <div className="drop-words">
        <p className="drop-title">{taker?.title ?? say("drop.frame", { count: over ?? 0 })}</p>
        <p className="secondary">{taker?.hint ?? say("drop.hint")}</p>
      </div>
    </div>
  );
}
