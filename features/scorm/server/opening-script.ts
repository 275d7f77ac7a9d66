/** What every page of a package begins with (launcher/stage.ts). The same address for all packages, without a token: it says nothing about any. */
export const stageScriptPath = "~stage.js";
const tag = `<script src="/c/${stageScriptPath}"></script>`;

/** How much of a page is looked through for the place where its content begins. */
export const headBytes = 64 * 1024;

export interface Insertion {
  /** Offset in bytes, before which `bytes` go. */
  readonly at: number;
  readonly bytes: Buffer;
}

// What may stand before the first script without running anything. Attributes may hold ">" in quotes.
const attributes = `(?:[^>"']|"[^"]*"|'[^']*')*>`;
const blank = /(?:\s+|<!--(?:-?>|[\s\S]*?-->)|<[!?][^>]*>)/y;
const html = new RegExp(`<html(?=[\\s/>])${attributes}`, "iy");
const head = new RegExp(`<head(?=[\\s/>])${attributes}`, "iy");
// A policy of the page itself counts for what stands after it.
const meta = new RegExp(`<meta(?=[\\s/>])(?![^>]*content-security-policy)${attributes}`, "iy");

/**
 * Where the script belongs in a page whose first bytes are given: after its doctype (else it would be drawn by other rules), inside its head and after
 * what declares its encoding, and before anything that can run. Null where it cannot be placed: XML without a head, UTF-16 without its mark.
 */
export function insertionFor(start: Buffer, mediaType: string): Insertion | null {
  const [first = 0, second = 0] = start;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (!isWide && (first === 0 || second === 0)) return null;
  const isBigEndian = isWide && first === 0xfe;
  const even = start.subarray(0, start.length - (start.length % 2));
  const text = isWide ? (isBigEndian ? Buffer.from(even).swap16() : even).toString("utf16le") : start.toString("latin1");
  let at = isWide ? 1 : text.startsWith("\xef\xbb\xbf") ? 3 : 0;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const skipAll = (...patterns: RegExp[]) => {
    while (patterns.some(skip));
  };
  skipAll(blank);
  skip(html);
  skipAll(blank);
  const hasHead = skip(head);
  if (!hasHead && mediaType !== "text/html") return null;
  skipAll(blank, meta);
  const bytes = Buffer.from(tag, isWide ? "utf16le" : "latin1");
  return { at: isWide ? at * 2 : at, bytes: isBigEndian ? bytes.swap16() : bytes };
}
