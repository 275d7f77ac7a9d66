import { Trans, useLingui } from "@lingui/react/macro";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { IdentityForm } from "#features/people/web/identity-form.tsx";
import { nameOf } from "#features/people/web/name-of.ts";
import { Button } from "#ui/button.tsx";
import { LazyConfirmDialog } from "#ui/lazy-confirm-dialog.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
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
            <dt className="muted">{t`Number`}</dt>
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
  const [isAsking, setAsking] = useState(false);
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
      {identity.signIns.length === 0 ? (
        <p className="muted">{t`Never signed in.`}</p>
      ) : (
        <ul className="person-lines">
          {identity.signIns.map(({ id, at, portal, kind, ip }) => (
            <li key={id}>
              <span>
                {words[kind]} · <bdi>{portal}</bdi>
              </span>
              <span className="muted small">
                <Time instant={at} />
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
      {isSomewhere && !identity.isSelf && (
        <div>
          <Button icon={LogOut} onPress={() => setAsking(true)}>
            <Trans>Sign out of all portals</Trans>
          </Button>
        </div>
      )}
      <LazyConfirmDialog
        isOpen={isAsking}
        isPending={end.isPending}
        onCancel={() => setAsking(false)}
        onConfirm={() =>
          end.mutate(undefined, {
            onSuccess: () => toast({ tone: "success", title: t`${name} is signed out` }),
            onError: (error) => toast({ tone: "danger", title: t`Nobody was signed out`, message: error.message }),
            onSettled: () => setAsking(false),
          })
        }
      >
        <p>
          <Trans>
            Sign <bdi>{name}</bdi> out of every portal? Work that is not saved there is lost.
          </Trans>
        </p>
      </LazyConfirmDialog>
    </section>
  );
}
