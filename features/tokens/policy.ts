import { may, type PermissionId } from "#features/portal/permissions.ts";
import { rule, type Actor } from "#platform/actor.ts";
import { scopes, type Scope } from "./scopes.ts";

/** Every member may have tokens; a person only ever reaches their own. */
export const haveTokens = rule("signed in: own API tokens", () => true);

/** Of these permissions somebody needs one for a scope to be of any use to them; none for what is their own. */
const uses: Readonly<Record<Scope, readonly PermissionId[]>> = {
  "learning:read": [],
  "people:read": ["see-people"],
  "people:write": ["add-people", "edit-people", "deactivate-people"],
  "enrolments:write": ["enrol-people"],
  "courses:read": ["see-courses", "see-portal-courses"],
  "audit:read": ["read-audit"],
};

/** The scopes that somebody can give to a token. Whether a call is allowed is asked again each time: a token never does more than its person may. */
export const offeredTo = (actor: Actor): Scope[] =>
  scopes.filter((scope) => uses[scope].length === 0 || uses[scope].some((id) => may(id).allows(actor)));
