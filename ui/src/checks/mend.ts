// Fixes made from the page of checks: each is one step of undo in its piece and a revision on disk, and the rows of the
// piece are found again, since a fix may move the places of others.
import type { Address, Change, FindingRow, FixRow } from "../bindings";
import { applyChanges, type Document, openDocument, tokensOf } from "../documents";
import { invoke } from "../host";
import { messages } from "../messages";
import { applyFix, sureFix } from "./acts";
import { checks } from "./run";
import { chosenTargets } from "./targets";

/** Rounds of finding and mending; each takes all that do not touch each other. */
const ROUNDS = 12;

/** Makes one fix. */
export async function mendOne(row: FindingRow, fix: FixRow): Promise<void> {
  const document = await openDocument(row.address);
  applyFix(document, row, fix);
  await document.save("save");
  await findAgain(document);
}

/** Makes every fix that is the one answer, one step a piece; how many were made. */
export async function mendSure(rows: readonly FindingRow[]): Promise<number> {
  const pieces = new Map<Address, FindingRow[]>();
  for (const row of rows) {
    if (!row.hushed && sureFix(row) !== null) pieces.set(row.address, [...(pieces.get(row.address) ?? []), row]);
  }
  let made = 0;
  for (const [address, wanted] of pieces) {
    const document = await openDocument(address);
    made += await mendPiece(document, new Set(wanted.map(({ code }) => code)));
    await document.save("save");
    await findAgain(document);
  }
  return made;
}

async function mendPiece(document: Document, codes: ReadonlySet<string>): Promise<number> {
  let body = document.store.get().body;
  const changes: Change[] = [];
  let made = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const rows = await invoke("checks_body", { address: document.address, body, targets: chosenTargets(), language: messages().language });
    const fixes = rows.filter((row) => !row.hushed && codes.has(row.code)).map(sureFix).filter((fix) => fix !== null);
    const picked = apart(fixes);
    if (picked.length === 0) break;
    const now = picked.flatMap((fix) => fix.changes);
    body = applyChanges(body, now);
    changes.push(...now);
    made += picked.length;
  }
  if (changes.length > 0) document.edit({ label: messages().say("checks.stepMany", { count: made }), changes });
  return made;
}

/** Fixes that can be made together: none takes a row out of a list that another one touches. */
export function apart(fixes: readonly FixRow[]): FixRow[] {
  const picked: FixRow[] = [];
  const fields = new Set<string>();
  const lists: string[] = [];
  for (const fix of fixes) {
    const paths = fix.changes.map(({ path }) => path);
    const removed = fix.changes.filter((change) => change.value === undefined && typeof tokensOf(change.path).at(-1) === "number").map(({ path }) => path.slice(0, path.lastIndexOf("[")));
    const under = (path: string, list: string): boolean => path.startsWith(`${list}[`);
    const clash = paths.some((path) => fields.has(path) || lists.some((list) => under(path, list))) || removed.some((list) => [...fields].some((path) => under(path, list)));
    if (clash) continue;
    picked.push(fix);
    lists.push(...removed);
    for (const path of paths) fields.add(path);
  }
  return picked;
}

/** Replaces the rows of a piece by what is found in it now. */
export async function findAgain(document: Document): Promise<void> {
  const rows = await invoke("checks_body", { address: document.address, body: document.store.get().body, targets: chosenTargets(), language: messages().language });
  checks.set(({ run }) => {
    if (run === null) return {};
    const before = new Map(run.findings.filter((row) => row.address === document.address).map((row) => [row.key, row.fresh]));
    const here = rows.map((row) => ({ ...row, fresh: before.get(row.key) ?? run.compared }));
    const findings = [...run.findings.filter((row) => row.address !== document.address), ...here];
    return { run: { ...run, findings, counts: countsOf(findings) } };
  });
}

export function countsOf(rows: readonly FindingRow[]): { errors: number; warnings: number; hints: number; fresh: number; hushed: number } {
  const speaking = rows.filter((row) => !row.hushed);
  const of = (severity: FindingRow["severity"]): number => speaking.filter((row) => row.severity === severity).length;
  return { errors: of("error"), warnings: of("warning"), hints: of("info"), fresh: speaking.filter((row) => row.fresh).length, hushed: rows.length - speaking.length };
}

/** Marks a finding as silenced, or as speaking, in the rows that are shown. */
export function markHushed(row: FindingRow, hushed: boolean): void {
  checks.set(({ run }) => {
    if (run === null) return {};
    const findings = run.findings.map((one) => (one.address === row.address && one.key === row.key ? { ...one, hushed } : one));
    return { run: { ...run, findings, counts: countsOf(findings) } };
  });
}
