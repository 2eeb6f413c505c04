// A value inside a sentence: dashed below, and opened by a small editor in its place. What several entries do not share is
// said to be mixed; what a field cannot hold is shown as it was found.
import type { ReactNode } from "react";
import { Pressable } from "react-aria-components";
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

/** Words and not a box: a long value breaks like the sentence around it, and its full stop stays with it. */
function Opener({ name, look: className, path, words, ...rest }: { name: string; look: string; path: string | undefined; words: ReactNode }) {
  return <Pressable {...rest}><span role="button" tabIndex={0} className={className} aria-label={name} {...(path === undefined ? {} : { "data-path": path })}><bdi>{words}</bdi></span></Pressable>;
}

/** A value with an editor of its own. */
export function PopValue({ children, ...props }: ValueProps & { children: (close: () => void) => ReactNode }) {
  const { words, name } = useWords(props);
  return (
    <Popover label={props.label} button={<Opener name={name} look={look(props)} path={props.path} words={words} />}>
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
      button={<Opener name={name} look={look(props)} path={props.path} words={words} />}
    />
  );
}
