import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextArea } from "#ui/text-area.tsx";
import type { Synonyms } from "../contract.ts";
import { useSaveSynonyms } from "./hooks.ts";

/** The lines that somebody typed; empty ones are none. */
const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.split(/[,;]/).map((term) => term.trim()))
    .filter((terms) => terms.some(Boolean));

/** Sets the words that mean the same: one line each. adding: words for which a line is begun. */
export default function SynonymsDialog({ synonyms, adding, onClose }: { synonyms: Synonyms; adding: string | null; onClose: () => void }) {
  const { t } = useLingui();
  const save = useSaveSynonyms();
  const known = synonyms.lines.map((terms) => terms.join(", "));
  const [text, setText] = useState([...known, ...(adding === null ? [] : [`${adding}, `])].join("\n"));
  const { error } = save;
  const problem = error instanceof CallError ? error.errors[0] : undefined;
  const nth = Number(/^lines\.(\d+)/.exec(problem?.field ?? "")?.[1] ?? Number.NaN) + 1;
  const wrong = linesOf(text)[nth - 1]?.join(", ") ?? "";
  const message = problem?.message ?? "";
  return (
    <FormDialog
      title={t`Words that mean the same`}
      onClose={onClose}
      action={<Trans>Save</Trans>}
      onAction={() =>
        save.mutate(
          { lines: linesOf(text), revision: synonyms.revision },
          {
            onSuccess() {
              announce(t`The words were saved`);
              onClose();
            },
          },
        )
      }
      isPending={save.isPending}
      failure={error && !problem ? error.message : undefined}
    >
      <TextArea
        id="synonyms"
        label={t`One line for words with the same meaning`}
        description={t`Separate them by commas, as in: first aid, CPR, resuscitation. Whoever searches one finds courses with any of them.`}
        rows={10}
        autoFocus
        value={text}
        onChange={setText}
        error={problem && (wrong ? t`Line ${nth} (${wrong}): ${message}` : message)}
      />
    </FormDialog>
  );
}
