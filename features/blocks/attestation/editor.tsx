import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { TextArea } from "#ui/text-area.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import type { AttestationBlock, AttestationProblem } from "./attestation.ts";
import "../web/editors.css";

/** What the learner confirms. */
function Form({ block, onChange, autoFocus }: BlockEditorProps<AttestationBlock>) {
  const { t } = useLingui();
  return (
    <div className="block-form">
      <TextArea
        label={t`Statement`}
        description={t`What the learner confirms, as they would say it: “I have read the rules and will follow them.”`}
        rows={3}
        dir="auto"
        maxLength={2_000}
        {...(autoFocus && { autoFocus })}
        value={block.statement}
        onChange={(statement) => onChange({ ...block, statement })}
      />
    </div>
  );
}

const problemWords: Record<AttestationProblem, MessageDescriptor> = { statement_missing: msg`There is no statement yet.` };

export const editor = {
  create: (id) => ({ id, kind: "attestation", statement: "" }),
  Form,
  problemWords,
} satisfies BlockEditor<AttestationBlock>;
