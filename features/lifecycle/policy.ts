import { may } from "#features/portal/permissions.ts";
import type { Actor } from "#platform/actor.ts";

const isAdmin = (actor: Pick<Actor, "isAdmin" | "isSystemAdmin">) => actor.isAdmin || actor.isSystemAdmin;

/** Endpoint rule of what ends or joins people's records: admins of the portal and system admins. Managers neither merge nor erase anybody. */
export const keepsRecords = may("keep-records");

/** Whose data somebody may export: their own, and an admin that of every member. */
export const mayExport = (actor: Pick<Actor, "userId" | "isAdmin" | "isSystemAdmin">, userId: number): boolean =>
  actor.userId === userId || isAdmin(actor);
