// The keys of every command. A new chord is taken as it is pressed; one that already means something is refused with
// its name, and one that writes a letter is refused too.
import { useLayoutEffect, useState } from "react";
import { allCommands, capOf, chordOf, type Command, keysAsleep, ownKeys, useCommands } from "../commands";
import { Button, Icon, KeyCap } from "../kit";
import { useMessages } from "../messages";
import { useSettings } from "./current";
import { Row, Section } from "./Row";
import type { Change } from "./SettingsPage";

const MODIFIERS = ["Control", "Meta", "Alt", "Shift"];

/** Listens for one chord; Escape gives up. */
function useCapture(on: boolean, take: (chord: string | null) => void): void {
  useLayoutEffect(() => {
    if (!on) return;
    keysAsleep(true);
    const pressed = (event: KeyboardEvent): void => {
      event.preventDefault();
      event.stopPropagation();
      if (MODIFIERS.includes(event.key)) return;
      take(event.key === "Escape" ? null : chordOf(event));
    };
    window.addEventListener("keydown", pressed, true);
    return () => {
      keysAsleep(false);
      window.removeEventListener("keydown", pressed, true);
    };
  });
}

function KeyRow({ command, change }: { command: Command; change: Change }) {
  const { say } = useMessages();
  const keys = useSettings((settings) => settings.keys);
  const [asking, ask] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const name = say(command.title, command.values?.());
  const rebound = keys[command.id] !== undefined;

  function take(chord: string | null): void {
    ask(false);
    setFault(null);
    if (chord === null) return;
    const other = allCommands().find((one) => one.id !== command.id && one.keys?.includes(chord) === true);
    if (other !== undefined) setFault(say("settings.keys.conflict", { keys: capOf(chord), name: say(other.title, other.values?.()) }));
    else if (!chord.includes("Mod") && !chord.includes("Alt") && !/^(?:Shift\+)?F\d/.test(chord)) setFault(say("settings.keys.plain"));
    else change({ keys: { ...keys, [command.id]: chord } });
  }
  useCapture(asking, take);
  function reset(): void {
    const { [command.id]: _, ...left } = keys;
    change({ keys: left });
  }
  return (
    <Row
      section={say("settings.keys")} name={name} words={(command.keys ?? []).map(capOf).join(" ")} onReset={rebound ? reset : null}
      below={fault === null ? undefined : <p className="said-warning line small" role="alert"><Icon name="warning" size="small" />{fault}</p>}
    >
      <span className="line">
        {asking ? <span className="secondary" role="status">{say("settings.keys.press")}</span>
          : (command.keys ?? []).length === 0 ? <span className="tertiary">{say("settings.keys.none")}</span>
            : (command.keys ?? []).map((chord) => <KeyCap key={chord}>{capOf(chord)}</KeyCap>)}
      </span>
      <Button size="small" look="line" aria-label={say("settings.keys.change", { name })} onPress={() => ask(true)}>{say("settings.change")}</Button>
    </Row>
  );
}

export function KeysSection({ change }: { change: Change }) {
  const { say } = useMessages();
  const commands = useCommands().filter(({ id, keys }) => ownKeys(id).length > 0 || (keys ?? []).length > 0);
  return <Section id="keys" title={say("settings.keys")}>{commands.map((command) => <KeyRow key={command.id} command={command} change={change} />)}</Section>;
}
