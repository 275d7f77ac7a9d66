import { createHash } from "node:crypto";
import { textPathsOf } from "#features/blocks/block.ts";
import type { Block } from "#features/blocks/kinds.ts";
import { wordsOfRich, type RichNode } from "#features/blocks/text/text.ts";
import { pagesOf, type Content, type Page } from "../content.ts";

// The texts of a document, each with a key by which its translations are found (EDT-16). Pure.

/** Plain words, or rich text. */
export type Text = string | RichNode;
/** The texts of one language, by key. */
export type Texts = Readonly<Record<string, Text>>;
/** What a version holds besides its own language: the texts by language. */
export type Translations = Readonly<Record<string, Texts>>;

/** A text in its place. */
export interface PlacedText {
  /** Names the text in its document as long as its item is there; one of a list whose items have no ids is named by itself. */
  readonly key: string;
  /** The name of the field. */
  readonly field: string;
  /** The lists in which it stands, with the number of the item in each, from 1. */
  readonly places: readonly { readonly list: string; readonly number: number }[];
  readonly value: Text;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);
const isRich = (value: unknown): value is RichNode => isFields(value) && value["type"] === "doc";

/** Whether a text says anything. */
export const saysSomething = (text: Text): boolean => (typeof text === "string" ? text : wordsOfRich(text).join("")).trim() !== "";
const isText = (value: unknown): value is Text => (typeof value === "string" || isRich(value)) && saysSomething(value);
const isSameKind = (one: Text, other: Text) => typeof one === typeof other;

/** A short name of a text that has no other. */
const nameOf = (text: Text) => createHash("sha256").update(JSON.stringify(text)).digest("base64url").slice(0, 16);

interface Place extends Omit<PlacedText, "value"> {
  /** Whether the key names the item in each list on the way. */
  readonly isNamed: boolean;
}
type Replace = (text: PlacedText) => Text;

/** A value with the texts along a path replaced. */
function along(node: unknown, path: readonly string[], at: Place, replace: Replace): unknown {
  const [next, ...rest] = path;
  if (next === undefined) {
    if (!isText(node)) return node;
    const { isNamed, key, field, places } = at;
    return replace({ key: isNamed ? key : `${key}/~${nameOf(node)}`, field, places, value: node });
  }
  if (next === "*") {
    if (!Array.isArray(node)) return node;
    return node.map((item: unknown, nth) => {
      const id = isFields(item) && typeof item["id"] === "string" ? item["id"] : null;
      const places = [...at.places, { list: at.field, number: nth + 1 }];
      return along(
        item,
        rest,
        { ...at, key: id === null ? at.key : `${at.key}/${id}`, isNamed: at.isNamed && id !== null, places },
        replace,
      );
    });
  }
  if (!isFields(node) || !Object.hasOwn(node, next)) return node;
  return { ...node, [next]: along(node[next], rest, { ...at, key: `${at.key}/${next}`, field: next }, replace) };
}

const start = (key: string): Place => ({ key, field: "", places: [], isNamed: true });
const replacedIn = <Node>(node: Node, key: string, paths: readonly string[], replace: Replace): Node =>
  paths.reduce((so, path) => along(so, path.split("."), start(key), replace) as Node, node);

const replacedInBlock = (block: Block, replace: Replace) => replacedIn(block, `blocks/${block.id}`, textPathsOf(block), replace);
const titled = ["title"];

/** What `visit` finds, in order. */
function collected(visit: (replace: Replace) => unknown): PlacedText[] {
  const found: PlacedText[] = [];
  visit((text) => {
    found.push(text);
    return text.value;
  });
  return found;
}

/** The texts of a block, in order. */
export const textsOfBlock = (block: Block): PlacedText[] => collected((replace) => replacedInBlock(block, replace));
/** The title of a chapter or page, as a text; none where it is empty. */
export const titleTexts = (of: "chapters" | "pages", one: { readonly id: string; readonly title: string }): PlacedText[] =>
  collected((replace) => replacedIn(one, `${of}/${one.id}`, titled, replace));

/** What a course says about itself. */
export interface CourseWords {
  readonly title: string;
  readonly summary: string;
  readonly outcomes: readonly string[];
}
const replacedInCourse = ({ title, summary, outcomes }: CourseWords, replace: Replace) =>
  replacedIn({ title, summary, outcomes }, "course", ["title", "summary", "outcomes.*"], replace);
/** The texts of a course's own fields. */
export const textsOfCourse = (course: CourseWords): PlacedText[] => collected((replace) => replacedInCourse(course, replace));

/** What a course says about itself in other languages, each with the text of the course that it was made from. */
export type CourseTranslations = Readonly<
  Record<string, { readonly [F in keyof CourseWords]?: { readonly of: CourseWords[F]; readonly text: CourseWords[F] } }>
>;

/** A course with what it says about itself in a language, as far as that was translated from what it says now. */
export function courseIn<Row extends Partial<CourseWords> & { readonly translations: CourseTranslations }>(
  row: Row,
  language: string,
): Row {
  const texts = Object.hasOwn(row.translations, language) ? row.translations[language] : undefined;
  if (!texts) return row;
  const fields = (["title", "summary", "outcomes"] as const).flatMap((field) => {
    const found = texts[field];
    return found && field in row && JSON.stringify(found.of) === JSON.stringify(row[field]) ? [[field, found.text] as const] : [];
  });
  return { ...row, ...Object.fromEntries(fields) };
}

/** A block with one of its texts replaced. */
export const withText = (block: Block, key: string, value: Text): Block =>
  replacedInBlock(block, (text) => (text.key === key ? value : text.value));

/** A block with its translated texts in place of its own; null where one of them has no translation. */
function translatedBlock(block: Block, texts: Texts): Block | null {
  let isWhole = true;
  const made = replacedInBlock(block, ({ key, value }) => {
    const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
    if (text !== undefined && isSameKind(text, value)) return text;
    isWhole = false;
    return value;
  });
  return isWhole ? made : null;
}

/** The title of a chapter, page or quiz in another language; its own where that is not translated. */
export const titleIn = (
  of: "chapters" | "pages" | "blocks",
  { id, title }: { readonly id: string; readonly title: string },
  texts: Texts,
): string => {
  const key = `${of}/${id}/title`;
  const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
  return typeof text === "string" ? text : title;
};

/** A document in another language: each block whose texts are all translated, and each such title; the rest stays as it is. */
export function translated(content: Content, texts: Texts): { content: Content; inSource: string[] } {
  const inSource: string[] = [];
  const ownTitle = (one: Page) => {
    if (!Object.hasOwn(texts, `pages/${one.id}/title`)) inSource.push(one.id);
    return titleIn("pages", one, texts);
  };
  const page = (one: Page): Page => ({
    ...one,
    title: ownTitle(one),
    blocks: one.blocks.map((block) => {
      const other = translatedBlock(block, texts);
      if (!other) inSource.push(block.id);
      return other ?? block;
    }),
  });
  const chapters = content.chapters.map((chapter) => ({
    ...chapter,
    title: titleIn("chapters", chapter, texts),
    pages: chapter.pages.map(page),
  }));
  return { content: { chapters }, inSource };
}

/** All texts of a document, in order: titles of chapters and pages, and those of blocks. */
export const textsOf = (content: Content): PlacedText[] => [
  ...content.chapters.flatMap((chapter) => titleTexts("chapters", chapter)),
  ...pagesOf(content).flatMap(({ page }) => [...titleTexts("pages", page), ...page.blocks.flatMap(textsOfBlock)]),
];
