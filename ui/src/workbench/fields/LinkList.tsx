// Links to other pieces: their names, a way to each, taking one out, adding one of the library. Names of other apps that
// lead to nothing here are shown as what they are.
import type { Address, Json } from "../../bindings";
import { useQuery } from "../../data/queries";
import { type Document, useDocument, useValue } from "../../documents";
import { Button, Icon, IconButton, LabelRow, Name, Popover } from "../../kit";
import { useMessages } from "../../messages";
import { openTab } from "../../navigation";
import { PiecePicker } from "../pick/PiecePicker";
import { isMap, rowsAt } from "../rows/acts";
import { inSentence, stepOf } from "./names";

export interface LinkListProps { document: Document; path: string; label: string; hint?: string }

/** What a link of a list leads to, by the list's name. */
const KINDS: Record<string, LinkedKind> = { knowledgeRefs: "lorebook", behaviorRefs: "regex", characterIds: "character" };

type LinkedKind = "lorebook" | "regex" | "character";

export function kindOfLinks(path: string): LinkedKind {
  return KINDS[/([A-Za-z]+)$/.exec(path)?.[1] ?? ""] ?? "lorebook";
}

/** The id a link names here; `null` for a name or another app's id. */
export function idOfLink(link: Json): string | null {
  if (typeof link === "string") return link;
  return isMap(link) && link.type === "entity" && typeof link.id === "string" ? link.id : null;
}

function wordOf(link: Json): string {
  if (!isMap(link)) return JSON.stringify(link);
  if (link.type === "name" && typeof link.name === "string") return link.name;
  return link.type === "foreign" ? `${String(link.platform)}: ${String(link.id)}` : JSON.stringify(link);
}

export function LinkList({ document, path, label, hint }: LinkListProps) {
  const { say } = useMessages();
  const value = useValue(document, path);
  const links = rowsAt(value);
  const kind = kindOfLinks(path);
  const own = useDocument(document, ({ entity }) => entity.address);
  const addresses = links.flatMap((link): Address[] => {
    const id = idOfLink(link);
    return id === null ? [] : [`${kind}/${id}`];
  });
  const known = useQuery("library_rows", addresses.length === 0 ? null : { addresses }).data;
  const write = (next: readonly Json[]): void => document.edit({ label: stepOf(label), changes: [next.length === 0 ? { path } : { path, value: [...next] }] });
  function move(at: number, to: number): void {
    if (to < 0 || to >= links.length) return;
    const rest = links.filter((_, index) => index !== at);
    write([...rest.slice(0, to), links[at] as Json, ...rest.slice(to)]);
  }
  return (
    <div data-document data-path={path} role="group" aria-label={label}>
      <LabelRow label={label} hint={hint} />
      {links.map((link, at) => {
        const id = idOfLink(link);
        const row = known?.find((one) => one.kind === kind && one.id === id);
        const name = row?.name ?? (id === null ? wordOf(link) : id);
        const gone = id !== null && known !== null && row === undefined;
        return (
          <div key={at} className="linked-row">
            <Icon name={gone ? "warning" : kind} size="small" className={gone ? "said-warning" : ""} />
            <button
              type="button" className="link-open" disabled={row === undefined} onClick={() => openTab(`${kind}/${id ?? ""}`, { kind, name })} aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
              onKeyDown={(event) => {
                const by = event.altKey ? (event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0) : 0;
                if (by === 0) return;
                event.preventDefault();
                move(at, at + by);
              }}
            >
              <Name text={name} />
              {gone ? <span className="small said-warning nowrap">{say("fields.linkGone")}</span> : id === null ? <span className="small tertiary nowrap">{say("fields.linkElsewhere")}</span> : null}
            </button>
            <IconButton icon="close" size="small" label={say("common.removeNamed", { name })} onPress={() => write(links.filter((_, index) => index !== at))} />
          </div>
        );
      })}
      <Popover label={say("workbench.addField", { field: inSentence(label) })} button={<Button icon="add" size="small" className="add-field">{say(`fields.link.${kind}`)}</Button>}>
        {(close) => (
          <PiecePicker
            kinds={[kind]} except={[...addresses, own]}
            onPick={(row) => {
              write([...links, { type: "entity", id: row.id }]);
              close();
            }}
          />
        )}
      </Popover>
    </div>
  );
}
