import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { useLingui } from "@lingui/react/macro";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { BlockEditor, BlockEditorProps } from "../block-editor.ts";
import { PartList } from "../web/part-list.tsx";
import type { SignOffBlock, SignOffProblem } from "./sign-off.ts";
import "../web/editors.css";

const mostCriteria = 50;

/** What the learner shows, and what the assessor looks for. */
function Form({ block, onChange, autoFocus }: BlockEditorProps<SignOffBlock>) {
  const { t } = useLingui();
  return (
    <div className="block-form">
      <TextArea
        label={t`What the learner shows`}
        description={t`“Fit a regulator to a bottle and check it for leaks.” A manager or administrator of the learner signs it.`}
        rows={3}
        dir="auto"
        maxLength={2_000}
        {...(autoFocus && { autoFocus })}
        value={block.task}
        onChange={(task) => onChange({ ...block, task })}
      />
      <PartList
        parts={block.criteria}
        onChange={(criteria) => onChange({ ...block, criteria })}
        nameOf={(number) => t`Criterion ${number}`}
        adding={{ label: t`Add a criterion`, create: (id) => ({ id, text: "" }) }}
        most={mostCriteria}
      >
        {(criterion, change) => (
          <TextField
            label={t`What is looked for`}
            dir="auto"
            maxLength={500}
            value={criterion.text}
            onChange={(text) => change({ ...criterion, text })}
          />
        )}
      </PartList>
    </div>
  );
}

const problemWords: Record<SignOffProblem, MessageDescriptor> = {
  task_missing: msg`It does not say yet what the learner shows.`,
  criterion_empty: msg`A criterion is empty.`,
};

export const editor = {
  create: (id) => ({ id, kind: "signOff", task: "", criteria: [] }),
  Form,
  problemWords,
} satisfies BlockEditor<SignOffBlock>;
