// Bringing rules of another piece here, or giving some away: choose the piece, choose the rules, copy or move.
import { useEffect, useState } from "react";
import type { Address, ApiError, EntityRow, Kind } from "../../bindings";
import { type Document, useDocument, useValue } from "../../documents";
import { asApiError } from "../../host";
import { Banner, Button, Checkbox, Dialog, Icon, Name, Segmented, Select, toast } from "../../kit";
import { addressOf } from "../../library/state";
import { useMessages } from "../../messages";
import { PiecePicker } from "../pick/PiecePicker";
import { isMap, rowsAt } from "../rows/acts";
import { ruleName, RULES } from "./rules";
import { type Place, placesOf, transfer } from "./transfer";

export type Wish = { kind: "bring" } | { kind: "give"; ats: number[] };
type Way = "copy" | "move";

const KINDS: Kind[] = ["regex", "character", "preset"];
const NEW = "new";

export function TransferDialog({ document, wish, onClose }: { document: Document; wish: Wish; onClose: () => void }) {
  const { say } = useMessages();
  const own = useDocument(document, ({ entity }) => entity.address);
  const ownName = useDocument(document, ({ body, entity }) => (typeof body.name === "string" && body.name !== "" ? body.name : entity.name));
  const mine = rowsAt(useValue(document, RULES));
  const giving = wish.kind === "give";
  const [piece, setPiece] = useState<EntityRow | null>(null);
  const [places, setPlaces] = useState<Place[] | null>(null);
  const [at, setAt] = useState<string>(NEW);
  const [picked, setPicked] = useState<ReadonlySet<number>>(new Set(giving ? wish.ats : []));
  const [way, setWay] = useState<Way>("copy");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  useEffect(() => {
    if (piece === null) return undefined;
    let gone = false;
    placesOf(addressOf(piece), piece.kind).then((found) => {
      if (gone) return;
      setPlaces(found);
      setAt(found[0]?.address ?? NEW);
    }, (thrown: unknown) => !gone && setError(asApiError(thrown)));
    return () => {
      gone = true;
    };
  }, [piece]);

  const place = places?.find(({ address }) => address === at) ?? null;
  const rows = giving ? mine : place?.rows ?? [];
  const chosen = [...picked].filter((row) => row < rows.length).sort((a, b) => a - b);

  async function run(): Promise<void> {
    if (piece === null) return;
    setBusy(true);
    setError(null);
    const labels = { give: say("rules.step.give", { count: chosen.length }), take: say("rules.step.take", { count: chosen.length }), link: say("rules.step.link"), back: say("rules.step.back") };
    const target: Address = addressOf(piece);
    try {
      const goal = !giving ? { set: own } : place !== null ? { set: place.address } : { holder: target, name: say("rules.newSetName", { name: piece.name }) };
      const done = await transfer(giving ? own : place?.address ?? own, chosen, goal, way === "move", labels);
      toast({
        text: say(way === "move" ? "rules.moved" : "rules.copied", { count: chosen.length, name: giving ? piece.name : ownName }),
        act: { label: say("common.undo"), run: () => void done.undo().catch((thrown: unknown) => toast({ icon: "error", text: asApiError(thrown).message })) },
      });
      onClose();
    } catch (thrown) {
      setError(asApiError(thrown));
      setBusy(false);
    }
  }
  const ready = piece !== null && places !== null && chosen.length > 0 && (giving || place !== null) && !busy;
  return (
    <Dialog
      open onClose={onClose} closeLabel={say("common.close")} title={say(giving ? "rules.give" : "rules.bring")}
      footer={piece === null ? undefined : (
        <>
          <Segmented<Way> label={say("rules.way")} value={way} onChange={setWay} options={[{ id: "copy", label: say("rules.way.copy") }, { id: "move", label: say("rules.way.move") }]} />
          <span className="push" />
          <Button onPress={onClose}>{say("common.cancel")}</Button>
          <Button look="fill" isDisabled={!ready} onPress={() => void run()}>{say(way === "move" ? "rules.moveCount" : "rules.copyCount", { count: chosen.length })}</Button>
        </>
      )}
    >
      {error === null ? null : <Banner tone="error" title={error.message} hint={error.hint} />}
      {piece === null ? (
        <div className="transfer-pick"><p className="secondary">{say(giving ? "rules.giveTo" : "rules.bringFrom")}</p><PiecePicker kinds={KINDS} except={[own]} onPick={setPiece} /></div>
      ) : (
        <div className="stack transfer">
          <div className="line transfer-piece"><Icon name={piece.kind} /><Name text={piece.name} className="grow medium" /><Button size="small" look="quiet" onPress={() => { setPiece(null); setPlaces(null); setError(null); if (!giving) setPicked(new Set()); }}>{say("rules.another")}</Button></div>
          {places === null || (piece.kind === "regex" && giving) ? null : places.length === 0 && !giving ? <p className="secondary">{say("rules.noSets")}</p> : piece.kind === "regex" ? null : (
            <Select label={say("rules.whichSet")} look="field" value={at} onChange={(next) => { setAt(next); if (!giving) setPicked(new Set()); }} options={[...places.map(({ address, name, rows: held }) => ({ id: address, label: name.trim() === "" ? say("common.noName") : name, note: say("rules.count", { count: held.length }) })), ...(giving ? [{ id: NEW, label: say("rules.newSet") }] : [])]} />
          )}
          {rows.length === 0 ? (places !== null && !giving && place !== null ? <p className="secondary">{say("rules.none")}</p> : null) : (
            <fieldset className="transfer-rows">
              <legend className="aside-text">{say("rules.rules")}</legend>
              <Checkbox label={say("rules.all", { count: rows.length })} on={chosen.length === rows.length} mixed={chosen.length > 0 && chosen.length < rows.length} onChange={(on) => setPicked(new Set(on ? rows.map((_, row) => row) : []))} />
              {rows.map((rule, row) => (
                <Checkbox key={row} on={picked.has(row)} onChange={(on) => setPicked(new Set(on ? [...picked, row] : [...picked].filter((one) => one !== row)))} label={<span className="transfer-rule"><Name text={ruleName(rule, row, say)} /><code className="mono small tertiary cut">{isMap(rule) && typeof rule.find === "string" ? rule.find.slice(0, 80) : ""}</code></span>} />
              ))}
            </fieldset>
          )}
        </div>
      )}
    </Dialog>
  );
}
