import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { LogOut, Monitor, Smartphone } from "lucide-react";
import { useState } from "react";
import { useMay } from "#features/portal/web/use-may.ts";
import { deviceOf } from "#platform/device.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { LazyConfirmDialog } from "#ui/lazy-confirm-dialog.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Person } from "../person-contract.ts";
import type { PersonSignIns } from "../record-contract.ts";
import { personSignInsQuery, useEndSessions } from "./person-hooks.ts";
import { nameOf } from "./name-of.ts";
import { ProtectionPart } from "./protection-part.tsx";
import { TabPart } from "./tab-part.tsx";

/** Where a person is signed in, and when they signed in before. */
export default function PersonSignInsPart({ person }: { person: Person }) {
  const { t } = useLingui();
  const query = useQuery(personSignInsQuery(person.userId));
  return (
    <TabPart query={query} waiting={t`Loading sign-ins`} failed={t`The sign-ins could not be loaded`}>
      {({ sessions, rows }) => (
        <>
          <Sessions person={person} sessions={sessions} />
          <ProtectionPart person={person} />
          <Before rows={rows} />
        </>
      )}
    </TabPart>
  );
}

function Sessions({ person, sessions }: { person: Person; sessions: PersonSignIns["sessions"] }) {
  const { t } = useLingui();
  const end = useEndSessions(person.userId);
  const [isAsking, setAsking] = useState(false);
  const name = nameOf(person);
  const may = useMay();
  const mayEnd = !person.locked && may("deactivate-people");
  const failed = (error: Error) => toast({ tone: "danger", title: t`Nobody was signed out`, message: error.message });
  return (
    <section className="card person-card" aria-labelledby="person-sessions">
      <h2 id="person-sessions">
        <Trans>Signed-in browsers</Trans>
      </h2>
      {sessions.length === 0 && <p className="muted">{t`Not signed in anywhere in this portal right now.`}</p>}
      <ul className="person-lines">
        {sessions.map((session) => {
          const { browser, system, isHandheld } = deviceOf(session.userAgent);
          const device = browser && system ? t`${browser} on ${system}` : (browser ?? system ?? t`Unknown browser`);
          return (
            <li key={session.id} className="person-session">
              <Icon of={isHandheld ? Smartphone : Monitor} size="l" />
              <span>
                <strong>
                  <bdi>{device}</bdi>
                </strong>
                <span className="muted small">
                  <Trans>
                    From <bdi>{session.ip}</bdi>, last used <Time instant={session.lastSeenAt} />, signed in{" "}
                    <Time instant={session.createdAt} />
                  </Trans>
                </span>
              </span>
              {mayEnd && (
                <Button
                  size="s"
                  aria-label={t`Sign ${name} out: ${device}`}
                  isPending={end.isPending && "sessionId" in end.variables && end.variables.sessionId === session.id}
                  onPress={() =>
                    end.mutate(
                      { sessionId: session.id },
                      { onSuccess: () => toast({ tone: "success", title: t`That browser is signed out` }), onError: failed },
                    )
                  }
                >
                  <Trans>Sign out</Trans>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {mayEnd && sessions.length > 0 && (
        <div>
          <Button icon={LogOut} onPress={() => setAsking(true)}>
            <Trans>Sign out everywhere</Trans>
          </Button>
        </div>
      )}
      <LazyConfirmDialog
        isOpen={isAsking}
        isPending={end.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          end.mutate(
            { all: true },
            {
              onSuccess: () => toast({ tone: "success", title: t`${name} is signed out` }),
              onError: failed,
              onSettled: () => setAsking(false),
            },
          )
        }
      >
        <p>
          <Trans>
            Sign <bdi>{name}</bdi> out of this portal everywhere? Work that is not saved there is lost.
          </Trans>
        </p>
      </LazyConfirmDialog>
    </section>
  );
}

function Before({ rows }: { rows: PersonSignIns["rows"] }) {
  const { t } = useLingui();
  const words: Record<PersonSignIns["rows"][number]["kind"], string> = {
    signed_in: t`Signed in`,
    portal_switched: t`Came from another portal`,
    signed_out: t`Signed out`,
    sign_in_failed: t`Sign-in failed`,
    sessions_ended: t`Signed out other browsers`,
  };
  return (
    <section className="card person-card" aria-labelledby="person-sign-ins">
      <h2 id="person-sign-ins">
        <Trans>Sign-ins</Trans>
      </h2>
      {rows.length === 0 ? (
        <p className="muted">{t`Never signed in to this portal.`}</p>
      ) : (
        <ul className="person-lines">
          {rows.map(({ id, at, kind, ip, device }) => (
            <li key={id}>
              <span>{words[kind]}</span>
              <span className="muted small">
                <Time instant={at} />
                {device && (
                  <>
                    {" · "}
                    <bdi>{device}</bdi>
                  </>
                )}
                {ip && (
                  <>
                    {" · "}
                    <bdi>{ip}</bdi>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
