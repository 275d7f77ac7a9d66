import type { Actor } from "#platform/actor.ts";
import { rule } from "#platform/actor.ts";

type Rights = Pick<Actor, "userId" | "isManager" | "isAdmin" | "isSystemAdmin">;
/** A person whom somebody wants to change. */
export interface Subject {
  readonly id: number;
  readonly isAdmin: boolean;
  readonly isSystemAdmin: boolean;
}

const isAdmin = (actor: Pick<Rights, "isAdmin" | "isSystemAdmin">) => actor.isAdmin || actor.isSystemAdmin;

/** Endpoint rule of people's pages: managers, within their scope, admins, and system admins who visit. */
export const managesPeople = rule("manager or admin", (actor) => actor.isManager || isAdmin(actor));
/** Endpoint rule of rights: admins of the portal and system admins. Managers give nobody a right. */
export const grantsRoles = rule("grants roles", isAdmin);

/**
 * Ring two for data, membership and enrolments of somebody within scope: a system admin is changed by system admins only; a manager changes no admin and not
 * themselves (security.md 14).
 */
export function mayChangePerson(actor: Rights, person: Subject): boolean {
  if (person.isSystemAdmin && !actor.isSystemAdmin) return false;
  return isAdmin(actor) || (actor.isManager && !person.isAdmin && person.id !== actor.userId);
}

/** Ring two for somebody's rights: nobody changes their own. */
export const mayChangeRoles = (actor: Rights, person: Pick<Subject, "id" | "isSystemAdmin">): boolean =>
  isAdmin(actor) && person.id !== actor.userId && (actor.isSystemAdmin || !person.isSystemAdmin);
