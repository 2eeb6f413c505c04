// What the palette lists for a text: commands by their words, pieces through the library's own search, tags.
import { useEffect, useRef, useState } from "react";
import type { EntityRow, LibraryQuery } from "../bindings";
import { capOf, type Command, useCommands } from "../commands";
import { useQuery } from "../data/queries";
import type { IconName } from "../kit";
import { type Messages, useMessages } from "../messages";
import { goTo, navigation, openTab, type SectionPlace, sectionsOfTop } from "../navigation";
import { SECTIONS } from "../settings/SettingsPage";

export interface Finding { id: string; icon: IconName; title: string; note: string; cap: string | null; off: string | null; run: () => void }
export interface FindingGroup { title: string; rows: Finding[] }

const MOST = 9;
const ASK_AFTER = 60;
/** Commands offered before anything is typed. */
const LIKELY = ["files.add", "entity.export", "go.settings"];

/** The value, a moment after it stopped changing. */
function useSettled(value: string): string {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), ASK_AFTER);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function fromCommand(command: Command, { say }: Messages): Finding {
  const can = command.when?.() ?? true;
  const chord = command.keys?.[0];
  return {
    id: command.id, icon: command.icon ?? "right", title: say(command.title, command.values?.()), note: "",
    cap: chord === undefined ? null : capOf(chord), off: can === true ? null : say(can), run: () => void command.run(),
  };
}

function fromRow(row: EntityRow, { say }: Messages): Finding {
  const address = `${row.kind}/${row.id}`;
  const note = row.creator === "" ? say(`kind.${row.kind}`) : `${say(`kind.${row.kind}`)} · ${row.creator}`;
  return { id: address, icon: row.kind, title: row.name, note, cap: null, off: null, run: () => openTab(address, { kind: row.kind, name: row.name }) };
}

function fromSection({ id, title, icon, show }: SectionPlace): Finding {
  return { id: `section ${id}`, icon: icon ?? "list", title, note: "", cap: null, off: null, run: show };
}

function fromSetting(id: (typeof SECTIONS)[number], { say }: Messages): Finding {
  return { id: `setting ${id}`, icon: "settings", title: say(`settings.${id}`), note: say("place.settings"), cap: null, off: null, run: () => navigation.set({ place: "settings", setting: id }) };
}

function matching(commands: Finding[], words: string): Finding[] {
  const parts = words.toLocaleLowerCase().split(/\s+/).filter((part) => part !== "");
  return commands.filter(({ title }) => parts.every((part) => title.toLocaleLowerCase().includes(part)));
}

function ask(text: string, limit: number): LibraryQuery {
  return { text, kinds: [], tags: [], creator: null, list: null, sort: "updated", descending: true, offset: 0, limit };
}

export function useFindings(text: string): { groups: FindingGroup[]; total: number; away: boolean } {
  const messages = useMessages();
  const { say } = messages;
  const commands = useCommands().filter((command) => command.hidden !== true && command.id !== "palette.open");
  const sign = /^[>@#]/.exec(text)?.[0] ?? "";
  const words = text.slice(sign.length).trim();
  const settled = useSettled(words);
  const pieces = useQuery("library_query", sign === ">" || sign === "#" ? null : { query: ask(settled, settled === "" ? 5 : MOST) });
  const summary = useQuery("library_summary", sign === "#" ? {} : null);

  const groups: FindingGroup[] = [];
  const last = useRef<EntityRow[]>([]);
  if (pieces.data !== null) last.current = pieces.data.entities;
  const answered = (sign === ">" || sign === "#" ? [] : last.current).map((row) => fromRow(row, messages));
  // Until the words are answered, of the last answer only what they name: Enter must never open something else.
  const rows = settled === words && pieces.data !== null ? answered : matching(answered, words);
  if (sign === "#") {
    const tags = (summary.data?.tags ?? []).filter(({ tag }) => tag.toLocaleLowerCase().includes(words.toLocaleLowerCase())).slice(0, MOST);
    groups.push({
      title: say("palette.tags"),
      rows: tags.map(({ tag, count }) => ({
        id: `#${tag}`, icon: "tag", title: tag, note: messages.number(count), cap: null, off: null,
        run: () => {
          navigation.set({ search: `tag:${/\s/.test(tag) ? `"${tag}"` : tag}` });
          goTo("library");
        },
      })),
    });
  } else if (text === "") {
    groups.push({ title: say("palette.recent"), rows });
    groups.push({ title: say("palette.commands"), rows: commands.filter(({ id }) => LIKELY.includes(id)).map((one) => fromCommand(one, messages)) });
  } else {
    const found = sign === "@" ? [] : matching(commands.map((one) => fromCommand(one, messages)), words);
    const some = sign === ">" ? found : found.slice(0, rows.length === 0 ? MOST : 3);
    const here = sign === "" && navigation.get().place === "workbench" ? matching(sectionsOfTop().map(fromSection), words).slice(0, 3) : [];
    const settings = sign === "@" ? [] : matching(SECTIONS.map((id) => fromSetting(id, messages)), words).slice(0, 2);
    const left = MOST - some.length - here.length - settings.length;
    if (here.length > 0) groups.push({ title: say("palette.sections"), rows: here });
    if (sign !== ">") groups.push({ title: say("palette.pieces"), rows: rows.slice(0, left) });
    groups.push({ title: say("palette.commands"), rows: some.slice(0, MOST - settings.length) });
    if (settings.length > 0) groups.push({ title: say("palette.settings"), rows: settings });
  }
  return { groups: groups.filter((group) => group.rows.length > 0), total: pieces.data?.total ?? 0, away: pieces.error !== null };
}
