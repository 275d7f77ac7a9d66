import { refused } from "#platform/errors.ts";
import { headOf, type Bytes } from "./bytes.ts";

/** The encodings that texts are read in; people may choose another than the one detected. */
export const encodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1252",
  "iso-8859-15",
  "windows-1250",
  "iso-8859-2",
  "windows-1251",
  "macintosh",
  "cp850",
] as const;
export type Encoding = (typeof encodings)[number];

// What MS-DOS wrote, and what spreadsheets still write as "CSV (MS-DOS)"; TextDecoder does not know it.
const upper850 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0";

interface Decoding {
  /** Decodes a piece; what is left over of a character waits for the next one. */
  push(piece: Uint8Array): string;
  end(): string;
}

/** Decodes pieces of a text. A byte order mark is dropped; what cannot be decoded becomes U+FFFD. */
export function decoderOf(encoding: Encoding): Decoding {
  if (encoding === "cp850") {
    const decode = (piece: Uint8Array) =>
      Buffer.from(piece)
        .toString("latin1")
        .replace(/[\u0080-\u00ff]/g, (one) => upper850[one.charCodeAt(0) - 128] ?? "\ufffd");
    return { push: decode, end: () => "" };
  }
  const decoder = new TextDecoder(encoding);
  return { push: (piece) => decoder.decode(piece, { stream: true }), end: () => decoder.decode() };
}

/** Detects the encoding of a text file, reading all of it: the first umlaut may stand in its last row. */
export async function detectEncoding(bytes: Bytes): Promise<Encoding> {
  const head = await headOf(bytes, 4096);
  if (head[0] === 0xff && head[1] === 0xfe) return "utf-16le";
  if (head[0] === 0xfe && head[1] === 0xff) return "utf-16be";
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return "utf-8";
  const wide = wideOf(head);
  if (wide) return wide;
  const strict = new TextDecoder("utf-8", { fatal: true });
  const sample: Buffer[] = [];
  let sampled = 0;
  let isUtf8 = true;
  for await (const piece of await bytes.open()) {
    const data = piece as Buffer;
    if (data.includes(0)) throw notText();
    if (isUtf8) {
      try {
        strict.decode(data, { stream: true });
      } catch {
        isUtf8 = false;
      }
    }
    if (sampled < 200_000)
      for (const line of highParts(data)) {
        sample.push(line);
        sampled += line.length;
      }
  }
  if (isUtf8) {
    try {
      strict.decode();
      return "utf-8";
    } catch {
      // The last character is cut off: it is UTF-8 all the same when there are others.
    }
  }
  return legacyOf(Buffer.concat(sample));
}

const notText = () =>
  refused(422, "file_binary", "This file is not a table that Stoa can read. Save it as .xlsx or .csv and choose that file.");

/** UTF-16 without a mark: of two bytes one is nearly always zero. Throws for other files with zero bytes. */
function wideOf(head: Buffer): Encoding | null {
  if (!head.includes(0)) return null;
  const zeros = [0, 0];
  for (let at = 0; at < head.length; at += 1) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = head.length / 2;
  if (odd > half * 0.5 && even < half * 0.1) return "utf-16le";
  if (even > half * 0.5 && odd < half * 0.1) return "utf-16be";
  throw notText();
}

/** The surroundings of bytes above 127, which tell encodings apart. */
function* highParts(data: Buffer): Generator<Buffer> {
  for (let at = 0; at < data.length; at += 1) {
    if ((data[at] ?? 0) < 128) continue;
    const start = Math.max(0, at - 2);
    let end = at + 1;
    while (end < data.length && end - start < 200 && ((data[end] ?? 0) >= 128 || (data[end + 1] ?? 0) >= 128)) end += 1;
    yield Buffer.concat([data.subarray(start, end + 2), Buffer.from("\n")]);
    at = end + 1;
  }
}

const common = new Set("äöüßéèêàáâçñóúíîôûëïåøæÄÖÜÉÅØ€ãõòìùšžŠŽłąęśżźćńŁŚŻŘřěůčďťňőűășțŐŰ’–“”„…«»");
const frequent = new Set("äöüßéèáíóúñçÄÖÜł");
const rare = new Set("ÿŸþÞðÐµªº¹²³¤¸¨ﬁﬂıŽƒ");
const single = ["windows-1252", "iso-8859-15", "windows-1250", "iso-8859-2", "windows-1251", "macintosh", "cp850"] as const;

/** The most plausible encoding of a text that is not UTF-8: letters among letters speak for one, signs inside words and capitals after small letters against. */
function legacyOf(sample: Buffer): Encoding {
  // Mostly UTF-8 with single broken characters: rows with these are named later.
  const asUtf8 = new TextDecoder("utf-8").decode(sample);
  const good = asUtf8.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  const broken = asUtf8.match(/\ufffd/g)?.length ?? 0;
  if (good > 2 * broken) return "utf-8";
  let best: Encoding = "windows-1252";
  let most = Number.NEGATIVE_INFINITY;
  for (const encoding of single) {
    const { push, end } = decoderOf(encoding);
    const points = plausibility(push(sample) + end());
    if (points > most) [best, most] = [encoding, points];
  }
  return best;
}

function plausibility(text: string): number {
  let points = 0;
  const letter = (one: string | undefined) => one !== undefined && /\p{L}/u.test(one);
  for (let at = 0; at < text.length; at += 1) {
    const one = text[at] ?? "";
    if (one < "\u0080") continue;
    const [before, after] = [text[at - 1], text[at + 1]];
    if (/[\u0080-\u009f\ufffd]/.test(one)) points -= 10;
    // A letter alone is no word.
    else if (letter(one) && (letter(before) || letter(after))) {
      const cyrillic = /\p{Script=Cyrillic}/u.test(one);
      const latinBeside = [before, after].some((beside) => beside !== undefined && /[a-z]/i.test(beside));
      if (cyrillic) points += latinBeside ? -3 : 1;
      else {
        if (common.has(one)) points += 1;
        if (frequent.has(one)) points += 1;
        if (rare.has(one)) points -= 1;
        // A capital inside a word of small letters.
        if (/\p{Lu}/u.test(one) && letter(before) && /\p{Ll}/u.test(`${before}${after}`)) points -= 2;
        // Three in a row are no Latin word.
        if (/[\u0080-\uffff]/.test(before ?? "") && /[\u0080-\uffff]/.test(after ?? "") && letter(before) && letter(after)) points -= 2;
      }
    } else if (letter(before) && letter(after) && one !== "’") points -= 2;
    else if (common.has(one)) points += 1;
    else if (rare.has(one)) points -= 1;
  }
  return points;
}
