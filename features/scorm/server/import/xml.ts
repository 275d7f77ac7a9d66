import { phrase } from "#platform/words.ts";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import type { ImportLimits } from "./limits.ts";
import { refuse, said } from "./refusal.ts";

/** An element: its name without prefix, the namespace of the prefix, and attributes by name without prefix. */
export interface XmlNode {
  readonly name: string;
  readonly namespace: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlNode[];
  /** Its own text, trimmed. */
  readonly text: string;
}

export interface XmlFile {
  readonly root: XmlNode;
  readonly namespaces: ReadonlySet<string>;
  /** Set when the bytes are not in the encoding that the file declares. */
  readonly wrongEncoding: boolean;
}

export type XmlLimits = Pick<ImportLimits, "xmlElements" | "xmlAttributes" | "xmlAttributesOfOne">;

const DEPTH = 100;
const FIX = phrase(
  "Export the package again from the tool it was made with. When that does not help, tell the tool's maker what is said here.",
);

/** Parses an XML file. Document types and entities are refused, so nothing outside the file is ever read (security.md §3.4). */
export function readXml(bytes: Buffer, path: string, limits: XmlLimits): XmlFile {
  const { text, wrongEncoding } = decode(bytes, path);
  // No XML file may have one, and PostgreSQL stores none.
  const zero = text.indexOf("\0");
  if (zero !== -1)
    throw refuse(
      "xml_zero",
      said("The file {path} contains a zero byte in line {line}, which XML does not allow.", {
        path,
        line: text.slice(0, zero).split("\n").length,
      }),
      FIX,
      path,
    );
  if (declaresType(text))
    throw refuse(
      "xml_dtd",
      said("The file {path} contains a document type (DTD), which is not allowed in a package.", { path }),
      "Remove the <!DOCTYPE …> part, or export the package again.",
      path,
    );
  if (hasTooMuch(text, limits))
    throw refuse(
      "too_complex",
      said("The file {path} has more elements or attributes than Stoa reads.", { path }),
      "Split the course into several packages.",
      path,
    );
  const valid = XMLValidator.validate(text);
  if (valid !== true)
    throw refuse(
      "xml_malformed",
      said("The file {path} is not well-formed XML: line {line}: {problem}", {
        path,
        line: valid.err.line,
        problem: plainError(valid.err.msg),
      }),
      FIX,
      path,
    );
  let parsed: unknown;
  try {
    parsed = parser.parse(text);
  } catch {
    throw refuse(
      "xml_malformed",
      said("The file {path} could not be read: its elements lie too deep inside one another, or are not well-formed.", { path }),
      FIX,
      path,
    );
  }
  const namespaces = new Set<string>();
  const [root] = nodes(parsed as Ordered[], new Map(), namespaces, 0);
  if (!root) throw refuse("xml_malformed", said("The file {path} is empty.", { path }), FIX, path);
  return { root, namespaces, wrongEncoding };
}

export const childrenOf = (node: XmlNode | undefined, name: string) =>
  node?.children.filter((child) => child.name.toLowerCase() === name.toLowerCase()) ?? [];
export const childOf = (node: XmlNode | undefined, name: string) => childrenOf(node, name)[0];
/** An attribute by name, ignoring prefix and case: SCORM 1.2 writes scormtype, SCORM 2004 scormType. */
export function attributeOf(node: XmlNode, name: string): string | undefined {
  for (const [key, value] of node.attributes) if (key.toLowerCase() === name.toLowerCase()) return value;
  return undefined;
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: "",
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  cdataPropName: "#cdata",
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: DEPTH,
});

const plainError = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`);

function decode(bytes: Buffer, path: string): { text: string; wrongEncoding: boolean } {
  const label = encodingOf(bytes);
  const read = (encoding: string, fatal: boolean) => new TextDecoder(encoding, { fatal }).decode(bytes);
  try {
    return { text: read(label, true), wrongEncoding: false };
  } catch (error) {
    if (error instanceof RangeError)
      throw refuse(
        "xml_encoding",
        said("The file {path} is written in an encoding that Stoa does not know: {encoding}.", { path, encoding: label.slice(0, 40) }),
        "Save the file as UTF-8.",
        path,
      );
    // Some tools write the computer's own code page and declare UTF-8.
    return { text: read("windows-1252", false), wrongEncoding: true };
  }
}

function encodingOf(bytes: Buffer): string {
  const [one, two] = bytes;
  if (one === 0xff && two === 0xfe) return "utf-16le";
  if (one === 0xfe && two === 0xff) return "utf-16be";
  if (one === 0x3c && two === 0) return "utf-16le";
  if (one === 0 && two === 0x3c) return "utf-16be";
  const declared = /^(?:\xef\xbb\xbf)?\s{0,20}<\?xml[^>]{0,200}?encoding\s{0,5}=\s{0,5}["']([A-Za-z0-9._-]{1,40})["']/.exec(
    bytes.toString("latin1", 0, 300),
  )?.[1];
  // The declaration was read as single bytes, so a file that declares UTF-16 here is not UTF-16.
  return declared && !/^utf-?16/i.test(declared) ? declared : "utf-8";
}

/** Whether the text contains a document type or an entity declaration outside comments and CDATA. Linear in the text's length. */
function declaresType(text: string): boolean {
  for (let at = text.indexOf("<!"); at !== -1; at = text.indexOf("<!", at)) {
    if (text.startsWith("<!--", at)) at = text.indexOf("-->", at + 4);
    else if (text.startsWith("<![CDATA[", at)) at = text.indexOf("]]>", at + 9);
    else if (/^<!(?:DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text.slice(at, at + 12))) return true;
    else at += 2;
    if (at === -1) return false;
  }
  return false;
}

/** Whether the text has more elements or attributes than the limits allow. Counts by characters in one pass, before anything slower reads it. */
function hasTooMuch(text: string, { xmlElements, xmlAttributes, xmlAttributesOfOne }: XmlLimits): boolean {
  let [elements, attributes, ofOne] = [0, 0, 0];
  let quote = 0;
  let isTag = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === LESS) {
      isTag = true;
      ofOne = 0;
      if (++elements > 2 * xmlElements) return true;
    } else if (isTag && (code === DOUBLE || code === SINGLE)) {
      // Every attribute has a value in quotes.
      quote = code;
      if (++attributes > xmlAttributes || ++ofOne > xmlAttributesOfOne) return true;
    } else if (code === GREATER) isTag = false;
  }
  return false;
}
const [LESS, GREATER, DOUBLE, SINGLE] = [0x3c, 0x3e, 0x22, 0x27];

type Ordered = Record<string, unknown> & { ":@"?: Record<string, string> };

function nodes(list: Ordered[], scope: ReadonlyMap<string, string>, namespaces: Set<string>, depth: number): XmlNode[] {
  return list.flatMap((each) => {
    const tag = Object.keys(each).find((key) => key !== ":@");
    if (!tag || tag.startsWith("#") || tag.startsWith("?")) return [];
    const raw = Object.entries(each[":@"] ?? {});
    const inner = new Map(scope);
    for (const [key, value] of raw) {
      if (key !== "xmlns" && !key.startsWith("xmlns:")) continue;
      inner.set(key.slice(6), unescape(value));
      namespaces.add(unescape(value));
    }
    const [prefix, name] = split(tag);
    const attributes = new Map<string, string>();
    // Attributes without a prefix win over those with one.
    for (const [key, value] of raw.toSorted(([a], [b]) => Number(a.includes(":")) - Number(b.includes(":")))) {
      const [space, local] = split(key);
      if (key === "xmlns" || space === "xmlns" || space === "xsi" || attributes.has(local)) continue;
      // Trimmed, because some tools put blanks around identifiers and URLs.
      attributes.set(local, unescape(value).trim());
    }
    const content = each[tag] as Ordered[];
    return [
      {
        name,
        namespace: inner.get(prefix) ?? "",
        attributes,
        children: nodes(content, inner, namespaces, depth + 1),
        text: textOf(content),
      },
    ];
  });
}

const split = (name: string): [string, string] => {
  const at = name.indexOf(":");
  return at === -1 ? ["", name] : [name.slice(0, at), name.slice(at + 1)];
};

const textOf = (content: Ordered[]) =>
  content
    .map((each) => {
      if (typeof each["#text"] === "string") return unescape(each["#text"]);
      const cdata = each["#cdata"] as Ordered[] | undefined;
      return cdata ? cdata.map((part) => String(part["#text"] ?? "")).join("") : "";
    })
    .join("")
    .trim();

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Decodes XML's five entities and numeric ones. References to no valid character are dropped, because PostgreSQL cannot store NUL. */
function unescape(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#([0-9]{1,7})|([a-z]{2,4}));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name) return named[name] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter =
      code === 9 || code === 10 || code === 13 || (code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff));
    return isCharacter ? String.fromCodePoint(code) : "";
  });
}
