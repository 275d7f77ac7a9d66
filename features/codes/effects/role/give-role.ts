import type { GrantedRole } from "#features/roles/contract.ts";
import { grantsRoles } from "#features/roles/policy.ts";
import { checkTerms, giveRole, takeRoleBack } from "#features/roles/server/assign.ts";
import type { Say } from "#platform/catalogue.ts";
import type { RoleEffect } from "./role.ts";
import type { EffectKind } from "../../server/effect-kind.ts";

interface About {
  readonly role: GrantedRole;
  /** The name of the copy, where it is not the role itself. */
  readonly copy: string | null;
  readonly isLimited: boolean;
  readonly days: number | null;
  /** Those that its scope names. */
  readonly courses: readonly { readonly id: number; readonly title: string }[];
}
interface Granted extends About {
  readonly assignmentId: number;
  readonly endsAt: string | null;
}

const nameOf = (say: Say, { role, copy }: About) =>
  copy ?? { Author: say("Author"), Manager: say("Manager"), Admin: say("Administrator") }[role];

function inWords(say: Say, about: About): string {
  const role = nameOf(say, about);
  const { days, isLimited } = about;
  const reach = isLimited ? say("{role} of some people", { role }) : role;
  return days === null ? reach : say("{role}, for {days, plural, one {# day} other {# days}}", { role: reach, days });
}

const termsOf = ({ copyId, scope, days }: RoleEffect) => ({
  copyId,
  scope,
  startsAt: null,
  endsAt: days === null ? null : new Date(Date.now() + days * 86_400_000).toISOString(),
});

/** Gives a role, by the rule of features/roles: only who may grant it makes a code for it, and nobody gets one from a code of their own. */
export const role: EffectKind<RoleEffect, About, Granted> = {
  rule: grantsRoles,
  async about({ db, portalId }, effect) {
    await checkTerms({ db, portalId }, effect.role, { ...termsOf(effect), since: null });
    const copy =
      effect.copyId === null
        ? null
        : await db
            .selectFrom("role_copies")
            .select("name")
            .where("portal_id", "=", portalId)
            .where("id", "=", effect.copyId)
            .executeTakeFirst();
    const courses =
      effect.scope.kind === "courses"
        ? await db
            .selectFrom("courses")
            .select(["id", "title"])
            .where("portal_id", "=", portalId)
            .where("id", "in", effect.scope.courseIds)
            .execute()
        : [];
    return { role: effect.role, copy: copy?.name ?? null, isLimited: effect.scope.kind !== "portal", days: effect.days, courses };
  },
  names: (about) => about.courses.map(({ id, title }) => ({ id, name: title })),
  tell: (say, about) => ({ title: say("Role"), items: [inWords(say, about)] }),
  async grant({ db, portalId, actor }, { userId }, effect, about) {
    const given = await giveRole({ db, portalId, actor }, userId, effect.role, termsOf(effect));
    return given && { ...about, assignmentId: given.id, endsAt: given.terms.endsAt?.toISOString() ?? null };
  },
  async undo({ db, portalId, actor }, userId, granted) {
    const { assignmentId: id, endsAt } = granted;
    const isBack = await takeRoleBack({ db, portalId, actor }, userId, { id, endsAt: endsAt === null ? null : new Date(endsAt) });
    return isBack ? [] : [granted.copy ?? granted.role];
  },
};
