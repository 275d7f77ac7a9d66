import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind } from "../block-kind.ts";
import { emptyLink, isVague, linkTexts } from "./link-texts.ts";

/** Rich text as ProseMirror/Tiptap JSON. The schema is the allow-list; nothing is ever set as HTML. */
export interface RichNode {
  type: string;
  text?: string | undefined;
  attrs?: Record<string, string | number | boolean | null> | undefined;
  marks?: { type: string; attrs?: Record<string, string | number | boolean | null> | undefined }[] | undefined;
  content?: RichNode[] | undefined;
}
const Attrs = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export const RichNode: z.ZodMiniType<RichNode> = z.lazy(() =>
  z.object({
    type: z.enum(["doc", "paragraph", "heading", "bulletList", "orderedList", "listItem", "blockquote", "hardBreak", "text", "callout"]),
    text: z.optional(z.string().check(z.maxLength(20_000))),
    attrs: z.optional(Attrs),
    marks: z.optional(z.array(z.object({ type: z.enum(["bold", "italic", "code", "link"]), attrs: z.optional(Attrs) }))),
    content: z.optional(z.array(RichNode)),
  }),
);

export const TextBlock = z.object({ id: Id, kind: z.literal("text"), doc: RichNode });
export type TextBlock = z.infer<typeof TextBlock>;
export type TextProblem = "text_missing" | RichProblem;
/** What can be wrong with rich text wherever it stands. */
export type RichProblem = "heading_empty" | "heading_skipped" | "link_empty" | "link_vague";
export const richBarriers: RichProblem[] = ["heading_empty", "heading_skipped", "link_empty", "link_vague"];

export const text: BlockKind<TextBlock, TextBlock> = {
  shown: ({ id, kind, doc }) => ({ id, kind, doc }),
  files: () => [],
  texts: ["doc"],
  words: ({ doc }) => wordsOfRich(doc),
  problems: ({ doc }, above): Problem<TextProblem>[] => [
    ...problemsIn({ text_missing: wordsOfRich(doc).every((words) => words.trim() === "") && "warning" }),
    ...problemsOfRich([doc], above),
  ],
  barriers: richBarriers,
  headings: ({ doc }) => headingLevels(doc),
  facts: {},
  shownState: () => null,
  isDone: () => null,
  sampleRule: {},
  sampleFacts: {},
  sample: (words) => ({ id: "text", kind: "text", doc: { type: "doc", content: hostileNodes(words) } }),
};

/** All texts of a document, in order. */
export const wordsOfRich = ({ text: own, content = [] }: RichNode): string[] => [
  ...(own === undefined ? [] : [own]),
  ...content.flatMap(wordsOfRich),
];

/** What their author should mend in texts that follow one another. above: the level of the heading before them; unknown before the first of a text by itself. */
export function problemsOfRich(docs: readonly RichNode[], above?: number): Problem<RichProblem>[] {
  const levels = docs.flatMap(headingLevels);
  const links = docs.flatMap(linkTexts);
  return problemsIn({
    heading_empty: docs.some(hasEmptyHeading) && "error",
    heading_skipped: levels.some((level, at) => level > (levels[at - 1] ?? above ?? level) + 1) && "error",
    link_empty: links.some(emptyLink) && "error",
    link_vague: links.some(isVague) && "error",
  });
}

/** The levels of a document's headings as they are shown, in order. */
const headingLevels = ({ type, attrs, content = [] }: RichNode): number[] => [
  ...(type === "heading" ? [Math.min(4, Math.max(2, Number(attrs?.level ?? 2) || 4))] : []),
  ...content.flatMap(headingLevels),
];
const hasEmptyHeading = (node: RichNode): boolean =>
  (node.type === "heading" && wordsOfRich(node).join("").trim() === "") || (node.content ?? []).some(hasEmptyHeading);

/** Every kind of node, with `words` in its text and in each attribute that a browser could interpret. */
function hostileNodes(words: string): RichNode[] {
  const leaf: RichNode = { type: "text", text: words };
  const link: RichNode = { ...leaf, marks: [{ type: "link", attrs: { href: words, target: "_blank", onclick: words } }] };
  const paragraph: RichNode = { type: "paragraph", attrs: { style: words }, content: [leaf, link] };
  return [
    { type: "heading", attrs: { level: words, id: "root" }, content: [leaf] },
    paragraph,
    { type: "callout", attrs: { tone: words }, content: [paragraph] },
    { type: "orderedList", attrs: { start: words }, content: [{ type: "listItem", content: [paragraph] }] },
  ];
}
