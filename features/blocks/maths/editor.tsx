import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { Formula } from "./view.tsx";
import type { MathsBlock, MathsProblem } from "./maths.ts";
import "../web/editors.css";

/** The formula as it is written, and as it will be seen. */
function Form({ block, onChange, autoFocus }: BlockEditorProps<MathsBlock>) {
  const { t } = useLingui();
  return (
    <div className="block-form">
      <TextArea
        label={t`Formula`}
        description={t`In LaTeX, such as x^2 + y^2 = z^2.`}
        rows={3}
        dir="ltr"
        spellCheck={false}
        maxLength={5_000}
        {...(autoFocus && { autoFocus })}
        value={block.source}
        onChange={(source) => onChange({ ...block, source })}
      />
      <Formula source={block.source} />
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

const problemWords: Record<MathsProblem, MessageDescriptor> = { formula_missing: msg`There is no formula yet.` };

export const editor = {
  create: (id) => ({ id, kind: "maths", source: "" }),
  Form,
  problemWords,
} satisfies BlockEditor<MathsBlock>;
