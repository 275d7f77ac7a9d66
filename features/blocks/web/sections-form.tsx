import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { TextField } from "#ui/text-field.tsx";
import { mostSections, type Section, type SectionsProblem } from "../sections.ts";
import { RichEditor } from "../text/rich-editor.tsx";
import { richProblemWords } from "../text/rich-problem-words.ts";
import { PartList } from "./part-list.tsx";
import "./editors.css";

/** A titled text without words. */
export const emptySection = (id: string): Section => ({ id, title: "", doc: { type: "doc", content: [{ type: "paragraph" }] } });

interface SectionFieldsProps<One extends Section> {
  readonly section: One;
  readonly onChange: (next: One) => void;
}

/** The title and the text of one. */
export function SectionFields<One extends Section>({ section, onChange }: SectionFieldsProps<One>) {
  const { t } = useLingui();
  return (
    <>
      <TextField label={t`Title`} dir="auto" maxLength={500} value={section.title} onChange={(title) => onChange({ ...section, title })} />
      <RichEditor label={t`Text`} doc={section.doc} onChange={(doc) => onChange({ ...section, doc })} />
    </>
  );
}

interface SectionsFormProps {
  readonly sections: readonly Section[];
  readonly onChange: (sections: Section[]) => void;
  readonly autoFocus?: boolean | undefined;
}

/** Titled texts, one below the other. */
export function SectionsForm({ sections, onChange, autoFocus }: SectionsFormProps) {
  const { t } = useLingui();
  return (
    <div className="block-form">
      <PartList
        parts={sections}
        onChange={onChange}
        nameOf={(number) => t`Part ${number}`}
        adding={{ label: t`Add a part`, create: emptySection }}
        most={mostSections}
        autoFocus={autoFocus}
      >
        {(section, change) => <SectionFields section={section} onChange={change} />}
      </PartList>
    </div>
  );
}

/** Two of them to begin with. */
export const newSections = (): Section[] => ["1", "2"].map(emptySection);

export const sectionsProblemWords: Record<SectionsProblem, MessageDescriptor> = {
  sections_missing: msg`It has no parts yet.`,
  title_missing: msg`A part has no title.`,
  text_missing: msg`A part has no text.`,
  ...richProblemWords,
};
