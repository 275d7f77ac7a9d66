import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { newSections, SectionsForm, sectionsProblemWords } from "../web/sections-form.tsx";
import type { StepsBlock } from "./steps.ts";

/** The steps in their order. */
const Form = ({ block, onChange, autoFocus }: BlockEditorProps<StepsBlock>) => (
  <SectionsForm sections={block.sections} onChange={(sections) => onChange({ ...block, sections })} autoFocus={autoFocus} />
);

export const editor = {
  create: (id) => ({ id, kind: "steps", sections: newSections() }),
  Form,
  problemWords: sectionsProblemWords,
} satisfies BlockEditor<StepsBlock>;
