import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import type { CodeSampleBlock, CodeSampleProblem } from "./code-sample.ts";
import "../web/editors.css";
import "./code-sample.css";

/** The code and what it is written in. */
function Form({ block, onChange, autoFocus }: BlockEditorProps<CodeSampleBlock>) {
  const { t } = useLingui();
  return (
    <div className="block-form code-form">
      <TextField
        label={t`Language`}
        description={t`As people say it, such as Python or command line.`}
        isOptional
        maxLength={500}
        value={block.language}
        onChange={(language) => onChange({ ...block, language })}
      />
      <TextArea
        label={t`Code`}
        rows={8}
        dir="ltr"
        spellCheck={false}
        maxLength={20_000}
        {...(autoFocus && { autoFocus })}
        value={block.source}
        onChange={(source) => onChange({ ...block, source })}
      />
      <TextField
        label={t`Caption`}
        isOptional
        dir="auto"
        maxLength={500}
        value={block.caption ?? ""}
        onChange={(next) => {
          const { caption: _, ...others } = block;
          onChange(next === "" ? others : { ...others, caption: next });
        }}
      />
    </div>
  );
}

const problemWords: Record<CodeSampleProblem, MessageDescriptor> = { code_missing: msg`There is no code yet.` };

export const editor = {
  create: (id) => ({ id, kind: "codeSample", language: "", source: "" }),
  Form,
  problemWords,
} satisfies BlockEditor<CodeSampleBlock>;
