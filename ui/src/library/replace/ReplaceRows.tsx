// What would change, piece by piece: a row for each piece and below it one for each field, with a tick, the words before
// and after. Space takes a row out of the run or in again; a piece takes all of its fields with it.
import { useMemo, useState } from "react";
import type { FoundField, FoundPiece } from "../../bindings";
import { DiffText, Icon, Name, placeId, TickBox, VirtualList } from "../../kit";
import { useMessages } from "../../messages";
import { openTab } from "../../navigation";
import { keyOf, setLeft, useReplace } from "./state";

type Line = { piece: FoundPiece; field: FoundField | null };
const LIST = "replace-rows";

function keysOf({ piece, field }: Line): string[] {
  return (field === null ? piece.fields : [field]).map(({ path }) => keyOf(piece.address, path));
}

function Row({ index, line, current, onCursor }: { index: number; line: Line; current: boolean; onCursor: () => void }) {
  const { say, number } = useMessages();
  const { piece, field } = line;
  const keys = keysOf(line);
  const out = useReplace((state) => keys.filter((key) => state.left.has(key)).length);
  const on = out === 0;
  const toggle = (): void => setLeft(keys, on);
  return (
    <div
      id={placeId(LIST, index)} role="option" aria-selected={on} className={`replace-row ${field === null ? "replace-piece" : "replace-field"} ${current ? "replace-current" : ""}`} onMouseDown={onCursor}
    >
      <span className="replace-tick" onClick={toggle}><TickBox on={on} mixed={!on && out < keys.length} /></span>
      {field === null ? (
        <>
          <Icon name={piece.kind} className="tertiary" />
          <Name text={piece.name} className="grow medium" />
          <span className="figure small tertiary">{number(piece.total)}</span>
        </>
      ) : (
        <>
          <span className="replace-name small secondary cut">{field.label}<span className="aside-text">, <Name text={piece.name} /></span></span>
          <span className="replace-places grow">
            {field.places.map((place) => <span key={place.from} className="replace-place"><DiffText before={place.before ?? ""} after={place.after ?? ""} /></span>)}
            {field.count > field.places.length ? <span className="small tertiary">{say("replace.moreHere", { count: field.count - field.places.length })}</span> : null}
          </span>
          <span className="figure small tertiary">{number(field.count)}</span>
        </>
      )}
    </div>
  );
}

export function ReplaceRows({ pieces }: { pieces: FoundPiece[] }) {
  const { say } = useMessages();
  const [cursor, setCursor] = useState(0);
  const lines = useMemo(() => pieces.flatMap((piece): Line[] => [{ piece, field: null }, ...piece.fields.map((field) => ({ piece, field }))]), [pieces]);
  const left = useReplace((state) => state.left);
  return (
    <VirtualList
      id={LIST} label={say("replace.rows")} count={lines.length} multiple cursor={Math.min(cursor, lines.length - 1)} onCursor={setCursor} rowSize={34} className="replace-list"
      onToggle={(index) => {
        const line = lines[index];
        if (line !== undefined) setLeft(keysOf(line), keysOf(line).every((key) => !left.has(key)));
      }}
      onOpen={(index) => {
        const line = lines[index];
        if (line !== undefined) openTab(line.piece.address, { kind: line.piece.kind, name: line.piece.name }, line.field?.path);
      }}
    >
      {(index) => {
        const line = lines[index];
        return line === undefined ? <div /> : <Row key={index} index={index} line={line} current={index === cursor} onCursor={() => setCursor(index)} />;
      }}
    </VirtualList>
  );
}
