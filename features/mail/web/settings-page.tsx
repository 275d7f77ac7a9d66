import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MailCheck } from "lucide-react";
import { lacks } from "#features/portal/lacking.ts";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { CallError } from "#platform/call.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Link } from "#ui/link.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { DomainCheck } from "./domain-check.tsx";
import { MailStatus } from "./mail-status.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { settingsQuery, useSendTest } from "./settings-hooks.ts";
import "./mail.css";

// Lazy: few portals have a mail server of their own.
const ServerForm = lazyPart(() => import("./server-form.tsx"));

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(settingsQuery);

/** Email Settings (specification §2): who mail comes from, when it leaves and of what it tells; and whether it leaves at present. */
export default function EmailSettingsPage() {
  const { t } = useLingui();
  const query = useQuery(settingsQuery);
  const test = useSendTest();
  const user = useSignedIn()?.User;
  const { data } = query;
  return (
    <div className="page stack">
      <PageHeader
        title={t`Email Settings`}
        description={t`How this portal sends email to its people.`}
        back={{ to: "/admin/mail", label: t`Mail` }}
        actions={
          data && (
            <>
              <LinkButton to="/admin/emailTexts">{t`Email Texts`}</LinkButton>
              {!lacks(user, "set-webhooks") && <LinkButton to="/admin/webhooks">{t`Webhooks`}</LinkButton>}
              <Button icon={MailCheck} onPress={() => test.mutate()} isPending={test.isPending} pendingLabel={t`Sending`}>
                <Trans>Send me a test message</Trans>
              </Button>
            </>
          )
        }
      />
      <SectionTabs of="portal" />
      {query.isError && !data ? (
        <ErrorState
          title={t`The settings could not be loaded`}
          safe={t`Nothing was changed.`}
          requestId={query.error instanceof CallError ? query.error.requestId : undefined}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <BusyRegion isBusy={!data} label={t`Loading the settings`} skeleton={<Skeleton count={8} />}>
          {data && (
            <div className="stack">
              <MailStatus status={data.status} />
              <SettingsForm shown={data} />
              <ServerForm server={data.server} meanwhile={<Skeleton count={5} />} />
              <DomainCheck />
              <p>
                <Link to="/admin/emailBlackList">
                  <Trans>Addresses that get no mail</Trans>
                </Link>
              </p>
            </div>
          )}
        </BusyRegion>
      )}
    </div>
  );
}
