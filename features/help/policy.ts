import { may } from "#features/portal/permissions.ts";
import { holdsRole } from "#features/portal/policy.ts";
import { rule, type Actor } from "#platform/actor.ts";
import type { HelpScreen } from "./help-screens.ts";

/** Everybody of a portal reads its help, as far as their roles go, and says whether an article helped. */
export const readsHelp = rule("signed in: the help", () => true);
/** Everybody keeps of themselves that a tour was offered to them. */
export const notesTour = rule("signed in: own tours", () => true);
/** Endpoint rule for what a portal's help says: whoever sets what the portal does. */
export const writesHelp = may("change-settings");

/** Whether an article about a screen is for somebody: as the screen is. */
export const mayReadAbout = ({ access, needs }: Pick<HelpScreen, "access" | "needs">, actor: Actor): boolean =>
  (typeof access === "string" ||
    access.includes("") ||
    (["Student", "Author", "Manager", "Admin", "System"] as const).some((role) => access.includes(role) && holdsRole(actor, role))) &&
  !(needs && !may(needs).allows(actor));

/** Whether an article of the portal's own is for somebody. Whoever writes them reads all that are published. */
export const mayReadOwn = (roles: readonly ("Author" | "Manager" | "Admin")[], actor: Actor): boolean =>
  roles.length === 0 || roles.some((role) => holdsRole(actor, role)) || writesHelp.allows(actor);
