import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { announce } from "#ui/announce.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SaveBar } from "#ui/save-bar.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import type { MailChoices } from "../contract.ts";
import { mailChoices, type MailChoice } from "../event.ts";
import { preferencesQuery, useSavePreferences } from "./hooks.ts";
import "./preferences.css";

const noneChanged: MailChoices = {};

/** How the person is told of each event by email; what protects the account is fixed. What was changed is saved together. */
export default function Preferences() {
  const { t } = useLingui();
  const query = useQuery(preferencesQuery);
  const save = useSavePreferences();
  // Only what differs from what is stored.
  const [changed, setChanged] = useState(noneChanged);
  const count = Object.keys(changed).length;
  const words: Record<MailChoice, string> = {
    instant: t`At once`,
    daily: t`Once a day`,
    weekly: t`Once a week`,
    off: t`Not by email`,
  };
  const choose = (event: string, stored: MailChoice, mail: MailChoice) => {
    const { [event]: _before, ...others } = changed;
    setChanged(mail === stored ? others : { ...others, [event]: mail });
  };
  const submit = () =>
    save.mutate(changed, {
      onSuccess: () => {
        setChanged(noneChanged);
        announce(t`Saved`);
        toast({ tone: "success", title: t`Saved` });
      },
    });
  if (query.isError && !query.data)
    return <ErrorState title={t`Your choices could not be loaded`} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
  return (
    <BusyRegion isBusy={!query.data} label={t`Loading your choices`} skeleton={<Skeleton count={4} />}>
      <form
        id="mail-choices"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) submit();
        }}
      >
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
                  value={changed[event] ?? mail}
                  onChange={(chosen) => choose(event, mail, chosen)}
                />
              )}
            </li>
          ))}
        </ul>
      </form>
      <SaveBar
        question={t`${plural(count, {
          one: "Leave without saving # choice about email?",
          other: "Leave without saving # choices about email?",
        })}`}
        form="mail-choices"
        isDirty={count > 0}
        isSaving={save.isPending}
        onDiscard={() => setChanged(noneChanged)}
      />
    </BusyRegion>
  );
}
