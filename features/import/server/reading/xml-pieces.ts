import { refused } from "#platform/errors.ts";

export interface XmlHandler {
  /** An element begins; `attribute` reads one of its attributes. An element without content ends at once. */
  readonly open: (name: string, attribute: (name: string) => string | undefined) => void;
  readonly close: (name: string) => void;
  readonly text: (text: string) => void;
}

const broken = () =>
  refused(422, "workbook_broken", "This workbook is damaged. Open it in a spreadsheet, save it as .xlsx again, and choose that file.");

/** A tag or text longer than this is an attack and not a table. */
const longest = 1_000_000;
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Replaces the five entities and character references; any other one stays as it is written. */
const unescaped = (text: string) =>
  text.includes("&")
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|(\w+));/gi, (all, hex: string, decimal: string, name: string) => {
        if (name) return entities[name] ?? all;
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
        return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000) ? String.fromCodePoint(code) : "\ufffd";
      })
    : text;

const local = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * Reads XML from pieces of text, keeping nothing of it. Declarations of a document type are refused, so there are no entities of its own to expand or
 * fetch. Names are given without their namespace.
 */
export function xmlReader({ open, close, text }: XmlHandler) {
  let rest = "";
  return {
    push(piece: string) {
      rest = rest === "" ? piece : rest + piece;
      let at = 0;
      while (at < rest.length) {
        if (rest.charCodeAt(at) !== 60) {
          const end = rest.indexOf("<", at);
          if (end < 0) break;
          text(unescaped(rest.slice(at, end)));
          at = end;
          continue;
        }
        const end = endOfTag(rest, at);
        if (end < 0) break;
        const tag = rest.slice(at + 1, end);
        at = end + 1;
        if (tag.startsWith("![CDATA[")) text(tag.slice(8, -2));
        else if (tag.startsWith("!--") || tag.startsWith("?")) continue;
        else if (tag.startsWith("!"))
          throw refused(422, "workbook_doctype", "This workbook has a document type, which no spreadsheet writes. It is not read.");
        else if (tag.startsWith("/")) close(local(tag.slice(1).trim()));
        else {
          const isEmpty = tag.endsWith("/");
          const name = local(/^[^\s/]+/.exec(tag)?.[0] ?? "");
          open(name, (wanted) => attributeOf(tag, wanted));
          if (isEmpty) close(name);
        }
      }
      rest = rest.slice(at);
      if (rest.length > longest) throw broken();
    },
    end() {
      if (rest.trim() !== "") throw broken();
    },
  };
}

/** The place of the `>` that ends the tag, comment or CDATA section at `at`; -1 when it is not there yet. */
function endOfTag(text: string, at: number): number {
  for (const [start, stop] of [
    ["<!--", "-->"],
    ["<![CDATA[", "]]>"],
    ["<?", "?>"],
  ] as const) {
    if (text.startsWith(start, at)) {
      const end = text.indexOf(stop, at + start.length);
      return end < 0 ? -1 : end + stop.length - 1;
    }
    if (text.length - at < start.length && start.startsWith(text.slice(at))) return -1;
  }
  let quote = 0;
  for (let one = at + 1; one < text.length; one += 1) {
    const code = text.charCodeAt(one);
    if (quote) {
      if (code === quote) quote = 0;
    } else if (code === 34 || code === 39) quote = code;
    else if (code === 62) return one;
  }
  return -1;
}

/** The value of an attribute, by its name with or without a namespace. */
function attributeOf(tag: string, wanted: string): string | undefined {
  let from = 0;
  for (;;) {
    const found = tag.indexOf(wanted, from);
    if (found < 0) return undefined;
    from = found + wanted.length;
    const before = tag.charCodeAt(found - 1);
    // A space, a line break or a namespace's colon.
    if (before !== 32 && before !== 58 && before !== 10 && before !== 13 && before !== 9) continue;
    const match = /^\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(tag.slice(from));
    if (match) return unescaped(match[1] ?? match[2] ?? "");
  }
}

export { broken as brokenWorkbook };
