// Files a page holds that were too large to be sent unasked, by the row that stands for them: when the person raises
// the limit, they are sent from here. A page that is loaded anew holds none.
const files = new Map<string, File>();

/** Files above this are announced before they are sent; whether they may come is the studio's to say. */
export const ANNOUNCED = 32 << 20;

export function hold(id: string, file: File): void {
  files.set(id, file);
}

export function heldFile(id: string): File | undefined {
  return files.get(id);
}

export function letGo(id: string): void {
  files.delete(id);
}
