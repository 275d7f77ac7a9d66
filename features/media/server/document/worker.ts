// Runs in a process of its own with limits on memory and time: all code that reads an untrusted document runs here.
import mammoth from "mammoth";
import { marked } from "marked";
import { fromBufferPromise } from "yauzl";
import { isTooDeep, piecesOf, type Piece } from "./pieces.ts";

export type DocumentKind = "word" | "markdown" | "html";
export interface WorkerInput {
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array;
}
/** Why a document is not read. */
export type DocumentRefusal = "no_word" | "protected" | "too_large_inside" | "too_deep" | "broken";
/** What a document holds. pictures: the bytes of those that came with it; a piece names one by its place, or by an address where it did not come. */
export type WorkerResult = { readonly pieces: Piece[]; readonly pictures: Uint8Array[] } | { readonly refusal: DocumentRefusal };

/** Limits of a Word document, which is a zip: entries, and bytes once it is unpacked (counted, whatever it declares). */
const mostEntries = 5000;
const mostUnpacked = 100 * 1024 ** 2;
const mostPictures = 200;

class Refused extends Error {
  readonly refusal: DocumentRefusal;
  constructor(refusal: DocumentRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

async function checkZip(bytes: Buffer) {
  // Word encrypts a document by putting it into an older kind of file, which is also what .doc was.
  if (bytes.subarray(0, 4).toString("hex") === "d0cf11e0") throw new Refused("protected");
  const zip = await fromBufferPromise(bytes, { validateEntrySizes: true });
  let entries = 0;
  let unpacked = 0;
  let isWord = false;
  for await (const entry of zip.eachEntry()) {
    entries += 1;
    if (entries > mostEntries) throw new Refused("too_large_inside");
    if (entry.fileName === "word/document.xml") isWord = true;
    if (entry.fileName.endsWith("/")) continue;
    for await (const piece of await zip.openReadStreamPromise(entry)) {
      unpacked += (piece as Buffer).length;
      if (unpacked > mostUnpacked) throw new Refused("too_large_inside");
    }
  }
  if (!isWord) throw new Refused("no_word");
}

async function wordToHtml(bytes: Buffer, pictures: Uint8Array[]): Promise<string> {
  await checkZip(bytes).catch((error: unknown) => {
    throw error instanceof Refused ? error : new Refused("no_word");
  });
  const { value } = await mammoth.convertToHtml(
    { buffer: bytes },
    {
      // Nothing outside of the document is read.
      externalFileAccess: false,
      styleMap: ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"],
      convertImage: mammoth.images.imgElement(async (image) => ({ src: keep(pictures, await image.readAsBuffer()) })),
    },
  );
  return value;
}

/** Keeps a picture and gives the name by which a piece finds it. */
function keep(pictures: Uint8Array[], bytes: Uint8Array): string {
  if (pictures.length >= mostPictures) return "";
  return `kept:${pictures.push(bytes) - 1}`;
}

/** Pictures that stand in the page itself. */
const inline = /^data:image\/(?:png|jpe?g|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/i;

async function read({ kind, bytes }: WorkerInput): Promise<WorkerResult> {
  const pictures: Uint8Array[] = [];
  const text = () => new TextDecoder().decode(bytes).replaceAll("\0", "");
  const html =
    kind === "word"
      ? await wordToHtml(Buffer.from(bytes), pictures)
      : kind === "html"
        ? text()
        : await marked.parse(text(), { gfm: true, async: true });
  if (isTooDeep(html)) throw new Refused("too_deep");
  const pieces = piecesOf(html).map((piece): Piece => {
    if (piece.kind !== "picture" || (kind === "word" && piece.source.startsWith("kept:"))) return piece;
    const [, coded] = inline.exec(piece.source) ?? [];
    return { ...piece, source: coded === undefined ? "" : keep(pictures, Buffer.from(coded, "base64")) };
  });
  return { pieces, pictures };
}

process.once("disconnect", () => process.exit());
process.once("message", (input: WorkerInput) => {
  void read(input)
    .catch((error: unknown): WorkerResult => ({ refusal: error instanceof Refused ? error.refusal : "broken" }))
    .then((result) => process.send?.(result));
});
