import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { newSections, SectionsForm, sectionsProblemWords } from "../web/sections-form.tsx";
import type { TabsBlock } from "./tabs.ts";

/** The tabs, each with its text. */
const Form = ({ block, onChange, autoFocus }: BlockEditorProps<TabsBlock>) => (
  <SectionsForm sections={block.sections} onChange={(sections) => onChange({ ...block, sections })} autoFocus={autoFocus} />
);

export const editor = {
  create: (id) => ({ id, kind: "tabs", sections: newSections() }),
  Form,
  problemWords: sectionsProblemWords,
} satisfies BlockEditor<TabsBlock>;
