import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Time } from "#ui/time.tsx";
import { auditCheckQuery } from "./hooks.ts";

/** Whether the record is as it was written: checked on request, because it reads every entry. */
export function AuditChain() {
  const { t } = useLingui();
  const check = useQuery({ ...auditCheckQuery, enabled: false });
  const { data } = check;
  const problemWords = {
    link_gone: t`a link of the chain is gone`,
    entry_gone: t`the entry is gone`,
    entry_changed: t`the entry was changed`,
    not_sealed: t`the entry was added later, with an older time, or the job that seals does not run`,
  };
  return (
    <div className="audit-chain">
      <p className="muted">
        <Trans>Nobody changes or removes an entry. A job seals them into a chain; the check finds any that was changed all the same.</Trans>
      </p>
      <div>
        <Button isPending={check.isFetching} pendingLabel={t`Checking`} onPress={() => void check.refetch()}>
          <Trans>Check the record</Trans>
        </Button>
      </div>
      {check.isError && !check.isFetching && (
        <Banner tone="danger" title={t`The record could not be checked`}>
          {check.error.message}
        </Banner>
      )}
      {data && data.problems.length === 0 && (
        <Banner
          tone="success"
          role="status"
          title={t`${plural(data.sealed, { one: "# sealed entry is as it was written", other: "All # sealed entries are as they were written" })}`}
        >
          {data.head && data.sealedAt && (
            <p>
              <Trans>
                Last sealed <Time instant={data.sealedAt} />. Keep this value elsewhere to prove it later:
              </Trans>{" "}
              <CopyId value={data.head} label={t`Last seal`} />
            </p>
          )}
        </Banner>
      )}
      {data && data.problems.length > 0 && (
        <Banner tone="danger" role="alert" title={t`The record was tampered with`}>
          <ul>
            {data.problems.map(({ eventId, problem }) => (
              <li key={`${eventId} ${problem}`}>
                <Trans>
                  Entry <bdi>{eventId}</bdi>: {problemWords[problem]}
                </Trans>
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </div>
  );
}
