import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SafeHtml } from "#features/portal/web/safe-html.tsx";
import { languages } from "#platform/languages.ts";
import { Banner } from "#ui/banner.tsx";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { DateField } from "#ui/date-field.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { languageName } from "#ui/language-name.ts";
import { PeriodFields } from "#ui/period-fields.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { useZone } from "#ui/zone.ts";
import type { ToldToAll } from "../contract.ts";
import { fieldErrors } from "./field-errors.ts";
import { systemAnnouncementQuery, useSaveSystemAnnouncement } from "./hooks.ts";

/** Writes what everybody is told in all portals, also on the sign-in pages, and when a maintenance is (ANN-3). */
export default function SystemAnnouncementForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const query = useQuery(systemAnnouncementQuery);
  if (query.data) return <Form told={query.data} onClose={onClose} />;
  return (
    <Dialog title={t`System announcement`} width="half" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BusyRegion isBusy={query.isPending} label={t`Loading the announcement`} skeleton={<Skeleton count={4} />}>
        {query.isError && (
          <ErrorState title={t`The announcement could not be loaded`} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
        )}
      </BusyRegion>
    </Dialog>
  );
}

const fields = ["texts.en", "texts.de", "startsAt", "endsAt", "timeZone", "maintenance.startsAt", "maintenance.minutes"];

/** Fields whose id is another one than their name says. */
const idIn: Readonly<Record<string, string>> = { "portal-startsAt": "starts-at", "portal-endsAt": "ends-at" };

function Form({ told: { announcement, earlierHtml }, onClose }: { told: ToldToAll; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const ownZone = useZone();
  const [values, setValues] = useState(() => ({
    en: announcement?.texts.en ?? "",
    de: announcement?.texts.de ?? "",
    startsAt: announcement?.startsAt ?? "",
    endsAt: announcement?.endsAt ?? "",
    timeZone: announcement?.timeZone ?? ownZone,
    hasMaintenance: (announcement?.maintenance ?? null) !== null,
    begins: announcement?.maintenance?.startsAt ?? "",
    minutes: String(announcement?.maintenance?.minutes ?? 60),
  }));
  const put = (change: Partial<typeof values>) => setValues((now) => ({ ...now, ...change }));
  const [tries, setTries] = useState(0);
  const save = useSaveSystemAnnouncement();
  const { errorOf, named, whole } = fieldErrors(save.error, fields);
  const submit = () => {
    const { en, de, startsAt, endsAt, timeZone, hasMaintenance, begins, minutes } = values;
    setTries((count) => count + 1);
    save.mutate(
      {
        texts: { en: en || null, de: de || null },
        startsAt: startsAt || null,
        endsAt: endsAt || null,
        timeZone,
        maintenance: hasMaintenance ? { startsAt: begins, minutes: /^\d+$/.test(minutes.trim()) ? Number(minutes) : 0 } : null,
      },
      {
        onSuccess: (saved) => {
          toast({
            tone: "success",
            title: saved.announcement ? t`The system announcement was saved` : t`Nothing is announced any more`,
          });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title={t`System announcement`}
      width="half"
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" isPending={save.isPending} pendingLabel={t`Saving`} onPress={submit}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <div className="form">
        <p>{t`Everybody reads this in all portals, also on the sign-in pages. Leave everything empty to tell nothing.`}</p>
        <FormErrorSummary errors={named.map(({ id, message }) => ({ id: idIn[id] ?? id, message }))} focusKey={tries} />
        {whole && (
          <Banner tone="danger" role="alert" title={t`The announcement was not saved`}>
            <p>{whole}</p>
          </Banner>
        )}
        {earlierHtml !== "" && (
          <Banner tone="neutral" title={t`The sign-in pages say this now; what you save takes its place`}>
            <SafeHtml html={earlierHtml} className="stack-s" />
          </Banner>
        )}
        {languages.map((language) => {
          const name = languageName(language, i18n.locale);
          return (
            <TextArea
              key={language}
              id={`portal-texts.${language}`}
              label={t`Text in ${name}`}
              isOptional
              lang={language}
              rows={3}
              maxLength={1000}
              value={values[language]}
              onChange={(text) => put({ [language]: text })}
              error={errorOf(`texts.${language}`)}
            />
          );
        })}
        <PeriodFields
          value={values}
          onChange={({ startsAt, endsAt, timeZone }) => put({ startsAt, endsAt, timeZone })}
          errors={{ startsAt: errorOf("startsAt"), endsAt: errorOf("endsAt"), timeZone: errorOf("timeZone") }}
        />
        <Checkbox
          value={values.hasMaintenance}
          onChange={(isOn) => put({ hasMaintenance: isOn })}
          description={t`People read when it is in their own time, and how long it is until then. Without an end above, all of this goes when it is over.`}
        >
          <Trans>There is a maintenance</Trans>
        </Checkbox>
        {values.hasMaintenance && (
          <>
            <DateField
              id="portal-maintenance.startsAt"
              label={t`Maintenance from`}
              description={t`In the time zone above.`}
              withTime
              value={values.begins}
              onChange={(begins) => put({ begins })}
              error={errorOf("maintenance.startsAt")}
            />
            <TextField
              id="portal-maintenance.minutes"
              label={t`Length in minutes`}
              inputMode="numeric"
              maxLength={5}
              value={values.minutes}
              onChange={(minutes) => put({ minutes })}
              error={errorOf("maintenance.minutes")}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}
