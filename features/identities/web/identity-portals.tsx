import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { CircleCheck, ExternalLink, PenLine, ShieldCheck, UserCheck, UserPlus, UserX, UsersRound } from "lucide-react";
import { useState } from "react";
import { useSwitchPortal } from "#features/auth/web/use-switch-portal.ts";
import { LazyStatusDialog } from "#features/people/web/lazy-dialogs.ts";
import { nameOf } from "#features/people/web/name-of.ts";
import { Button } from "#ui/button.tsx";
import { Select } from "#ui/select.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Identity, Membership } from "../contract.ts";
import { useJoinPortal, useSetMembershipStatus } from "./hooks.ts";

const roleIcons = { Author: PenLine, Manager: UsersRound, Admin: ShieldCheck };

/** The portals to which somebody belongs, with what they are there, and the way into one more. */
export function IdentityPortals({ identity }: { identity: Identity }) {
  const { memberships, isSystemAdmin } = identity;
  return (
    <section className="card person-card" aria-labelledby="identity-portals">
      <h2 id="identity-portals">
        <Trans>Portals</Trans>
      </h2>
      {isSystemAdmin && (
        <p className="muted">
          <Trans>A system admin enters every portal without belonging to it.</Trans>
        </p>
      )}
      {memberships.length === 0 && !isSystemAdmin && (
        <p className="muted">
          <Trans>This person belongs to no portal, so they cannot sign in anywhere.</Trans>
        </p>
      )}
      <ul className="identity-portals">
        {memberships.map((one) => (
          <li key={one.portalId}>
            <InPortal identity={identity} membership={one} />
          </li>
        ))}
      </ul>
      {!isSystemAdmin && identity.others.length > 0 && <Join key={memberships.length} identity={identity} />}
    </section>
  );
}

function InPortal({ identity, membership }: { identity: Identity; membership: Membership }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  const go = useSwitchPortal();
  const save = useSetMembershipStatus(identity.userId, membership.portalId);
  const { portalId, name, host, isHere, status, roles, joinedAt, lastSignInAt, enrolments, completions, sessions } = membership;
  const isActive = status === "active";
  const roleNames = { Author: t`Author`, Manager: t`Manager`, Admin: t`Administrator` };
  return (
    <>
      <div className="row">
        <h3>
          <bdi>{name}</bdi>
        </h3>
        <bdi className="muted small">{host}</bdi>
      </div>
      <div className="row">
        {isActive ? <Tag icon={CircleCheck} tone="success">{t`Active`}</Tag> : <Tag icon={UserX} tone="warning">{t`Deactivated`}</Tag>}
        {roles.map(({ role, isCopy }) => {
          const of = roleNames[role];
          return (
            <Tag key={role} icon={roleIcons[role]}>
              {isCopy ? t`${of}, with fewer permissions` : of}
            </Tag>
          );
        })}
      </div>
      <p className="muted small">
        <Trans>
          Member since <Time instant={joinedAt} kind="date" />
        </Trans>
        {" · "}
        {lastSignInAt ? (
          <Trans>
            last signed in <Time instant={lastSignInAt} />
          </Trans>
        ) : (
          <Trans>never signed in</Trans>
        )}
        {" · "}
        {t`${plural(enrolments, { one: "# enrolment", other: "# enrolments" })}`}
        {" · "}
        {t`${plural(completions, { one: "# completed", other: "# completed" })}`}
        {" · "}
        {t`${plural(sessions, { 0: "signed in nowhere now", one: "signed in in # browser now", other: "signed in in # browsers now" })}`}
      </p>
      <div className="row">
        {!isHere && (
          <Button
            icon={ExternalLink}
            aria-label={t`Open there: ${name}`}
            isPending={go.isPending}
            onPress={() =>
              go.mutate(
                { portalId, path: `/v/admin/userDetails/${identity.userId}` },
                { onError: (error) => toast({ tone: "danger", title: t`${name} could not be opened`, message: error.message }) },
              )
            }
          >
            <Trans>Open there</Trans>
          </Button>
        )}
        {!identity.isSelf && (
          <Button
            icon={isActive ? UserX : UserCheck}
            aria-label={isActive ? t`Deactivate in ${name}` : t`Reactivate in ${name}`}
            onPress={() => setOpen(true)}
          >
            {isActive ? <Trans>Deactivate</Trans> : <Trans>Reactivate</Trans>}
          </Button>
        )}
      </div>
      <LazyStatusDialog
        name={nameOf(identity)}
        status={status}
        portal={name}
        onSave={(change) => save.mutateAsync(change)}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
}

function Join({ identity }: { identity: Identity }) {
  const { t } = useLingui();
  const join = useJoinPortal(identity.userId);
  const [portalId, setPortalId] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const name = nameOf(identity);
  const add = () => {
    setTried(true);
    const portal = identity.others.find((one) => String(one.portalId) === portalId)?.name;
    if (portalId === null || !portal) return;
    join.mutate(Number(portalId), {
      onSuccess: () => toast({ tone: "success", title: t`${name} belongs to ${portal} now` }),
      onError: (error) => toast({ tone: "danger", title: t`Nothing was changed`, message: error.message }),
    });
  };
  return (
    <div className="form">
      <Select
        label={t`One more portal`}
        description={t`They join with the account that they have, without a role.`}
        placeholder={t`Choose a portal`}
        options={identity.others.map((one) => ({ id: String(one.portalId), label: one.name }))}
        value={portalId}
        onChange={setPortalId}
        error={isTried && portalId === null ? t`Choose a portal.` : undefined}
      />
      <div>
        <Button icon={UserPlus} isPending={join.isPending} pendingLabel={t`Saving`} onPress={add}>
          <Trans>Add to the portal</Trans>
        </Button>
      </div>
    </div>
  );
}
