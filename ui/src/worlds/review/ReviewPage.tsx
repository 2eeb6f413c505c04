// The review of an import: every document beside the pieces of the card it was made from, with what is done with it.
// Nothing is in the world before it is approved.
import { useLayoutEffect, useMemo, useState } from "react";
import type { CardOutcome, ImportReview } from "../../bindings";
import { capOf, registerCommands, runCommand } from "../../commands";
import { useQuery } from "../../data/queries";
import { useStore } from "../../data/store";
import { Banner, Button, EmptyState, PagePane, PaneRow, SidePane } from "../../kit";
import { useMessages } from "../../messages";
import { useNavigation } from "../../navigation";
import { finish } from "../importing/acts";
import { OutcomeStrip } from "../parts/Outcomes";
import { forgetReview, reviews } from "./acts";
import { Beside } from "./Beside";
import { DocumentView } from "./DocumentView";
import { docOf, fateOf, rowsOf } from "./model";
import { PieceView, TextView } from "./OtherViews";
import { ReviewList } from "./ReviewList";
import "./review.css";

export function ReviewPage({ world }: { world: string }) {
  const { say } = useMessages();
  const asked = useQuery("import_review_get", { world });
  const answered = useStore(reviews, (state) => state.reviews[world]);
  const review = answered ?? asked.data;
  if (review === null) return <PaneRow><PagePane label={say("review.title")}>{asked.error === null ? null : <Banner tone="error" title={asked.error.message} hint={asked.error.hint} />}</PagePane></PaneRow>;
  return <Review review={review} />;
}

function Review({ review }: { review: ImportReview }) {
  const { say } = useMessages();
  const { world } = review;
  const [outcome, choose] = useState<CardOutcome | null>(null);
  const list = useNavigation((state) => state.list);
  const inspector = useNavigation((state) => state.inspector);
  const fault = useStore(reviews, (state) => state.fault);
  const chosen = useStore(reviews, (state) => state.chosen[world]);
  const rows = useMemo(() => rowsOf(review, outcome), [review, outcome]);
  const row = rows.find(({ id }) => id === chosen) ?? rows[0];
  const pick = (id: string): void => reviews.set(({ chosen: all }) => ({ chosen: { ...all, [world]: id } }));
  const left = review.documents.filter((one) => fateOf(one).fate !== "keep").length;
  useLayoutEffect(() => registerCommands([{ id: "review.approve", title: "review.approve", icon: "ok", keys: ["Mod+Enter"], everywhere: true, run: () => void finish(world).then(() => forgetReview(world)) }]), [world]);
  return (
    <>
      {fault === null ? null : <Banner tone="error" title={fault.message} hint={fault.hint} />}
      <PaneRow>
        {list ? <SidePane id="review-list" side="left" label={say("review.list")}><ReviewList rows={rows} chosen={row?.id ?? null} onChoose={pick} /></SidePane> : null}
        <PagePane label={say("review.title")} className="review-page"><div className="pane-scroll" data-help="review" key={row?.id}>
          {row === undefined ? <EmptyState title={say("review.nothing")} /> : row.is === "document" ? <DocumentView review={review} document={row.document} />
            : row.is === "text" ? <TextView text={row.text} /> : <PieceView review={review} piece={row.piece} onOpen={(reference) => { choose(null); pick(reference); }} />}
        </div></PagePane>
        {inspector && row?.is === "document" ? <SidePane id="review-pieces" side="right" label={say("review.madeFrom")} width={380}><Beside review={review} from={row.document.from} doc={docOf(row.document)} /></SidePane> : null}
      </PaneRow>
      <div className="review-foot">
        <OutcomeStrip outcomes={review.outcomes} chosen={outcome} onChoose={choose} />
        <span className="grow" />
        <span className="small secondary nowrap">{left === 0 ? say("review.allKept", { count: review.documents.length }) : say("review.someLeft", { kept: review.documents.length - left, left })}</span>
        <Button look="fill" icon="ok" cap={capOf("Mod+Enter")} onPress={() => runCommand("review.approve")}>{say("review.approve")}</Button>
      </div>
    </>
  );
}
