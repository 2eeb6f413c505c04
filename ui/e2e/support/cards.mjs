// Cards read and written here with none of the project's code: chunks, base64 and JSON by their specifications.
import { crc32, deflateRawSync, deflateSync } from "node:zlib";

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function checksum(bytes) {
  if (typeof crc32 === "function") return crc32(bytes);
  // Node before 20.15 has none.
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(checksum(body), body.length + 4);
  return out;
}

/** A PNG of pixels, three bytes each, with text chunks behind them. */
export function png({ width, height, bytes }, texts = {}) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  // Each row begins with the number of its filter; 0 is none.
  const rows = Array.from({ length: height }, (_, y) => [Buffer.from([0]), bytes.subarray(y * width * 3, (y + 1) * width * 3)]).flat();
  const carried = Object.entries(texts).map(([keyword, text]) => chunk("tEXt", Buffer.from(`${keyword}\0${text}`, "latin1")));
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("IDAT", deflateSync(Buffer.concat(rows))), ...carried, chunk("IEND", Buffer.alloc(0))]);
}

/** A square PNG of one colour. */
export function picture(colour, side, texts = {}) {
  return png({ width: side, height: side, bytes: Buffer.alloc(side * side * 3, Buffer.from(colour)) }, texts);
}

/** A card in a PNG, as a Tavern app writes it. */
export function cardPng(card, colour = [90, 120, 160]) {
  return picture(colour, 96, { chara: Buffer.from(JSON.stringify(card)).toString("base64") });
}

/** The chunks of a PNG, each with its checksum proved. */
export function chunksOf(bytes) {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) throw new Error("no PNG signature");
  const chunks = [];
  for (let at = 8; at < bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    if (checksum(body) !== bytes.readUInt32BE(at + 8 + length)) throw new Error(`checksum of the chunk at ${at}`);
    chunks.push({ kind: body.toString("latin1", 0, 4), data: body.subarray(4) });
    at += length + 12;
  }
  if (chunks.at(-1)?.kind !== "IEND") throw new Error("no IEND at the end");
  return chunks;
}

/** What a PNG says under a keyword, decoded from base64 to JSON; absent is `undefined`. */
export function cardIn(bytes, keyword = "chara") {
  const text = chunksOf(bytes).filter(({ kind }) => kind === "tEXt").map(({ data }) => data.toString("latin1")).find((held) => held.startsWith(`${keyword}\0`));
  return text === undefined ? undefined : JSON.parse(Buffer.from(text.slice(keyword.length + 1), "base64").toString("utf8"));
}

/** The compressed pixels of a PNG: the same bytes mean the same picture. */
export function pixelsOf(bytes) {
  return Buffer.concat(chunksOf(bytes).filter(({ kind }) => kind === "IDAT").map(({ data }) => data));
}

/** An archive entry to be deflated. */
export function packed({ name, bytes }) {
  return { name, bytes, data: deflateRawSync(bytes), method: 8 };
}

/** A zip of entries, stored unless they are packed. */
export function zip(entries) {
  const parts = [];
  const records = [];
  let at = 0;
  for (const { name, bytes, data = bytes, method = 0 } of entries) {
    const title = Buffer.from(name, "utf8");
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(0x00210000, 6);
    shared.writeUInt32LE(checksum(bytes), 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(title.length, 22);
    parts.push(Buffer.from("PK\x03\x04", "latin1"), shared, title, data);
    const behind = Buffer.alloc(14);
    behind.writeUInt32LE(at, 10);
    records.push(Buffer.from("PK\x01\x02\x14\x00", "latin1"), shared, behind, title);
    at += 30 + title.length + data.length;
  }
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, directory, end]);
}
