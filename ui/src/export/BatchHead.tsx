// What a batch is asked for: app and kind of file, folder, how files are called, what happens where a name is taken.
import { useState } from "react";
import type { BatchCollision, BatchWish, FormatRow } from "../bindings";
import { host } from "../host";
import { Banner, Button, Checkbox, Select, TextField } from "../kit";
import { useMessages } from "../messages";
import type { Batch } from "./batch";

/** In the place of an app: every piece in one file of our own. */
export const TOGETHER = "together";
/** In the place of a container: the app's usual one. */
const USUAL = "usual";

export interface BatchHeadProps {
  wish: BatchWish;
  formats: FormatRow[];
  together: boolean;
  /** The name of the one file, in place of the pattern. */
  fileName: string;
  batch: Batch;
  off: boolean;
  onWish: (part: Partial<BatchWish>) => void;
  onTogether: (together: boolean) => void;
  onFileName: (name: string) => void;
  onPick: () => void;
}

export function BatchHead({ wish, formats, together, fileName, batch, off, onWish, onTogether, onFileName, onPick }: BatchHeadProps) {
  const { say } = useMessages();
  const [plain, setPlain] = useState(false);
  const spec = formats.find(({ id }) => id === wish.format);
  const containers = [{ id: USUAL, label: say("batch.usual") }, ...(spec?.writes ?? []).map((id) => ({ id, label: id.toUpperCase() }))];
  const container = wish.options.container ?? USUAL;
  const collisions: BatchCollision[] = ["number", "replace", "skip"];
  const obstacle = batch.plan?.obstacle ?? batch.planError;
  return (
    <>
      <div className="export-batch-head">
        <Select
          label={say("export.app")} value={together ? TOGETHER : wish.format === "" ? null : wish.format} placeholder={say("export.findApp")} off={off}
          options={[{ id: TOGETHER, label: say("export.set"), note: say("export.setNote") }, ...formats.map(({ id, title }) => ({ id, label: title }))]}
          onChange={(id) => {
            onTogether(id === TOGETHER);
            if (id !== TOGETHER) onWish({ format: id, options: plain ? { plainPicture: true } : {} });
          }}
        />
        {together ? null : <Select label={say("export.container")} value={container} options={containers} off={off || spec === undefined} onChange={(id) => onWish({ options: { ...wish.options, container: id === USUAL ? null : id } })} />}
        <TextField label={say("export.folder")} mono className="grow" value={wish.folder} onChange={(folder) => onWish({ folder })} off={off} />
        {host().can.pickPaths ? <Button look="line" onPress={onPick} isDisabled={off}>{say("export.change")}</Button> : null}
      </div>
      <div className="export-batch-head export-batch-names">
        {together ? <TextField label={say("export.setName")} mono className="grow" value={fileName} onChange={onFileName} off={off} />
          : <TextField label={say("batch.pattern")} hint={say("batch.patternHint")} mono className="grow" value={wish.pattern} onChange={(pattern) => onWish({ pattern })} off={off} />}
        <Select<BatchCollision> label={say("batch.collision")} value={wish.collision} options={(together ? collisions.slice(1, 2) : collisions).map((id) => ({ id, label: say(`batch.collision.${id}`) }))} onChange={(collision) => onWish({ collision })} off={off || together} />
        {together ? null : (
          <Checkbox
            label={say("export.plainPicture")} on={plain} off={off}
            onChange={(on) => {
              setPlain(on);
              onWish({ options: { ...wish.options, plainPicture: on } });
            }}
          />
        )}
      </div>
      {obstacle === null || together ? null : <Banner tone="error" title={say("batch.obstacle", { folder: wish.folder })} hint={`${obstacle.message} ${obstacle.hint ?? ""}`} />}
    </>
  );
}
