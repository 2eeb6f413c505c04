// A language by its tag, with the usual ones offered by their own names; any other tag can be typed.
import { useId } from "react";
import { TextField } from "../../kit";

const USUAL = ["en", "zh", "ja", "ko", "ru", "es", "fr", "de", "pt", "it", "pl", "uk", "tr", "vi", "th", "id", "ar", "he", "hi", "el", "und"];

/** What a language calls itself; the tag where the browser does not know it. */
export function languageName(tag: string, shown: string): string {
  try {
    return new Intl.DisplayNames([shown], { type: "language", fallback: "none" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

export function LanguageField({ label, value, onChange, hint }: { label: string; value: string; onChange: (value: string) => void; hint?: string }) {
  const id = useId();
  return (
    <>
      <TextField label={label} value={value} onChange={(next) => onChange(next.trim())} list={id} spellCheck={false} hint={hint} end={languageName(value, value)} />
      <datalist id={id}>{USUAL.map((tag) => <option key={tag} value={tag}>{languageName(tag, tag)}</option>)}</datalist>
    </>
  );
}
