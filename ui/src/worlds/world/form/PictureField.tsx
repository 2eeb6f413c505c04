// The picture of a document: shown, chosen among those of the world, added from a file, or taken off.
import { type Document, useValue } from "../../../documents";
import { Button, LabelRow } from "../../../kit";
import { useMessages } from "../../../messages";
import { OddNote } from "../../../workbench/fields/Odd";
import { stepOf } from "../../../workbench/fields/names";
import { FieldMark } from "../../../checks/Mark";
import { partsOfRef } from "../model";
import { ChoosePicture } from "../pictures/ChoosePicture";
import { Thumb } from "../pictures/Thumb";

export function PictureField({ document, path, label }: { document: Document; path: string; label: string }) {
  const { say } = useMessages();
  const value = useValue(document, path);
  const text = typeof value === "string" ? value : null;
  const file = document.store.get().entity.id;
  const write = (next: string | null): void => document.edit({ label: stepOf(label), changes: [next === null ? { path } : { path, value: next }] });
  return (
    <div data-document data-path={path} className="world-picture">
      <LabelRow label={label}><FieldMark document={document} path={path} /></LabelRow>
      <div className="line world-picture-row">
        <Thumb path={text} side={96} className="world-picture-thumb" />
        <div className="stack world-picture-acts">
          {text === null ? null : <bdi className="mono small cut" title={text}>{text}</bdi>}
          <span className="line">
            <ChoosePicture of={partsOfRef(file) === null ? null : file} role={file === "world.json" ? "cover" : "reference"} onPick={write} label={text === null ? say("world.choosePicture") : say("world.replacePicture")} />
            {text === null ? null : <Button size="small" icon="close" onPress={() => write(null)}>{say("world.takeOffPicture")}</Button>}
          </span>
        </div>
      </div>
      <OddNote document={document} path={path} wanted="text" />
    </div>
  );
}
