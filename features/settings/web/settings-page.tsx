import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { SearchX } from "lucide-react";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { SeatCap } from "#features/seats/web/seat-cap.tsx";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Banner } from "#ui/banner.tsx";
import { BusyRegion } from "#ui/busy-region.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SaveBar } from "#ui/save-bar.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import type { SettingRow, Settings } from "../contract.ts";
import { settingsQuery, useSaveSettings } from "./hooks.ts";
import { SettingField } from "./setting-field.tsx";
import { SettingsFile } from "./settings-file.tsx";
import "./settings.css";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(settingsQuery);

/** Settings of the portal (specification §2, ENV-9): every setting with what it does, its value and where that comes from. */
export default function SettingsPage() {
  const { t } = useLingui();
  const query = useQuery(settingsQuery);
  const { data, error } = query;
  return (
    <div className="page">
      <BusyRegion isBusy={query.isPending} label={t`Loading the settings`} skeleton={<Skeleton count={8} />}>
        {error && !data && (
          <>
            <PageHeader title={t`Settings`} />
            <ErrorState
              title={t`The settings could not be loaded`}
              safe={t`Nothing was changed.`}
              next={error.message}
              requestId={error instanceof CallError ? error.requestId : ""}
              onRetry={() => void query.refetch()}
              isRetrying={query.isFetching}
            />
          </>
        )}
        {data && <SettingsForm {...data} />}
      </BusyRegion>
    </div>
  );
}

type Values = Readonly<Record<string, string | null>>;
const ownValueOf = ({ origin, value }: SettingRow) => (origin === "portal" ? value : null);
const matches = ({ key, title, help }: SettingRow, words: string) =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${key} ${title} ${help}`.toLowerCase().includes(word));

function SettingsForm({ revision, settings }: Settings) {
  const { t } = useLingui();
  const save = useSaveSettings();
  const [search, setSearch] = useState("");
  const [changed, setChanged] = useState<Values>({});
  const errors = save.error instanceof CallError ? save.error.errors : [];
  const sections: readonly { id: SettingRow["section"]; title: string }[] = [
    { id: "ways-in", title: t`Getting in` },
    { id: "learners", title: t`Learners` },
    { id: "portal", title: t`The portal` },
  ];
  const found = settings.filter((setting) => matches(setting, search.trim()));
  const set = (values: Values) =>
    setChanged((now) => {
      const next = { ...now, ...values };
      return Object.fromEntries(
        settings.flatMap((one) => (one.key in next && next[one.key] !== ownValueOf(one) ? [[one.key, next[one.key] ?? null]] : [])),
      );
    });
  const count = Object.keys(changed).length;
  return (
    <>
      <PageHeader title={t`Settings`} actions={<SettingsFile onTake={set} />} />
      <SectionTabs of="portal" />
      <div className="settings-search">
        <SearchField label={t`Search settings`} value={search} onChange={setSearch} delay={0} />
      </div>
      {save.isError && (
        <Banner tone="danger" role="alert" title={t`The settings were not saved`}>
          <p>{save.error.message}</p>
        </Banner>
      )}
      <form
        id="settings"
        noValidate
        className="settings"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(
            { revision, values: changed },
            {
              onSuccess: () => {
                setChanged({});
                toast({ title: t`Settings saved`, tone: "success" });
              },
            },
          );
        }}
      >
        {found.length === 0 && (
          <EmptyState icon={SearchX} title={t`No such setting`} message={t`Search for another word of what it does.`} />
        )}
        {sections.map(({ id, title }) => {
          const own = found.filter(({ section }) => section === id);
          return (
            own.length > 0 && (
              <section key={id} className="card settings-section" aria-labelledby={`settings-${id}`}>
                <h2 id={`settings-${id}`}>{title}</h2>
                {own.map((setting) => (
                  <SettingField
                    key={setting.key}
                    setting={setting}
                    value={setting.key in changed ? (changed[setting.key] ?? null) : ownValueOf(setting)}
                    error={errors.find(({ field }) => field === setting.key)?.message}
                    onChange={(value) => set({ [setting.key]: value })}
                  />
                ))}
              </section>
            )
          );
        })}
      </form>
      <SeatCap />
      <SaveBar
        form="settings"
        isDirty={count > 0}
        isSaving={save.isPending}
        onDiscard={() => {
          setChanged({});
          save.reset();
        }}
        question={t`${plural(count, { one: "Leave without saving # changed setting?", other: "Leave without saving # changed settings?" })}`}
      />
    </>
  );
}
