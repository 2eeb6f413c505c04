// The workbench place: the piece of the tab on top, opened when its tab is first looked at, drawn by its kind.
import { type ComponentType, useEffect, useLayoutEffect, useState } from "react";
import type { Address, ApiError, Kind } from "../bindings";
import { capOf, commandOf } from "../commands";
import { type Document, openDocument, useDocument, useOpenDocument, useText } from "../documents";
import { asApiError } from "../host";
import { Banner, Button, EmptyState, PagePane, PaneRow } from "../kit";
import { useMessages } from "../messages";
import { labelTab, useNavigation, useScrollWithin } from "../navigation";
import { CharacterEditor } from "./character/CharacterEditor";
import { registerPiece } from "./commands";
import { FindBar } from "./find/FindBar";
import { namePath } from "./goto";
import { Lasting } from "./Lasting";
import { LorebookEditor } from "./lorebook/LorebookEditor";
import { usePieceName } from "./name";
import { PieceBar } from "./PieceBar";
import { PackEditor } from "./pack/PackEditor";
import { PersonaEditor } from "./persona/PersonaEditor";
import { PresetEditor } from "./preset/PresetEditor";
import { QuickreplyEditor } from "./quickreply/QuickreplyEditor";
import { RegexEditor } from "./regex/RegexEditor";
import "./panels";
import "./workbench.css";

const EDITORS: Record<Kind, ComponentType<{ document: Document }>> = {
  character: CharacterEditor, lorebook: LorebookEditor, persona: PersonaEditor, regex: RegexEditor, preset: PresetEditor, pack: PackEditor, quickreply: QuickreplyEditor,
};

export function Workbench() {
  const tab = useNavigation((state) => state.tab);
  return tab === null ? <NothingOpen /> : <Piece key={tab} address={tab} />;
}

function NothingOpen() {
  const { say } = useMessages();
  const keys = commandOf("palette.open")?.keys?.[0];
  return (
    <PaneRow>
      <PagePane label={say("pane.page")}>
        <EmptyState level={1} title={say("workbench.nothingOpen")} hint={say("workbench.nothingOpenHint", { keys: keys === undefined ? "" : capOf(keys) })} />
      </PagePane>
    </PaneRow>
  );
}

function Piece({ address }: { address: Address }) {
  const { say } = useMessages();
  const document = useOpenDocument(address);
  const [error, setError] = useState<ApiError | null>(null);
  const [turn, again] = useState(0);
  useEffect(() => {
    let gone = false;
    openDocument(address).then(() => !gone && setError(null), (thrown: unknown) => !gone && setError(asApiError(thrown)));
    return () => {
      gone = true;
    };
  }, [address, turn]);
  if (document !== null) return <Editor document={document} />;
  return (
    <PaneRow>
      <PagePane label={say("pane.page")}>
        {error === null ? null : (
          <Banner tone="error" title={error.message} hint={error.hint}>
            <Button look="line" size="small" onPress={() => again(turn + 1)}>{say("common.tryAgain")}</Button>
          </Banner>
        )}
      </PagePane>
    </PaneRow>
  );
}

function Editor({ document }: { document: Document }) {
  const kind = useDocument(document, (state) => state.entity.kind);
  const own = useText(document, namePath(kind));
  const piece = usePieceName(document);
  const name = kind === "character" ? own : piece;
  useEffect(() => labelTab(document.address, kind, name), [document, kind, name]);
  useLayoutEffect(() => registerPiece(kind, document.address), [kind, document]);
  useScrollWithin(document.address);
  const Page = EDITORS[kind];
  return (
    <>
      <PieceBar document={document} />
      <FindBar document={document} />
      <Lasting document={document} />
      <Page document={document} />
    </>
  );
}
