import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Download, FileSpreadsheet } from "lucide-react";
import { useId, useState } from "react";
import { SeatsLeft } from "#features/seats/web/seat-notice.tsx";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { Time } from "#ui/time.tsx";
import { templatePath, workbookPath, type Import } from "../contract.ts";
import { subjects, type Subject } from "../headings.ts";
import { importsQuery, useTakeTable } from "./hooks.ts";
import { useImportWords } from "./use-import-words.ts";

type WithoutSubject = { readonly file: File } | { readonly text: string };

/** Takes a table, as a file or pasted, and lists the earlier ones. */
export function StartPart({ onTaken }: { onTaken: (taken: Import) => void }) {
  const { t } = useLingui();
  const noteId = useId();
  const take = useTakeTable();
  const [text, setText] = useState("");
  const [isOver, setOver] = useState(false);
  const words = useImportWords();
  const [subject, setSubject] = useState<Subject>("people");
  const send = (table: WithoutSubject) => take.mutate({ ...table, subject }, { onSuccess: onTaken });
  const isBusy = take.isPending;
  return (
    <div className="import">
      {take.isError && (
        <Banner tone="danger" role="alert" title={t`This table was not taken`}>
          <p>{take.error instanceof CallError ? take.error.message : t`Nothing was changed.`}</p>
        </Banner>
      )}
      {subject === "people" && <SeatsLeft />}
      <RadioGroup
        label={t`What the table is about`}
        layout="cards"
        value={subject}
        onChange={setSubject}
        options={subjects.map((id) => ({ id, label: words.subject[id] }))}
      />
      <div className="import-start">
        <section className="card import-card" aria-labelledby={`${noteId}-file`}>
          <h2 id={`${noteId}-file`}>
            <Trans>A file</Trans>
          </h2>
          <label className="import-drop" data-over={isOver || undefined}>
            <input
              type="file"
              accept=".csv,.tsv,.txt,.xlsx"
              className="import-input"
              aria-label={subject === "results" ? t`Table of results (.csv or .xlsx)` : t`Table of people (.csv or .xlsx)`}
              aria-describedby={noteId}
              disabled={isBusy}
              onDragEnter={() => setOver(true)}
              onDragLeave={() => setOver(false)}
              onDrop={() => setOver(false)}
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                if (file) send({ file });
                // Reset, so that the same file can be chosen again after it was changed.
                event.target.value = "";
              }}
            />
            <Icon of={FileSpreadsheet} size="l" />
            <span>{isBusy ? <Trans>Reading the table</Trans> : <Trans>Choose a .csv or .xlsx file or drop it here</Trans>}</span>
          </label>
          <p id={noteId} className="ui-hint">
            <Trans>Any delimiter and encoding, up to 64 MB and 250,000 rows. Nothing is written before you confirm it.</Trans>
          </p>
          <p className="import-actions">
            <a className="ui-button" href={`${workbookPath}?subject=${subject}`} download>
              <Icon of={Download} />
              <Trans>Template (.xlsx)</Trans>
            </a>
            <a className="ui-button" href={`${templatePath}?subject=${subject}`} download>
              <Icon of={Download} />
              <Trans>Template (.csv)</Trans>
            </a>
          </p>
        </section>
        <section className="card import-card" aria-labelledby={`${noteId}-paste`}>
          <h2 id={`${noteId}-paste`}>
            <Trans>From a spreadsheet</Trans>
          </h2>
          <TextArea label={t`Copied rows, headings included`} rows={7} value={text} onChange={setText} />
          <div>
            <Button
              variant="primary"
              isPending={isBusy}
              pendingLabel={t`Reading the table`}
              isDisabled={text.trim() === ""}
              onPress={() => send({ text })}
            >
              <Trans>Read the table</Trans>
            </Button>
          </div>
        </section>
      </div>
      <Earlier />
    </div>
  );
}

function Earlier() {
  const { t } = useLingui();
  const words = useImportWords();
  const { data } = useQuery(importsQuery);
  if (!data || data.rows.length === 0) return null;
  return (
    <section className="card import-card">
      <h2>
        <Trans>Your imports</Trans>
      </h2>
      <ul className="import-earlier" aria-label={t`Your imports`}>
        {data.rows.map(({ id, subject, fileName, state, createdAt }) => (
          <li key={id}>
            <Link to={`/users/import?import=${id}`}>
              <bdi>{fileName}</bdi>
            </Link>
            <span className="muted">
              {words.subject[subject]} · {words.state[state]}
            </span>
            <Time instant={createdAt} kind="dateTime" />
          </li>
        ))}
      </ul>
    </section>
  );
}
