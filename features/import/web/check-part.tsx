import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Download, Undo2 } from "lucide-react";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { LazyConfirmDialog } from "#ui/lazy-confirm-dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { TextField } from "#ui/text-field.tsx";
import { rejectedPath, type Import } from "../contract.ts";
import { useImportSteps } from "./hooks.ts";
import { RowsList } from "./rows-list.tsx";

/** What the check found and what the import will do; after the import, what it did. */
export function CheckPart({ one, toColumns }: { one: Import; toColumns: () => void }) {
  const isWritten = one.runJobId !== null;
  return (
    <div className="import">
      {isWritten ? <Report one={one} /> : <WillDo one={one} toColumns={toColumns} />}
      {one.problems.length > 0 && (
        <section className="card import-card">
          <h3>
            <Trans>What to know</Trans>
          </h3>
          <ul className="import-problems">
            {one.problems.map(({ code, message, rows }) => (
              <li key={`${code} ${message}`}>
                <span>{message}</span>
                <bdi className="muted num">{plural(rows, { one: "# row", other: "# rows" })}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
      <RowsList one={one} />
    </div>
  );
}

function WillDo({ one, toColumns }: { one: Import; toColumns: () => void }) {
  const { t } = useLingui();
  const { run } = useImportSteps(one.id);
  const [typed, setTyped] = useState("");
  const [isTried, setTried] = useState(false);
  const { create, update, return: back, leave, unchanged, skip, error } = one.counts;
  const writes = create + update + back + leave;
  const start = () => {
    setTried(true);
    if (leave > 0 && Number(typed) !== leave) return;
    run.mutate(leave > 0 ? leave : null);
  };
  const problem = run.error instanceof CallError ? run.error.message : undefined;
  const ofResults = one.subject === "results";
  const { mails, seats } = one;
  const { used = 0, cap = 0, needed = 0, beyond = 0 } = seats ?? {};
  const free = Math.max(0, cap - used);
  const seatWords =
    seats === null
      ? t`No seats are used.`
      : t`${plural(needed, { one: "# seat is used by it", other: "# seats are used by it" })}; ${plural(free, { one: "# is left now", other: "# are left now" })} of ${cap}.`;
  const mailWords: Record<Import["mails"][number]["event"], (count: number) => string> = {
    email_changed: (count) =>
      t`${plural(count, { one: "# email goes to a former address: it says that the email was changed", other: "# emails go to former addresses: they say that the email was changed" })}`,
  };
  const ruleWords = ({ joins, leaves }: Import["rules"][number]) =>
    [
      joins > 0 && t`${plural(joins, { one: "# person joins", other: "# people join" })}`,
      leaves > 0 && t`${plural(leaves, { one: "# person leaves", other: "# people leave" })}`,
    ]
      .filter((part) => part !== false)
      .join(", ");
  const lines = [
    create > 0 && ofResults && t`${plural(create, { one: "# result is added", other: "# results are added" })}`,
    create > 0 && !ofResults && t`${plural(create, { one: "# person is added", other: "# people are added" })}`,
    update > 0 && t`${plural(update, { one: "# person is changed", other: "# people are changed" })}`,
    back > 0 &&
      t`${plural(back, { one: "# person who was deactivated is brought back", other: "# people who were deactivated are brought back" })}`,
    leave > 0 &&
      t`${plural(leave, { one: "# person who is not in the table is deactivated", other: "# people who are not in the table are deactivated" })}`,
    unchanged > 0 && ofResults && t`${plural(unchanged, { one: "# result is there already", other: "# results are there already" })}`,
    unchanged > 0 && !ofResults && t`${plural(unchanged, { one: "# row changes nothing", other: "# rows change nothing" })}`,
    skip > 0 && t`${plural(skip, { one: "# row is skipped", other: "# rows are skipped" })}`,
    error > 0 && t`${plural(error, { one: "# row has an error and is left out", other: "# rows have errors and are left out" })}`,
  ].filter((line) => line !== false);
  return (
    <section className="card import-card" aria-labelledby="import-does">
      <h3 id="import-does">
        <Trans>What this import will do</Trans>
      </h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
        {mails.map(({ event, count }) => (
          <li key={event}>{mailWords[event](count)}</li>
        ))}
        {one.rules.length > 0 && (
          <li>
            <Trans>Groups with a rule take people in or out:</Trans>
            <ul>
              {one.rules.map((group) => (
                <li key={group.id}>
                  <bdi>{group.name}</bdi>
                  {": "}
                  {ruleWords(group)}
                </li>
              ))}
            </ul>
          </li>
        )}
        {!ofResults && mails.length === 0 && (
          <li className="muted">
            <Trans>Nobody gets a message.</Trans>
          </li>
        )}
        <li className="muted">{ofResults ? <Trans>Nobody is enrolled by it, and nobody gets a message.</Trans> : seatWords}</li>
      </ul>
      {beyond > 0 && (
        <Banner
          tone="warning"
          title={t`${plural(beyond, { one: "# row finds no seat and is left out", other: "# rows find no seat and are left out" })}`}
        >
          <p>{t`Deactivate people who have left, or ask whoever runs this installation for more seats. Then check again.`}</p>
        </Banner>
      )}
      {leave > 0 && (
        <Banner tone="warning" title={t`${leave} of ${one.activePeople} active people will be deactivated`}>
          <TextField
            label={t`Type ${leave} to confirm it`}
            value={typed}
            onChange={setTyped}
            inputMode="numeric"
            autoComplete="off"
            error={isTried && Number(typed) !== leave ? t`Type the number ${leave}.` : undefined}
          />
        </Banner>
      )}
      {problem && (
        <p className="ui-error" role="alert">
          {problem}
        </p>
      )}
      <div className="import-actions">
        <Button variant="primary" isDisabled={writes === 0} isPending={run.isPending} pendingLabel={t`Starting`} onPress={start}>
          {t`${plural(writes, { one: "Import # row", other: "Import # rows" })}`}
        </Button>
        <Button onPress={toColumns}>
          <Trans>Back to the columns</Trans>
        </Button>
        {error > 0 && <LeftOut one={one} />}
      </div>
    </section>
  );
}

const LeftOut = ({ one }: { one: Import }) => (
  <a className="ui-button" href={rejectedPath(one.id)} download>
    <Icon of={Download} />
    <Trans>Rows that are left out</Trans>
  </a>
);

function Report({ one }: { one: Import }) {
  const { t } = useLingui();
  const { undo } = useImportSteps(one.id);
  const [isAsking, setAsking] = useState(false);
  const { done, refused, error, undone, partly, kept } = one.counts;
  const lines = [
    t`${plural(done, { one: "# row was imported", other: "# rows were imported" })}`,
    refused > 0 &&
      t`${plural(refused, { one: "# row had changed since the check and was left out", other: "# rows had changed since the check and were left out" })}`,
    error > 0 && t`${plural(error, { one: "# row had an error and was left out", other: "# rows had errors and were left out" })}`,
    undone > 0 && t`${plural(undone, { one: "# row was taken back", other: "# rows were taken back" })}`,
    partly + kept > 0 &&
      t`${plural(partly + kept, { one: "# row was changed since then and stays, at least in part", other: "# rows were changed since then and stay, at least in part" })}`,
  ].filter((line) => line !== false);
  return (
    <section className="card import-card" aria-labelledby="import-did">
      <h3 id="import-did">
        <Trans>What this import did</Trans>
      </h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {undo.isError && (
        <p className="ui-error" role="alert">
          {undo.error.message}
        </p>
      )}
      <div className="import-actions">
        {one.state === "done" && done > 0 && (
          <Button icon={Undo2} isPending={undo.isPending} pendingLabel={t`Starting`} onPress={() => setAsking(true)}>
            <Trans>Undo this import</Trans>
          </Button>
        )}
        {error + refused > 0 && <LeftOut one={one} />}
      </div>
      <LazyConfirmDialog
        isOpen={isAsking}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          if (one.runJobId !== null) undo.mutate(one.runJobId);
        }}
      >
        <p>{t`${plural(done, { one: "Take back # row?", other: "Take back # rows?" })}`}</p>
        <p>
          {one.subject === "results" ? (
            <Trans>These results leave the transcripts again. One that was corrected since then stays.</Trans>
          ) : (
            <Trans>People who were added leave the portal, unless they have used it since. Whatever was changed since then stays.</Trans>
          )}
        </p>
      </LazyConfirmDialog>
    </section>
  );
}
