import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { mailChoices, type MailChoice } from "../event.ts";
import { preferencesQuery, useSavePreference } from "./hooks.ts";
import "./preferences.css";

/** How the person is told of each event by email; what protects the account is fixed. */
export default function Preferences() {
  const { t } = useLingui();
  const query = useQuery(preferencesQuery);
  const save = useSavePreference();
  const words: Record<MailChoice, string> = {
    instant: t`At once`,
    daily: t`Once a day`,
    weekly: t`Once a week`,
    off: t`Not by email`,
  };
  if (query.isError && !query.data)
    return <ErrorState title={t`Your choices could not be loaded`} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return (
    <BusyRegion isBusy={!query.data} label={t`Loading your choices`} skeleton={<Skeleton count={4} />}>
      <ul className="mail-choices">
        {query.data?.rows.map(({ event, title, mail, isMandatory }) => (
          <li key={event}>
            {isMandatory ? (
              <>
                <span>{title}</span>
                <span className="muted">
                  <Trans>Always: it protects your account</Trans>
                </span>
              </>
            ) : (
              <Select
                label={title}
                options={mailChoices.map((id) => ({ id, label: words[id] }))}
                value={mail}
                onChange={(chosen) => save.mutate({ event, mail: chosen })}
              />
            )}
          </li>
        ))}
      </ul>
    </BusyRegion>
  );
}
