import { rule, type Actor, type Rule } from "#platform/actor.ts";
import type { Access, FieldDefinition } from "./definition.ts";

/** As whom somebody looks at a person's values. */
export type Looking = Pick<Actor, "userId" | "isAuthor" | "isManager" | "isAdmin" | "isSystemAdmin">;

const strength = { hidden: 0, read: 1, edit: 2 } as const;
const stronger = (one: Access, other: Access): Access => (strength[one] >= strength[other] ? one : other);

/**
 * What somebody may do with the values that a person has in this field: the most that one of their roles gives. Admins edit everything. Values that come
 * from elsewhere (source) are only read here, whoever asks.
 */
export function accessTo(field: FieldDefinition, looking: Looking, personId: number): Access {
  let access: Access = looking.isAdmin || looking.isSystemAdmin ? "edit" : "hidden";
  // Whoever sees a course sees what of it is neither hidden nor sensitive; who that is, whoever asks for its values decides.
  if (field.subject === "course" ? !field.isSensitive : looking.userId === personId) access = stronger(access, field.ownAccess);
  if (looking.isAuthor) access = stronger(access, field.authorAccess);
  if (looking.isManager) access = stronger(access, field.managerAccess);
  return access === "edit" && field.source !== "local" ? "read" : access;
}

/** Endpoint rule of the page for what is missing: it is answered before everything else is. */
export const fillsIn: Rule = { ...rule("signed in: own missing fields", () => true), atGate: "fields" };

/** What somebody sees of this field in people's lists, filters and exports: what holds for people other than themselves. */
export const sees = (field: FieldDefinition, looking: Looking): boolean => accessTo(field, looking, Number.NaN) !== "hidden";
