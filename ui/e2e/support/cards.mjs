// Cards read and written here with none of the project's code: chunks, base64 and JSON by their specifications.
import { crc32, deflateSync } from "node:zlib";

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

/** A PNG of one colour, with text chunks before the pixels' end. */
export function picture([red, green, blue], side, texts = {}) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3).map((_, at) => [red, green, blue][at % 3])]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => row)));
  const carried = Object.entries(texts).map(([keyword, text]) => chunk("tEXt", Buffer.concat([Buffer.from(`${keyword}\0`, "latin1"), Buffer.from(text, "latin1")])));
  return Buffer.concat([SIGNATURE, chunk("IHDR", header), chunk("IDAT", pixels), ...carried, chunk("IEND", Buffer.alloc(0))]);
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
