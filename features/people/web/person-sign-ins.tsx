import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Monitor, Smartphone } from "lucide-react";
import { useMay } from "#features/portal/web/use-may.ts";
import { deviceOf } from "#platform/device.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Person } from "../person-contract.ts";
import type { PersonSignIns } from "../record-contract.ts";
import { personSignInsQuery, useEndSessions } from "./person-hooks.ts";
import { nameOf } from "./name-of.ts";
import { PersonTokens } from "./person-tokens.tsx";
import { ProtectionPart } from "./protection-part.tsx";
import { SignInLines } from "./sign-in-lines.tsx";
import { SignOutAll } from "./sign-out-all.tsx";
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
          <PersonTokens person={person} />
          <Before rows={rows} />
        </>
      )}
    </TabPart>
  );
}

function Sessions({ person, sessions }: { person: Person; sessions: PersonSignIns["sessions"] }) {
  const { t } = useLingui();
  const end = useEndSessions(person.userId);
  const name = nameOf(person);
  const may = useMay();
  const mayEnd = !person.locked && may("deactivate-people");
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
                      {
                        onSuccess: () => toast({ tone: "success", title: t`That browser is signed out` }),
                        onError: (error) => toast({ tone: "danger", title: t`Nobody was signed out`, message: error.message }),
                      },
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
        <SignOutAll
          name={name}
          action={<Trans>Sign out everywhere</Trans>}
          question={
            <Trans>
              Sign <bdi>{name}</bdi> out of this portal everywhere? Work that is not saved there is lost.
            </Trans>
          }
          onSignOut={() => end.mutateAsync({ all: true })}
        />
      )}
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
      <SignInLines
        empty={t`Never signed in to this portal.`}
        lines={rows.map(({ id, at, kind, ip, device }) => ({ id, at, what: words[kind], from: [device, ip] }))}
      />
    </section>
  );
}
