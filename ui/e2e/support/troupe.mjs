// A small troupe for pictures of the library: invented characters with drawn portraits. Everything follows from the lists
// below, so that two runs draw the same.
import { png } from "./cards.mjs";

// Name, creator, tags, one line about them; the hue of the sky, the height of the sun, the figure's shape.
const TROUPE = [
  ["Bram Oyelaran", "tidewright", ["sea", "mystery"], "Keeps the harbour ledger and knows which ships never came in.", 205, 0.3, 0],
  ["Ysolde Quill", "the Saltmere parish", ["slow burn", "letters"], "Answers letters addressed to people who are gone.", 268, 0.45, 1],
  ["守灯人林舟", "渡口", ["灯塔", "sea"], "他在雾港的灯塔里数潮水，每晚只说三句话。", 190, 0.62, 0],
  ["Corvin Ash", "tidewright", ["fantasy", "rival"], "A duelling master who has not drawn a blade in nine years.", 14, 0.5, 2],
  ["Mirela Dusk", "halfmoon", ["night", "slow burn"], "Runs the last cinema in a town that sleeps at six.", 300, 0.38, 1],
  ["Teodor Vane", "halfmoon", ["wind", "science"], "Forecasts weather for a country that does not believe in him.", 48, 0.66, 0],
  ["小野ひかり", "夜鷹", ["school", "music"], "放課後の音楽室で、誰もいない席に向かって弾く。", 332, 0.55, 1],
  ["Ingrid Fjordwalker", "north shelf", ["fantasy", "cold"], "Guides travellers over ice that remembers names.", 178, 0.28, 2],
  ["Sister Calloway", "the Saltmere parish", ["mystery", "clocks"], "She took a vow of truth and regrets it weekly.", 96, 0.4, 1],
  ["Pell", "north shelf", ["robot", "comedy"], "A lift attendant in a building without floors.", 226, 0.7, 3],
  ["Amaru Sol", "rios y piedra", ["desert", "romance"], "Sells maps of rivers that have moved.", 30, 0.58, 0],
  ["Dame Perpetua Grout", "tidewright", ["comedy", "nobility"], "Has been about to leave the party since the spring.", 346, 0.48, 2],
];

const WIDE = 240;
const HIGH = 300;

function colour(hue, saturation, lightness) {
  const part = (offset) => {
    const at = (offset + hue / 30) % 12;
    return lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(at - 3, 9 - at, 1));
  };
  return [part(0), part(8), part(4)].map((value) => Math.round(255 * Math.min(1, Math.max(0, value))));
}

/** Whether a point belongs to the figure in front: head, shoulders, and a hat, a hood or a square head by its shape. */
function inFigure(x, y, shape) {
  const across = (x - WIDE / 2) / WIDE;
  const up = y / HIGH;
  const head = shape === 3 ? Math.abs(across) < 0.11 && up > 0.46 && up < 0.63 : (across / 0.105) ** 2 + ((up - 0.55) / 0.095) ** 2 < 1;
  const shoulders = up > 0.64 && Math.abs(across) < 0.12 + 0.16 * Math.sqrt(Math.min(1, (up - 0.64) / 0.14)) + 0.1 * Math.max(0, up - 0.78);
  const neck = Math.abs(across) < 0.045 && up > 0.6 && up < 0.68;
  const hat = shape === 2 && ((Math.abs(up - 0.475) < 0.012 && Math.abs(across) < 0.19) || (up > 0.39 && up < 0.475 && Math.abs(across) < 0.085));
  const hair = shape === 1 && up > 0.46 && up < 0.72 && (across / 0.15) ** 2 + ((up - 0.58) / 0.14) ** 2 < 1;
  return head || shoulders || neck || hat || hair;
}

function portrait(hue, sun, shape) {
  const bytes = Buffer.alloc(WIDE * HIGH * 3);
  const hill = (x, layer) => 0.56 + layer * 0.1 + 0.05 * Math.sin(x / (46 - layer * 9) + hue / 20 + layer * 2) + 0.02 * Math.sin(x / 13 + layer + hue);
  for (let y = 0; y < HIGH; y += 1) {
    for (let x = 0; x < WIDE; x += 1) {
      const up = y / HIGH;
      let drawn = colour(hue + 34 * up, 0.42, 0.3 + 0.5 * up);
      const far = Math.hypot(x - WIDE * 0.68, y - HIGH * (0.12 + 0.3 * (1 - sun)));
      if (far < 26) drawn = colour(hue + 40, 0.6, 0.9);
      else if (far < 70) drawn = drawn.map((part) => Math.min(255, part + Math.round((70 - far) * 0.7)));
      for (let layer = 0; layer < 3; layer += 1) if (up > hill(x, layer)) drawn = colour(hue + 8 * layer, 0.36, 0.42 - 0.1 * layer);
      if (inFigure(x, y, shape)) drawn = colour(hue + 180, 0.22, 0.13 + 0.05 * (1 - up));
      bytes.set(drawn, (y * WIDE + x) * 3);
    }
  }
  return { width: WIDE, height: HIGH, bytes };
}

/** Every one as a file: a name and the bytes of a PNG card. */
export function troupe() {
  return TROUPE.map(([name, creator, tags, description, hue, sun, shape], at) => {
    const data = {
      name, creator, tags, description, personality: "", scenario: "", first_mes: `*${description}*`, mes_example: "", creator_notes: "", system_prompt: "",
      post_history_instructions: "", alternate_greetings: [], character_version: `1.${at}`, extensions: {},
    };
    return inPicture(`${name}.png`, { spec: "chara_card_v2", spec_version: "2.0", data }, hue, sun, shape);
  });
}

/** A card in a drawn portrait, as a file. */
export function inPicture(name, card, hue, sun, shape) {
  return { name, bytes: png(portrait(hue, sun, shape), { chara: Buffer.from(JSON.stringify(card, null, 2)).toString("base64") }) };
}
