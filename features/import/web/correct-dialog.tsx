import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { CheckedRow, Import } from "../contract.ts";
import { useCorrectRow } from "./hooks.ts";

interface CorrectDialogProps {
  readonly one: Import;
  readonly row: CheckedRow;
  readonly onClose: () => void;
}

/** Corrects the cells of a row, each with what is wrong with it, until the check finds no error any more. */
export function CorrectDialog({ one, row, onClose }: CorrectDialogProps) {
  const { t } = useLingui();
  const correct = useCorrectRow(one.id);
  const width = Math.max(one.headings.length, row.cells.length);
  const [cells, setCells] = useState(() => Array.from({ length: width }, (_, at) => row.cells[at] ?? ""));
  const [findings, setFindings] = useState(row.findings);
  const whole = findings.filter(({ column }) => column === null);
  const save = () => {
    let last = cells.length;
    while (last > 0 && cells[last - 1]?.trim() === "") last -= 1;
    correct.mutate(
      { number: row.number, cells: cells.slice(0, last) },
      {
        onSuccess: (checked) => {
          if (checked.verdict === "error") setFindings(checked.findings);
          else onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t`Correct row ${row.number}`}
      onClose={onClose}
      action={<Trans>Save and check</Trans>}
      onAction={save}
      isPending={correct.isPending}
      pendingLabel={t`Checking`}
    >
      {whole.map(({ code, message }) => (
        <p key={code} className="ui-error" role="alert">
          {message}
        </p>
      ))}
      {correct.isError && (
        <p className="ui-error" role="alert">
          {correct.error instanceof CallError ? correct.error.message : t`Nothing was changed.`}
        </p>
      )}
      {cells.map((cell, at) => (
        <TextField
          // A column is its place.
          key={at}
          label={one.headings[at] || t`Column ${at + 1}`}
          value={cell}
          autoComplete="off"
          onChange={(value) => setCells((now) => now.map((old, column) => (column === at ? value : old)))}
          error={findings.find(({ column, level }) => column === at && level === "error")?.message}
        />
      ))}
    </FormDialog>
  );
}
