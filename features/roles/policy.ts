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

/** Endpoint rule of rights: admins of the portal and system admins. Managers give nobody a right but their own, to a deputy for some days (namesDeputies). */
export const grantsRoles = may("grant-roles");

/** Endpoint rule of managers who name a deputy: somebody gets for some days what they have themselves, and no more (ROLE-6). */
export const namesDeputies = may("name-deputies");

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

/**
 * The writes that an admin can make as somebody else, besides choosing a menu: to the things they would see changed. All others are refused: credentials, sessions and
 * preferences, own data, rights and the groups that give them, other portals, records as a whole, work that goes on by itself, and learning, which would be a false
 * record. app/permissions.test.ts lists those, so that a new call is in one of the two.
 */
export const writableAs: ReadonlySet<string> = new Set([
  "POST /rest/course/createCourse",
  "POST /rest/curriculum/:courseId/copy",
  "PUT /rest/dashboard/student/widgets",
  "POST /rest/dashboard/student/widgets/reset",
  "PUT /rest/editor/courses/:courseId/package",
  "POST /rest/editor/courses/:courseId/archive",
  "POST /rest/editor/courses/:courseId/delete",
  "PUT /rest/courses/:courseId/fields",
  "POST /rest/courses/:courseId/fields/:fieldId/file",
  "POST /rest/editor/courses/:courseId/discard",
  "POST /rest/editor/courses/:courseId/duplicate",
  "PUT /rest/editor/online/:courseId/pages/:pageId",
  "POST /rest/editor/online/:courseId/translations/:language/remove",
  "PUT /rest/editor/online/:courseId/translations/:language",
  "PUT /rest/editor/online/:courseId/translations/:language/texts",
  "PUT /rest/editor/online/:courseId/outline",
  "PUT /rest/editor/online/:courseId/details",
  "POST /rest/editor/online/:courseId/publish",
  "POST /rest/editor/online/:courseId/versions/:number/restore",
  "POST /rest/editor/online/:courseId/reusable",
  "PUT /rest/editor/online/:courseId/reusable/:reusableId",
  "POST /rest/editor/online/:courseId/reusable/:reusableId/take",
  "PUT /rest/editor/reusable/:reusableId",
  "POST /rest/enrolment/enrol",
  "POST /rest/enrolment/leave",
  "POST /rest/groups/:groupId/foresee",
  "POST /rest/groups/try",
  "POST /rest/participants/pasted",
  "POST /rest/people/:userId/corrections/:correctionId/reverse",
  "POST /rest/people/:userId/enrolments",
  "POST /rest/people/:userId/enrolments/:enrolmentId/corrections",
  "POST /rest/people/:userId/enrolments/:enrolmentId/end",
  "PUT /rest/people/:userId/fields",
  "PUT /rest/people/:userId/profile",
]);
const alwaysAs = "POST /rest/environment/updateCurrentRole";

/** Whether somebody who looks as another person may make a write, by its method and path; writes: whether they may change things at all. */
export const mayWriteAs = (call: string, writes: boolean): boolean => call === alwaysAs || (writes && writableAs.has(call));
