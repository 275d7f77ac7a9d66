import { may } from "#features/portal/permissions.ts";
import type { Actor } from "#platform/actor.ts";

type Rights = Pick<Actor, "userId" | "isManager" | "isAdmin" | "isSystemAdmin">;
/** A person whom somebody wants to change. */
export interface Subject {
  readonly id: number;
  readonly isAdmin: boolean;
  readonly isSystemAdmin: boolean;
}

const isAdmin = (actor: Pick<Rights, "isAdmin" | "isSystemAdmin">) => actor.isAdmin || actor.isSystemAdmin;

/** Endpoint rule of rights: admins of the portal and system admins. Managers give nobody a right. */
export const grantsRoles = may("grant-roles");

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

/** Endpoint rule for looking at the portal as somebody else (USR-3): whoever may give all the rights that those seen have. */
export const looksAs = may("look-as");

/** Who may be looked as by an admin: a member other than themselves who is no system admin. Every right of the others is an admin's too (app/permissions.test.ts). */
export const mayLookAs = (actor: Rights, person: Subject & { readonly status: string }): boolean =>
  isAdmin(actor) && person.id !== actor.userId && !person.isSystemAdmin && person.status === "active";

/** Calls that nobody makes as somebody else: credentials, sessions and preferences, rights, other portals, work that goes on by itself, and learning, which would be a false record. */
const neverAs =
  /^\/rest\/(?:auth|account|roles|views|jobs|bulk|lifecycle|import|imports|progress|scorm|courseviewer|people\/:userId\/passwordLink|environment\/(?:switchPortal|announcementRead|fakeLogin))(?:\/|$)/i;
const alwaysAs = "/rest/environment/updateCurrentRole";

/** Whether somebody who looks as another person may make a write; writes: whether they may change things at all. */
export const mayWriteAs = (route: string, writes: boolean): boolean =>
  route === alwaysAs || (writes && route.startsWith("/rest/") && !neverAs.test(route));
