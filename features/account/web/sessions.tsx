import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { LogOut, MapPin, Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { LazyConfirmDialog } from "#ui/lazy-confirm-dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Session } from "../contract.ts";
import { deviceOf } from "#platform/device.ts";
import { sessionsQuery, useSignOutSessions } from "./hooks.ts";

/** The person's sessions in this portal, with buttons to end each, or all but this one. */
export function Sessions() {
  const { t } = useLingui();
  const query = useQuery(sessionsQuery);
  const signOut = useSignOutSessions();
  const [isAsking, setIsAsking] = useState(false);
  const portal = <bdi>{useEnvironment().Portal.Name}</bdi>;
  const sessions = query.data?.sessions ?? [];
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  const failed = (error: Error) => toast({ tone: "danger", title: t`Nobody was signed out`, message: error.message });

  if (query.isError && !query.data)
    return (
      <ErrorState
        title={t`Your signed-in browsers could not be loaded`}
        requestId={query.error instanceof CallError ? query.error.requestId : undefined}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
        headingLevel={3}
      />
    );
  return (
    <BusyRegion isBusy={!query.data} label={t`Loading signed-in browsers`} skeleton={<Skeleton count={3} />}>
      <p className="muted">
        <Trans>Where you are signed in to {portal}. Other portals keep their own list.</Trans>
      </p>
      <ul className="account-sessions">
        {sessions.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={signOut.isPending && "sessionId" in signOut.variables && signOut.variables.sessionId === session.id}
            onEnd={() =>
              signOut.mutate(
                { sessionId: session.id },
                { onSuccess: () => toast({ tone: "success", title: t`That browser is signed out` }), onError: failed },
              )
            }
          />
        ))}
      </ul>
      {others > 0 && (
        <Button icon={LogOut} onPress={() => setIsAsking(true)}>
          <Trans>Sign out others</Trans>
        </Button>
      )}
      <LazyConfirmDialog
        isOpen={isAsking}
        isPending={signOut.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() =>
          signOut.mutate(
            { others: true },
            {
              onSuccess: () => toast({ tone: "success", title: t`You are signed in only here` }),
              onError: failed,
              onSettled: () => setIsAsking(false),
            },
          )
        }
      >
        <p>
          <Plural
            value={others}
            one="Sign out # other browser? Work that is not saved there is lost."
            other="Sign out # other browsers? Work that is not saved there is lost."
          />
        </p>
      </LazyConfirmDialog>
    </BusyRegion>
  );
}

function SessionRow({ session, isEnding, onEnd }: { session: Session; isEnding: boolean; onEnd: () => void }) {
  const { t } = useLingui();
  const { browser, system, isHandheld } = deviceOf(session.userAgent);
  const name = browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`Unknown browser`);
  return (
    <li>
      <Icon of={isHandheld ? Smartphone : Monitor} size="l" />
      <div className="account-session">
        <span className="row">
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {session.isCurrent && <Tag icon={MapPin}>{t`This browser`}</Tag>}
        </span>
        <span className="muted small">
          <Trans>
            From <bdi>{session.ip}</bdi>, last used <Time instant={session.lastSeenAt} />, signed in <Time instant={session.createdAt} />
          </Trans>
        </span>
      </div>
      {!session.isCurrent && (
        <Button size="s" onPress={onEnd} isPending={isEnding} pendingLabel={t`Signing out`} aria-label={t`Sign out ${name}`}>
          <Trans>Sign out</Trans>
        </Button>
      )}
    </li>
  );
}
