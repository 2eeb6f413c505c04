// Two pieces of one kind beside each other, field by field, in the place of the list.
import { useEffect, useRef } from "react";
import type { Address } from "../bindings";
import { useQuery } from "../data/queries";
import { Banner, DiffText, EmptyState, IconButton, Name } from "../kit";
import { useMessages } from "../messages";
import { openTab } from "../navigation";
import { closesBy, library } from "./state";
import "./replace/replace.css";

function close(): void {
  library.set({ page: null });
}

export function ComparePage({ left, right }: { left: Address; right: Address }) {
  const { say } = useMessages();
  const answer = useQuery("pieces_compare", { left, right });
  const rows = useQuery("library_rows", { addresses: [left, right] }).data ?? [];
  const nameOf = (address: Address): string => rows.find(({ kind, id }) => `${kind}/${id}` === address)?.name ?? address;
  const page = useRef<HTMLElement>(null);
  useEffect(() => page.current?.focus(), []);
  return (
    <section ref={page} tabIndex={-1} className="replace-page" aria-label={say("compare.title", { left: nameOf(left), right: nameOf(right) })} data-help="compare" onKeyDown={closesBy(close)}>
      <header className="replace-head">
        <h2 className="medium">{answer.data === null ? say("compare.two") : answer.data.length === 0 ? say("compare.same") : say("compare.rows", { count: answer.data.length })}</h2>
        <span className="push" />
        <IconButton icon="close" label={say("replace.back")} cap="Esc" onPress={close} />
      </header>
      {answer.error === null ? null : <Banner tone="error" title={answer.error.message} hint={answer.error.hint ?? undefined} />}
      {answer.data?.length === 0 ? <EmptyState title={say("compare.same")} /> : answer.data === null ? null : (
        <div className="pane-scroll" tabIndex={0} role="region" aria-label={say("compare.two")}>
          <table className="compare-table">
            <thead>
              <tr>
                <th scope="col"><span className="aside-text">{say("compare.two")}</span></th>
                {[left, right].map((address) => <th key={address} scope="col"><button type="button" className="compare-name" onClick={() => openTab(address)}><Name text={nameOf(address)} /></button></th>)}
              </tr>
            </thead>
            <tbody>
              {(answer.data ?? []).map(({ path, label, before, after }) => (
                <tr key={path}>
                  <th scope="row" title={path}>{label === "" ? path : label}</th>
                  <td>{before === null ? <span className="tertiary">–</span> : <DiffText before={before.text} after={after?.text ?? ""} side="before" cut />}</td>
                  <td>{after === null ? <span className="tertiary">–</span> : <DiffText before={before?.text ?? ""} after={after.text} side="after" cut />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
