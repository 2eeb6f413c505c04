// Choosing a part of the portrait. The core cuts it, in the picture's own pixels; nothing is drawn from here.
import { useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import "react-easy-crop/react-easy-crop.css";
import type { Sha256 } from "../../bindings";
import { host } from "../../host";
import { Button, Dialog, Segmented } from "../../kit";
import { useMessages } from "../../messages";

const SHAPES = { "2:3": 2 / 3, "4:5": 4 / 5, "3:4": 3 / 4, "1:1": 1 } as const;
type Shape = keyof typeof SHAPES;
const ZOOM = { least: 1, most: 5, step: 0.05 };

export interface Part { left: number; top: number; width: number; height: number }
export interface CropProps { sha256: Sha256; onCrop: (part: Part) => void; onClose: () => void }

export function Crop({ sha256, onCrop, onClose }: CropProps) {
  const { say } = useMessages();
  const [at, setAt] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [shape, setShape] = useState<Shape>("2:3");
  const [area, setArea] = useState<Area | null>(null);
  const done = (): void => { if (area !== null) onCrop({ left: Math.round(area.x), top: Math.round(area.y), width: Math.round(area.width), height: Math.round(area.height) }); };
  return (
    <Dialog
      open size="page" title={say("media.cropTitle")} onClose={onClose} closeLabel={say("common.close")}
      footer={<><span className="grow small secondary">{area === null ? "" : say("media.cropSize", { width: Math.round(area.width), height: Math.round(area.height) })}</span><Button onPress={onClose}>{say("common.cancel")}</Button><Button look="fill" isDisabled={area === null} onPress={done}>{say("media.crop")}</Button></>}
    >
      <div className="crop">
        <div className="crop-stage">
          <Cropper
            image={host().mediaUrl(sha256)} crop={at} zoom={zoom} aspect={SHAPES[shape]} minZoom={ZOOM.least} maxZoom={ZOOM.most} keyboardStep={8} disableAutomaticStylesInjection
            onCropChange={setAt} onZoomChange={setZoom} onCropComplete={(_, pixels) => setArea(pixels)} onCropAreaChange={(_, pixels) => setArea(pixels)}
            cropperProps={{ role: "group", "aria-label": say("media.cropKeys") } as React.HTMLAttributes<HTMLDivElement>}
          />
        </div>
        <div className="line crop-controls">
          <Segmented<Shape> label={say("media.shape")} value={shape} options={(Object.keys(SHAPES) as Shape[]).map((id) => ({ id, label: id }))} onChange={setShape} />
          <label className="line grow small secondary">{say("media.zoom")}<input type="range" className="grow" min={ZOOM.least} max={ZOOM.most} step={ZOOM.step} value={zoom} onChange={(event) => setZoom(Number(event.target.value))} /></label>
        </div>
      </div>
    </Dialog>
  );
}
