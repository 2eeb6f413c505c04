// Choosing a picture for a field: one the world has, or a new file.
import { Button, Popover } from "../../../kit";
import { useMessages } from "../../../messages";
import { useDesk } from "../desk";
import { useOpened } from "../names";
import { addPicture, type Role } from "./acts";
import { Thumb } from "./Thumb";

export interface ChoosePictureProps { of: string | null; role: Role; label: string; onPick: (path: string) => void }

/** Pictures offered at once; the page of pictures has all. */
const SHOWN = 60;

export function ChoosePicture({ of, role, label, onPick }: ChoosePictureProps) {
  const { say } = useMessages();
  const desk = useOpened();
  const pictures = useDesk(desk, ({ open }) => open?.pictures);
  // Its own first.
  const own = (path: string): number => (of !== null && path.startsWith(`images/${of}/`) ? 0 : 1);
  const shown = [...(pictures ?? [])].sort((a, b) => own(a.path) - own(b.path)).slice(0, SHOWN);
  return (
    <Popover label={label} button={<Button size="small" look="line" icon="image">{label}</Button>}>
      {(close) => (
        <div className="world-choose">
          <Button
            icon="add" size="small" look="line"
            onPress={() => {
              close();
              void addPicture(desk, of, role).then((path) => path !== null && onPick(path));
            }}
          >{say("world.addPictureFile")}</Button>
          {shown.length === 0 ? <p className="small tertiary">{say("world.noPictures")}</p> : (
            <div className="world-choose-grid" role="group" aria-label={say("world.pictures")}>
              {shown.map(({ path }) => (
                <button key={path} type="button" className="world-choose-one" title={path} aria-label={path} onClick={() => { onPick(path); close(); }}><Thumb path={path} side={72} /></button>
              ))}
            </div>
          )}
        </div>
      )}
    </Popover>
  );
}
