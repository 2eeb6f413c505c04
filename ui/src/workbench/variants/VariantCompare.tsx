// A variant beside the base: every field in which it differs, word by word, with the two ways out of each.
import { type ReactElement, useMemo } from "react";
import type { Json } from "../../bindings";
import { type Document, readPath, sameJson, useDocument } from "../../documents";
import { Button, Dialog, DiffText, EmptyState } from "../../kit";
import { Portrait } from "../../library/Portrait";
import { useMessages } from "../../messages";
import { portraitOf } from "../character/pictures";
import { inSentence } from "../fields/names";
import { labelOf } from "../find/labels";
import { mergedBody, scoped, scopeOf } from "../scope/scope";
import { fieldsIn, labelIn, variantsOf } from "./acts";

export function VariantCompare({ document, at, onClose }: { document: Document; at: number; onClose: () => void }) {
  const { say } = useMessages();
  const state = useDocument(document, (all) => all);
  const { body } = state;
  const variant = variantsOf(body)[at];
  const name = labelIn(variant) || say("variant.number", { number: at + 1 });
  const scope = useMemo(() => scopeOf(scoped(document, { kind: "variant", at }, name)), [document, at, name]);
  const isPicture = (path: string): boolean => path === "media.portrait";
  const picture = (value: Json | undefined): ReactElement => {
    const blob = portraitOf(value, state.entity);
    return blob === null ? <span className="small secondary">{value === undefined ? say("variant.noPicture") : say("workbench.pictureMissing")}</span> : <Portrait portrait={blob} kind="character" side={160} className="compare-picture" />;
  };
  const shown = mergedBody(state, { kind: "variant", at });
  const rows = fieldsIn(body, variant).filter((path) => !sameJson(readPath(body, path), readPath(shown, path)));
  return (
    <Dialog open size="page" title={say("variant.compareTitle", { name })} onClose={onClose} closeLabel={say("common.close")} footer={<Button onPress={onClose}>{say("common.close")}</Button>}>
      {rows.length === 0 ? <EmptyState title={say("variant.same")} /> : null}
      <ul>
        {rows.map((path) => {
          const [before, after] = [told(readPath(body, path)), told(readPath(shown, path))];
          const field = labelOf("character", body, path, say);
          return (
            <li key={path} className="compare-row">
              <div className="line">
                <span className="medium">{field}</span><span className="mono tertiary cut grow">{path}</span>
                <Button look="quiet" size="small" icon="reset" onPress={() => scope?.useBase(path, say("step.useBase", { field: inSentence(field) }))}>{say("scope.useBase")}</Button>
                <Button look="quiet" size="small" onPress={() => scope?.promote(path, say("step.promote", { field: inSentence(field) }))}>{say("scope.promote")}</Button>
              </div>
              <div className="compare-texts">
                <section aria-label={say("variant.base")}><h3>{say("variant.base")}</h3>{isPicture(path) ? picture(readPath(body, path)) : <DiffText before={before} after={after} side="before" />}</section>
                <section aria-label={name}><h3><bdi>{name}</bdi></h3>{isPicture(path) ? picture(readPath(shown, path)) : <DiffText before={before} after={after} side="after" />}</section>
              </div>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

function told(value: Json | undefined): string {
  return value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
