// The pieces a character is linked with, in their order: opened, moved, taken away, and others of the library added.
import { useMemo } from "react";
import type { Json, Kind } from "../../bindings";
import { useQuery } from "../../data/queries";
import { type Document, sameJson, useDocument, useValue } from "../../documents";
import { Button, Icon, Name, Select } from "../../kit";
import { useMessages } from "../../messages";
import { openTab } from "../../navigation";
import { inSentence, stepOf } from "../fields/names";
import { OddNote } from "../fields/Odd";
import { fieldName } from "../fields/schema";
import { SortRows } from "../fields/SortRows";
import { ScopeTag, useScopeLook } from "../scope/ScopeTag";
import { isMap } from "../scope/merge";
import { moved } from "../../kit/lists";

/** Pieces offered at most; more are found in the library and linked from there. */
const OFFERED = 200;

export function Links({ document, path, kind }: { document: Document; path: "knowledgeRefs" | "behaviorRefs"; kind: Kind }) {
  const { say, language } = useMessages();
  const label = fieldName("character", path, language);
  const one = fieldName("character", `${path}[]`, language);
  const look = useScopeLook(document, path);
  const value = useValue(document, path);
  const links: Json[] = Array.isArray(value) ? value : [];
  const known = useDocument(document, (state) => state.entity.links);
  const query = useMemo(() => ({ query: { kinds: [kind], sort: "name" as const, limit: OFFERED } }), [kind]);
  const offered = useQuery("library_query", query).data?.entities ?? [];
  const idOf = (link: Json): string => (isMap(link) && typeof link.id === "string" ? link.id : isMap(link) && typeof link.name === "string" ? link.name : JSON.stringify(link));
  const isHere = (link: Json): boolean => isMap(link) && link.type === "entity" && (offered.some(({ id }) => id === link.id) || known.some(({ address, missing }) => address === `${kind}/${idOf(link)}` && !missing));
  const nameOf = (link: Json): string => offered.find(({ id }) => isMap(link) && link.type === "entity" && id === link.id)?.name ?? known.find(({ address }) => address === `${kind}/${idOf(link)}`)?.name ?? idOf(link);
  const write = (next: Json[]): void => document.edit({ label: stepOf(label), changes: [next.length === 0 ? { path } : { path, value: next }] });
  const free = offered.filter(({ id }) => !links.some((link) => sameJson(link, { type: "entity", id })));
  if (value === undefined && free.length === 0) return null;
  return (
    <section className={`stack rows ${look}`} aria-label={label} data-document data-path={path}>
      <div className="line"><h3 className="form-subtitle">{label}</h3><ScopeTag document={document} path={path} label={label} /></div>
      <OddNote document={document} path={path} wanted="list" />
      <SortRows count={links.length} name={(at) => nameOf(links[at] ?? null)} onMove={(from, to) => write(moved(links, from, to))} onRemove={(at) => write(links.filter((_, index) => index !== at))}>
        {(at) => {
          const link = links[at] ?? null;
          const here = isHere(link);
          return (
            <div className="line link-row">
              <Icon name={here ? (kind === "lorebook" ? "lorebook" : "regex") : "warning"} />
              {here ? <Button look="quiet" onPress={() => openTab(`${kind}/${idOf(link)}`, { kind, name: nameOf(link) })}><Name text={nameOf(link)} /></Button> : <><Name text={nameOf(link)} /><span className="small said-warning">{say(isMap(link) && link.type === "entity" ? "field.linkMissing" : "field.linkElsewhere")}</span></>}
            </div>
          );
        }}
      </SortRows>
      {free.length === 0 ? null : (
        <Select label={say("workbench.addField", { field: inSentence(one) })} hideLabel size="small" value={null} placeholder={say("workbench.addField", { field: inSentence(one) })} className="link-add" options={free.map(({ id, name }) => ({ id, label: name === "" ? say("common.noName") : name }))} onChange={(id) => write([...links, { type: "entity", id }])} />
      )}
    </section>
  );
}
