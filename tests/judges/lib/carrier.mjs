// Reads a card out of its carrier without any code of Ficha or of a judge, so that expectations stand on their own.
import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

/** The chunks of a PNG: type and data. */
function* chunks(bytes) {
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    yield { type: bytes.toString("latin1", at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) };
    at += length + 12;
  }
}

/** The `tEXt` chunks of a PNG with one of the keywords, decoded from base64 JSON, in file order. */
export function pngCards(bytes) {
  const found = [];
  for (const { type, data } of chunks(bytes)) {
    if (type !== "tEXt") continue;
    const end = data.indexOf(0);
    const keyword = data.toString("latin1", 0, end);
    if (keyword === "chara" || keyword === "ccv3") {
      found.push({ keyword, card: JSON.parse(Buffer.from(data.toString("latin1", end + 1), "base64").toString("utf8")) });
    }
  }
  return found;
}

/** One entry of a zip, found through its central directory. */
export function zipEntry(bytes, name) {
  const end = bytes.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const entry = bytes.toString("utf8", at + 46, at + 46 + nameLength);
    if (entry === name) {
      const local = bytes.readUInt32LE(at + 42);
      const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
      const data = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
      return bytes.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data);
    }
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return undefined;
}

/** The card of a file as its best copy has it: `ccv3` before `chara`, `card.json` of a zip, or the JSON itself. */
export function readCard(file) {
  const bytes = readFileSync(file);
  if (bytes[0] === 0x89) {
    const cards = pngCards(bytes);
    return (cards.find((c) => c.keyword === "ccv3") ?? cards[0]).card;
  }
  if (bytes[0] === 0x50) return JSON.parse(zipEntry(bytes, "card.json").toString("utf8"));
  return JSON.parse(bytes.toString("utf8").replace(/^\ufeff/, ""));
}
