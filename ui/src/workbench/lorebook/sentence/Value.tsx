// A value inside a sentence: dashed below, and opened by a small editor in its place. What several entries do not share is
// said to be mixed; what a field cannot hold is shown as it was found.
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components";
import { Menu, type MenuChoice, Popover, visible } from "../../../kit";
import { useMessages } from "../../../messages";

export interface ValueProps {
  label: string;
  /** The words in the sentence. */
  shown: string;
  mixed: boolean;
  /** The value is of a type the field does not have. */
  odd?: boolean;
  path?: string | undefined;
}

function look({ mixed, odd = false }: ValueProps): string {
  return `lore-value ${mixed ? "lore-value-mixed" : ""} ${odd ? "lore-value-odd" : ""}`;
}

function useWords({ label, shown, mixed }: ValueProps): { words: ReactNode; name: string } {
  const { say } = useMessages();
  const words = mixed ? say("lore.mixed") : shown;
  return { words: visible(words), name: say("lore.valueOf", { label, value: words }) };
}

/** A value with an editor of its own. */
export function PopValue({ children, ...props }: ValueProps & { children: (close: () => void) => ReactNode }) {
  const { words, name } = useWords(props);
  return (
    <Popover label={props.label} button={<AriaButton className={look(props)} aria-label={name} {...(props.path === undefined ? {} : { "data-path": props.path })}><bdi>{words}</bdi></AriaButton>}>
      {(close) => <div className="lore-pop">{children(close)}</div>}
    </Popover>
  );
}

/** A value that is one of a few words. */
export function ChoiceValue({ choices, on, onPick, ...props }: ValueProps & { choices: MenuChoice[]; on: string; onPick: (id: string) => void }) {
  const { words, name } = useWords(props);
  return (
    <Menu
      label={props.label} ticked={props.mixed ? [] : [on]} groups={[{ id: "all", items: choices }]} onAction={onPick}
      button={<AriaButton className={look(props)} aria-label={name} {...(props.path === undefined ? {} : { "data-path": props.path })}><bdi>{words}</bdi></AriaButton>}
    />
  );
}
