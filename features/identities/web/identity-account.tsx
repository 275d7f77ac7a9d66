import { Trans, useLingui } from "@lingui/react/macro";
import { IdentityForm } from "#features/people/web/identity-form.tsx";
import { nameOf } from "#features/people/web/name-of.ts";
import { SignInLines } from "#features/people/web/sign-in-lines.tsx";
import { SignOutAll } from "#features/people/web/sign-out-all.tsx";
import { Time } from "#ui/time.tsx";
import type { Identity } from "../contract.ts";
import { useEndAllSessions, useSaveIdentity } from "./hooks.ts";
import { IdentityPortals } from "./identity-portals.tsx";

/** The account of a person over all portals: who they are, where they belong, and when they signed in. */
export function IdentityAccount({ identity }: { identity: Identity }) {
  const { t } = useLingui();
  const save = useSaveIdentity(identity.userId);
  const { createdAt, passwordSetAt, mustChangePassword } = identity;
  return (
    <>
      <IdentityForm identity={identity} onSave={(values) => save.mutateAsync(values)} />
      <section className="card person-card" aria-labelledby="identity-facts">
        <h2 id="identity-facts">
          <Trans>Account</Trans>
        </h2>
        <dl className="person-facts">
          <div>
            <dt className="muted">{t`Account number`}</dt>
            <dd>
              <bdi>{identity.userId}</bdi>
            </dd>
          </div>
          <div>
            <dt className="muted">{t`Created`}</dt>
            <dd>
              <Time instant={createdAt} kind="date" />
            </dd>
          </div>
          <div>
            <dt className="muted">{t`Password set`}</dt>
            <dd>{passwordSetAt ? <Time instant={passwordSetAt} kind="date" /> : t`Not yet`}</dd>
          </div>
          {mustChangePassword && (
            <div>
              <dt className="muted">{t`Next sign-in`}</dt>
              <dd>{t`Asks for a new password`}</dd>
            </div>
          )}
        </dl>
      </section>
      <IdentityPortals identity={identity} />
      <SignIns identity={identity} />
    </>
  );
}

function SignIns({ identity }: { identity: Identity }) {
  const { t } = useLingui();
  const end = useEndAllSessions(identity.userId);
  const name = nameOf(identity);
  const words: Record<Identity["signIns"][number]["kind"], string> = {
    signed_in: t`Signed in`,
    portal_switched: t`Came from another portal`,
    sign_in_failed: t`Sign-in failed`,
  };
  const isSomewhere = identity.memberships.some(({ sessions }) => sessions > 0);
  return (
    <section className="card person-card" aria-labelledby="identity-sign-ins">
      <h2 id="identity-sign-ins">
        <Trans>Sign-ins in all portals</Trans>
      </h2>
      <SignInLines
        empty={t`Never signed in.`}
        lines={identity.signIns.map(({ id, at, portal, kind, ip }) => ({
          id,
          at,
          what: (
            <>
              {words[kind]} · <bdi>{portal}</bdi>
            </>
          ),
          from: [ip],
        }))}
      />
      {isSomewhere && !identity.isSelf && (
        <SignOutAll
          name={name}
          action={<Trans>Sign out of all portals</Trans>}
          question={
            <Trans>
              Sign <bdi>{name}</bdi> out of every portal? Work that is not saved there is lost.
            </Trans>
          }
          onSignOut={() => end.mutateAsync()}
        />
      )}
    </section>
  );
}
