// What stands beside a field in a variant or a profile: whether its value is the base's, or one of its own with the two
// ways out of that.
import { type Document, useDocument, useValue } from "../../documents";
import { Button, visible } from "../../kit";
import { useMessages } from "../../messages";
import { inSentence } from "../fields/names";
import { scopeOf } from "./scope";

/** The class of a field's block: an ink rule for a value of its own, grey for the base's. */
export function useScopeLook(document: Document, path: string): string {
  const scope = scopeOf(document);
  return useDocument(document, () => (scope === null ? "" : scope.overrides(path) ? "scope-own" : "scope-base"));
}

export function ScopeTag({ document, path, label }: { document: Document; path: string; label: string }) {
  const { say } = useMessages();
  const scope = scopeOf(document);
  const own = useDocument(document, () => scope?.overrides(path) ?? false);
  const there = useValue(document, path) !== undefined;
  if (scope === null) return null;
  if (!own) return there ? <span className="scope-from tertiary">{say("scope.fromBase")}</span> : null;
  const field = inSentence(label);
  return (
    <>
      <span className="scope-tag"><bdi className="cut">{visible(scope.label)}</bdi></span>
      <span className="scope-acts line">
        <Button look="plain" size="small" icon="reset" aria-label={say("scope.useBaseOf", { field })} onPress={() => scope.useBase(path, say("step.useBase", { field }))}>{say("scope.useBase")}</Button>
        <Button look="plain" size="small" aria-label={say("scope.promoteOf", { field })} onPress={() => scope.promote(path, say("step.promote", { field }))}>{say("scope.promote")}</Button>
      </span>
    </>
  );
}
