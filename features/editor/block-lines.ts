import { same } from "#platform/same.ts";

// A block of any kind as lines that people can compare: its words, its settings, its files. Made from the stored fields, so that a new kind needs names for its
// fields (web/versions/field-words.ts) and nothing else. Pure.

/** What a line says. order: the ids of a list whose items have lines of their own. */
export type Value =
  | { readonly as: "words"; readonly text: string; readonly format?: unknown }
  | { readonly as: "setting"; readonly value: number | boolean }
  | { readonly as: "file"; readonly id: number }
  | { readonly as: "order"; readonly ids: readonly string[] };

export interface Line {
  /** Unique in the block, and the same in both versions. */
  readonly at: string;
  /** The name of the field. */
  readonly field: string;
  /** The lists in which it stands, with the number of the item in each, from 1. */
  readonly places: readonly { readonly list: string; readonly number: number }[];
  readonly value: Value;
}

/** Fields that follow from others, or say nothing to people. */
export const unsaid: ReadonlySet<string> = new Set(["id", "kind", "from", "mediaType", "mime", "bytes", "width", "height", "seconds"]);

type Json = unknown;
type Fields = Readonly<Record<string, Json>>;
const isFields = (value: Json): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isRich = (value: Json): value is Fields => isFields(value) && value["type"] === "doc";
const isFile = (field: string) => /(?:^f|F)ileId$|^packageId$/.test(field);

/** The text of a rich document, a line for each paragraph. */
function textOf(node: Fields): string {
  if (typeof node["text"] === "string") return node["text"];
  if (node["type"] === "hardBreak") return "\n";
  const content = Array.isArray(node["content"]) ? node["content"].filter(isFields) : [];
  const isInline = content.every((child) => child["type"] === "text" || child["type"] === "hardBreak");
  return content.map(textOf).join(isInline ? "" : "\n");
}

/** The words of the options and items that a question's right answer names. */
function named(value: string, inside: Fields): string {
  for (const list of Object.values(inside))
    if (Array.isArray(list)) {
      const found = list.find((one) => isFields(one) && one["id"] === value && typeof one["text"] === "string");
      if (isFields(found)) return String(found["text"]);
    }
  return value;
}

/** The lines of a block. */
export function linesOf(block: object): Line[] {
  const lines: Line[] = [];
  const walk = (fields: Fields, at: string, places: Line["places"]) => {
    for (const [field, value] of Object.entries(fields)) {
      if (unsaid.has(field) || value === null || value === undefined) continue;
      const add = (said: Value) => lines.push({ at: `${at}/${field}`, field, places, value: said });
      if (isRich(value)) add({ as: "words", text: textOf(value), format: value });
      else if (typeof value === "string") add({ as: "words", text: named(value, fields) });
      else if (typeof value === "number" && isFile(field)) add({ as: "file", id: value });
      else if (typeof value === "number" || typeof value === "boolean") add({ as: "setting", value });
      else if (isFields(value)) walk(value, `${at}/${field}`, places);
      else if (Array.isArray(value)) walkList(value, { field, at, places, inside: fields, add });
    }
  };
  const walkList = (
    list: readonly Json[],
    of: { field: string; at: string; places: Line["places"]; inside: Fields; add: (said: Value) => void },
  ) => {
    const { field, at, places, inside, add } = of;
    const items = list.filter(isFields);
    if (items.length === 0)
      return add({ as: "words", text: list.map((one) => (Array.isArray(one) ? one.join(" | ") : named(String(one), inside))).join("\n") });
    const ids = items.flatMap(({ id }) => (typeof id === "string" ? [id] : []));
    // Such as what is said in a video: lines without a name of their own.
    if (ids.length === 0 && items.every((one) => typeof one["text"] === "string"))
      return add({ as: "words", text: items.map((one) => String(one["text"])).join("\n"), format: list });
    if (ids.length > 1) add({ as: "order", ids });
    for (const [nth, item] of items.entries())
      walk(item, `${at}/${field}/${ids[nth] ?? nth}`, [...places, { list: field, number: nth + 1 }]);
  };
  walk(block as Fields, "", []);
  return lines;
}

export interface LineChange extends Omit<Line, "value"> {
  readonly before: Value | null;
  readonly after: Value | null;
}

const isSame = (one: Value, other: Value): boolean => {
  if (one.as !== "order" || other.as !== "order") return same(one, other);
  const [a, b] = [one.ids.filter((id) => other.ids.includes(id)), other.ids.filter((id) => one.ids.includes(id))];
  return same(a, b);
};

/** The lines that differ between a block in two versions, in the order of the later one, then those that are gone. */
export function changedLines(before: object, after: object): LineChange[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  const byPlace = new Map(was.map((line) => [line.at, line]));
  const still = new Set(is.map(({ at }) => at));
  return [
    ...is.flatMap(({ value, ...line }) => {
      const old = byPlace.get(line.at)?.value ?? null;
      if (old ? isSame(old, value) : value.as === "order") return [];
      return [{ ...line, before: old, after: value }];
    }),
    ...was.flatMap(({ value, ...line }) => (still.has(line.at) || value.as === "order" ? [] : [{ ...line, before: value, after: null }])),
  ];
}
