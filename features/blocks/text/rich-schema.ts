import { Extension, InputRule, mergeAttributes, Node } from "@tiptap/core";
import { StarterKit } from "@tiptap/starter-kit";
import { safeHref } from "#platform/safe-href.ts";
import { tones } from "./allowed-doc.ts";
import { richPaste } from "./rich-paste.ts";
import { typedAddress } from "./typed-address.ts";

/** A box beside the text's flow, in one of three tones. */
const Callout = Node.create({
  name: "callout",
  group: "block",
  content: "(paragraph | list)+",
  defining: true,
  addAttributes: () => ({
    tone: {
      default: "note",
      parseHTML: (element: HTMLElement) => tones.find((tone) => tone === element.dataset["callout"]) ?? "note",
      renderHTML: ({ tone }: Record<string, unknown>) => ({ "data-callout": tone, "data-tone": tone }),
    },
  }),
  parseHTML: () => [{ tag: "div[data-callout]" }],
  renderHTML: ({ HTMLAttributes }) => [
    "div",
    mergeAttributes(HTMLAttributes, { class: "lesson-callout" }),
    ["div", { class: "lesson-callout-text" }, 0],
  ],
});

/** [words](address) becomes a link, as the other marks have their signs. */
const LinkSigns = Extension.create({
  name: "linkSigns",
  addInputRules: () => [
    new InputRule({
      find: /\[([^\]]+)\]\(([^)\s]+)\)$/,
      handler: ({ state, range, match: [, words = "", typed = ""] }) => {
        const href = typedAddress(typed);
        const link = state.schema.marks["link"];
        if (href === null || !link) return null;
        state.tr.replaceWith(range.from, range.to, state.schema.text(words, [link.create({ href })])).removeStoredMark(link);
        return undefined;
      },
    }),
  ],
});

/** What a text may consist of: the allow-list of text.ts. Undo belongs to the whole document, so there is none in here. */
export const richExtensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: {
      openOnClick: false,
      isAllowedUri: (address) => safeHref(address, "https://nowhere.invalid") !== null,
      HTMLAttributes: { target: null, rel: null },
    },
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    horizontalRule: false,
    strike: false,
    trailingNode: false,
    underline: false,
    undoRedo: false,
  }),
  Callout,
  LinkSigns,
  richPaste,
];
