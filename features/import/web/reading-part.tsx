import { Trans, useLingui } from "@lingui/react/macro";
import { CallError } from "#platform/call.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { Select } from "#ui/select.tsx";
import { delimiterSigns, encodingNames, type Import } from "../contract.ts";
import { useImportSteps } from "./hooks.ts";
import { useImportWords } from "./use-import-words.ts";

/** How the table was read, and reading it in another way. */
export function ReadingPart({ one }: { one: Import }) {
  const { t } = useLingui();
  const words = useImportWords();
  const { read } = useImportSteps(one.id);
  const now = { encoding: one.encoding, delimiter: one.delimiter, sheet: one.sheet, hasHeadings: null };
  const how =
    one.kind === "workbook"
      ? t`Sheet ${one.sheet ?? ""}`
      : [one.encoding && words.encoding[one.encoding], one.delimiter && words.delimiter[one.delimiter]].filter(Boolean).join(", ");
  return (
    <div className="card import-card">
      <Disclosure title={t`How the table was read`} meta={<bdi className="muted">{how}</bdi>}>
        <div className="form">
          {one.kind === "workbook" ? (
            one.sheets.length > 1 && (
              <Select
                label={t`Sheet`}
                value={one.sheet}
                disabled={read.isPending}
                options={one.sheets.map((id) => ({ id, label: id }))}
                onChange={(sheet) => read.mutate({ ...now, sheet })}
              />
            )
          ) : (
            <>
              <Select
                label={t`Encoding`}
                value={one.encoding}
                disabled={read.isPending}
                options={encodingNames.map((id) => ({ id, label: words.encoding[id] }))}
                onChange={(encoding) => read.mutate({ ...now, encoding })}
              />
              <Select
                label={t`Between the cells`}
                value={one.delimiter}
                disabled={read.isPending}
                options={delimiterSigns.map((id) => ({ id, label: words.delimiter[id] }))}
                onChange={(delimiter) => read.mutate({ ...now, delimiter })}
              />
            </>
          )}
          <Checkbox
            value={one.headerRow !== null}
            disabled={read.isPending}
            onChange={(hasHeadings) => read.mutate({ ...now, hasHeadings })}
            {...(one.headerRow !== null && { description: t`They stand in row ${one.headerRow}.` })}
          >
            <Trans>The table has headings</Trans>
          </Checkbox>
          {read.isError && (
            <p className="ui-error" role="alert">
              {read.error instanceof CallError ? read.error.message : t`The table could not be read this way.`}
            </p>
          )}
        </div>
      </Disclosure>
    </div>
  );
}
