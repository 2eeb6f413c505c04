// Titles of formats for people, and their two-letter marks.
import type { FormatId } from "../bindings";
import { useQuery } from "./queries";

/** The title of a format; its id until the list is known. */
export function useFormatTitle(): (format: FormatId) => string {
  const rows = useQuery("formats", {}).data;
  return (format) => rows?.find(({ id }) => id === format)?.title ?? format;
}

/** A mark of two letters: the capitals of a title of two words, else its first letters. */
export function formatMark(title: string): string {
  const capitals = title.replace(/[^A-Z]/g, "");
  return (capitals.length >= 2 ? capitals.slice(0, 2) : title.slice(0, 2)).toUpperCase();
}
