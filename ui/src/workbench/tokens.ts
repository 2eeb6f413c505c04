// Tokens of every text of an open piece, counted by the core a moment after the last key. The tokenizer is one of two;
// for every other model the figures are an estimate, and the status bar says so.
import { useEffect, useRef, useState } from "react";
import type { TokenRow } from "../bindings";
import { type Document, useDocument } from "../documents";
import { invoke } from "../host";
import { useSettings } from "../settings/current";

const COUNT_AFTER = 400;
export type Tokens = ReadonlyMap<string, number>;
const NONE: Tokens = new Map();

export function useTokens(document: Document): Tokens {
  const body = useDocument(document, (state) => state.body);
  const kind = useDocument(document, (state) => state.entity.kind);
  const tokenizer = useSettings((settings) => settings.tokenizer);
  const [tokens, setTokens] = useState<Tokens>(NONE);
  /** How long the last count took: a large piece is counted more seldom. */
  const took = useRef(0);
  const first = useRef(true);
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => {
      const from = performance.now();
      // A count that fails leaves the figures as they were; the next key asks again.
      invoke("tokens_body", { kind, body, tokenizer }).then((rows) => {
        took.current = performance.now() - from;
        if (!gone) setTokens(mapOf(rows));
      }, () => undefined);
    }, first.current ? 0 : Math.max(COUNT_AFTER, took.current * 2));
    first.current = false;
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [body, kind, tokenizer]);
  return tokens;
}

function mapOf(rows: TokenRow[]): Tokens {
  return new Map(rows.map(({ path, tokens }) => [path, tokens]));
}

/** The tokens of a path and of everything below it. */
export function tokensUnder(tokens: Tokens, prefix: string): number {
  let sum = 0;
  for (const [path, count] of tokens) {
    if (path === prefix || path.startsWith(`${prefix}.`) || path.startsWith(`${prefix}[`)) sum += count;
  }
  return sum;
}

export function sumOf(tokens: Tokens): number {
  let sum = 0;
  for (const count of tokens.values()) sum += count;
  return sum;
}
