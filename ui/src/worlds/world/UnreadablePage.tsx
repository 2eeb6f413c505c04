// A file that could not be read: what is wrong with it and its text as it lies there. It is never overwritten from here.
import { Banner } from "../../kit";
import { visible } from "../../kit/Authored";
import { useMessages } from "../../messages";
import { useDesk } from "./desk";
import { useOpened } from "./names";
import { useProblemText } from "./Problem";

export function UnreadablePage({ file }: { file: string }) {
  const { say } = useMessages();
  const desk = useOpened();
  const row = useDesk(desk, ({ open }) => open?.unreadable.find((one) => one.file === file));
  const text = useProblemText();
  return (
    <div className="form-scroll" data-pane-start>
      <div className="form form-wide">
        <h2 className="form-title"><bdi className="mono">{file}</bdi></h2>
        {row === undefined ? <p className="secondary">{say("world.readableNow")}</p> : (
          <>
            <Banner tone="error" title={text(row.problem)} hint={row.problem.hint ?? say("world.unreadableHint")} />
            {row.text === null ? <p className="secondary">{say("world.noText")}</p> : <pre className="world-raw" tabIndex={0} aria-label={say("world.rawOf", { file })} dir="auto">{visible(row.text)}</pre>}
          </>
        )}
      </div>
    </div>
  );
}
