import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { newSections, SectionsForm, sectionsProblemWords } from "../web/sections-form.tsx";
import type { AccordionBlock } from "./accordion.ts";

/** The titles, and the text that each opens. */
const Form = ({ block, onChange, autoFocus }: BlockEditorProps<AccordionBlock>) => (
  <SectionsForm sections={block.sections} onChange={(sections) => onChange({ ...block, sections })} autoFocus={autoFocus} />
);

export const editor = {
  create: (id) => ({ id, kind: "accordion", sections: newSections() }),
  Form,
  problemWords: sectionsProblemWords,
} satisfies BlockEditor<AccordionBlock>;
