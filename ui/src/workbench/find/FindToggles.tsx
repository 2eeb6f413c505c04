// How words are looked for: capitals, whole words, as a pattern.
import type { Wanted } from "../../bindings";
import { Toggle } from "../../kit";
import { useMessages } from "../../messages";

export function FindToggles({ wanted, onChange }: { wanted: Wanted; onChange: (part: Partial<Wanted>) => void }) {
  const { say } = useMessages();
  return (
    <>
      <Toggle label={say("find.case")} words on={wanted.exact} onChange={(exact) => onChange({ exact })} />
      <Toggle label={say("find.word")} words on={wanted.wholeWord} onChange={(wholeWord) => onChange({ wholeWord })} />
      <Toggle label={say("find.pattern")} words on={wanted.pattern} onChange={(pattern) => onChange({ pattern })} />
    </>
  );
}
