import * as z from "zod/mini";
import { problemsIn, type Problem } from "#features/questions/problem.ts";
import { Id, type BlockKind } from "../block-kind.ts";

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
export type TextProblem = "text_missing" | "heading_empty" | "heading_skipped";

export const text: BlockKind<TextBlock, TextBlock> = {
  shown: ({ id, kind, doc }) => ({ id, kind, doc }),
  files: () => [],
  words: ({ doc }) => wordsOfRich(doc),
  problems: ({ doc }): Problem<TextProblem>[] => {
    const levels = headingLevels(doc);
    return problemsIn({
      text_missing: wordsOfRich(doc).every((words) => words.trim() === "") && "warning",
      heading_empty: hasEmptyHeading(doc) && "warning",
      heading_skipped: levels.some((level, at) => at > 0 && level > (levels[at - 1] ?? level) + 1) && "warning",
    });
  },
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

/** The levels of a document's headings, in order. */
const headingLevels = ({ type, attrs, content = [] }: RichNode): number[] => [
  ...(type === "heading" ? [Number(attrs?.level ?? 2)] : []),
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
