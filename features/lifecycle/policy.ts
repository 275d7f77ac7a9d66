import { may } from "#features/portal/permissions.ts";
import type { Actor } from "#platform/actor.ts";
import type { RecordHindrance } from "./contract.ts";

/** Endpoint rule of what ends or joins people's records: admins of the portal and system admins. Managers neither merge nor erase anybody. */
export const keepsRecords = may("keep-records");

/** Whose data somebody may export: their own, and an admin that of every member. */
export const mayExport = (actor: Actor, userId: number): boolean => actor.userId === userId || keepsRecords.allows(actor);

/** Why somebody's records as a whole are not touched: one's own are not, and neither are those of whoever holds the rights of an admin now. */
export function recordHindranceOf(
  actor: Pick<Actor, "userId">,
  person: { readonly id: number; readonly isAdmin: boolean; readonly isSystemAdmin: boolean },
): RecordHindrance | null {
  if (person.id === actor.userId) return "self";
  if (person.isSystemAdmin) return "systemAdmin";
  return person.isAdmin ? "admin" : null;
}
