import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MessageCircleQuestionMark } from "lucide-react";
import { useState } from "react";
import { Findings } from "#features/help/web/findings.tsx";
import { askAddress, helpCenter } from "#features/help/web/article-address.ts";
import { opens } from "#features/portal/lacking.ts";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { settingsQuery } from "#features/settings/web/hooks.ts";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { CopyId } from "#ui/copy-id.tsx";
import { Disclosure } from "#ui/disclosure.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import { mayDo } from "../may-do.ts";
import { copiedText } from "./copied-text.ts";
import { CopyButton } from "./copy-button.tsx";
import { factsQuery, findingsQuery } from "./hooks.ts";
import { useGroups, type Group } from "./use-groups.ts";
import "./environment.css";

const PermissionList = lazyPart(() => import("./permission-list.tsx"));
const SettingsList = lazyPart(() => import("./settings-list.tsx"));

const idOf = (error: unknown) => (error instanceof CallError ? error.requestId : undefined);

/** What the portal resolves to for a person, what their browser can do, and for admins the settings with their origin (specification §2, decisions.md); all of it can be copied. */
export default function EnvironmentPage() {
  const { t, i18n } = useLingui();
  const environment = useEnvironment();
  const [isTextOpen, setTextOpen] = useState(false);
  const asked = useQuery(factsQuery);
  const facts = asked.data ?? null;
  const content = facts && { address: facts.contentCheck, host: facts.contentHost };
  const looked = useQuery(findingsQuery(!asked.isPending, content));
  const maySet = opens({ access: ["Admin", "System"], needs: "change-settings" }, environment.User);
  const settings = useQuery({ ...settingsQuery, enabled: maySet });
  const groups = useGroups(environment, facts);
  const permissions = mayDo(environment.User);
  const found = looked.data ?? [];
  const own = settings.data?.settings.filter(({ origin }) => origin === "portal") ?? [];
  const text = copiedText([
    ...(facts ? [{ title: t`Request`, lines: [`${t`Request id`}: ${facts.requestId}`, `${t`Time`}: ${facts.at}`] }] : []),
    ...groups.map(({ title, lines }) => ({
      title,
      lines: lines.filter(({ isOwn }) => !isOwn).map(({ label, value }) => `${label}: ${value}`),
    })),
    {
      title: t`Checks of this browser`,
      lines: found.map(
        ({ title, finding }) => `${i18n._(title)}: ${finding.isGood ? t`In order` : t`Needs a look`}. ${i18n._(finding.words)}`,
      ),
    },
    { title: t`What you may do`, lines: permissions },
    { title: t`Settings of this portal`, lines: own.map(({ key, value }) => `${key}: ${value}`) },
  ]);
  return (
    <div className="page environment-page">
      <PageHeader
        title={t`Environment`}
        back={{ to: `${helpCenter}?check=computer`, label: t`Check my computer` }}
        description={t`What this portal knows of where you are. Whoever helps you can use it; nothing can be changed here.`}
        actions={
          <>
            <LinkButton to={askAddress("/environment")} icon={MessageCircleQuestionMark}>
              <Trans>Ask for help</Trans>
            </LinkButton>
            <CopyButton text={text} isDisabled={asked.isPending || looked.isPending} onRefused={() => setTextOpen(true)} />
          </>
        }
      />
      <BusyRegion isBusy={asked.isPending} label={t`Loading your environment`} skeleton={<Skeleton count={8} />}>
        <div className="stack-l">
          {asked.isError && (
            <ErrorState
              title={t`The server could not be asked`}
              safe={t`What is known without it stands below.`}
              requestId={idOf(asked.error)}
              onRetry={() => void asked.refetch()}
              isRetrying={asked.isFetching}
            />
          )}
          {facts && (
            <p className="environment-request">
              <CopyId label={t`Request id`} value={facts.requestId} />
              <Time instant={facts.at} />
            </p>
          )}
          <div className="environment-facts">
            {groups.map((group) => (
              <Facts key={group.id} group={group} />
            ))}
          </div>
          <section aria-labelledby="environment-checks" className="stack-s">
            <h2 id="environment-checks">{t`Checks of this browser`}</h2>
            <BusyRegion isBusy={looked.isPending} label={t`Checking`} skeleton={<Skeleton count={5} />}>
              <Findings found={found} headingLevel={3} />
            </BusyRegion>
            <p>
              <Button isPending={looked.isFetching} pendingLabel={t`Checking`} onPress={() => void looked.refetch()}>
                <Trans>Check again</Trans>
              </Button>
            </p>
          </section>
          {permissions.length > 0 && (
            <section aria-labelledby="environment-permissions" className="card environment-part">
              <h2 id="environment-permissions">{t`What you may do`}</h2>
              <PermissionList ids={permissions} meanwhile={<Skeleton count={4} />} />
            </section>
          )}
          {maySet && (
            <section aria-labelledby="environment-settings" className="card environment-part">
              <h2 id="environment-settings">{t`Settings of this portal`}</h2>
              {settings.isError && !settings.data ? (
                <ErrorState
                  title={t`The settings could not be loaded`}
                  headingLevel={3}
                  requestId={idOf(settings.error)}
                  onRetry={() => void settings.refetch()}
                  isRetrying={settings.isFetching}
                />
              ) : (
                <BusyRegion isBusy={!settings.data} label={t`Loading the settings`} skeleton={<Skeleton count={6} />}>
                  {settings.data && <SettingsList settings={settings.data.settings} meanwhile={<Skeleton count={6} />} />}
                </BusyRegion>
              )}
            </section>
          )}
          <Disclosure title={t`What is copied`} headingLevel={2} isExpanded={isTextOpen} onExpandedChange={setTextOpen}>
            <p className="muted">
              <Trans>Neither your name nor your email address, and nothing that lets anybody in.</Trans>
            </p>
            <pre className="environment-text" dir="auto">
              {text}
            </pre>
          </Disclosure>
        </div>
      </BusyRegion>
    </div>
  );
}

function Facts({ group: { id, title, lines } }: { group: Group }) {
  return (
    <section aria-labelledby={`environment-${id}`} className="card environment-part">
      <h2 id={`environment-${id}`}>{title}</h2>
      <dl className="environment-lines">
        {lines.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi className="environment-value">{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
