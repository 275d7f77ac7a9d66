import { mayChangePerson, type Subject } from "#features/roles/policy.ts";
import type { Actor } from "#platform/actor.ts";

/** Why somebody whom one reaches cannot be changed by the person asking. */
export const hindrances = ["self", "admin", "systemAdmin"] as const;
export type Hindrance = (typeof hindrances)[number];

/** The reason behind mayChangePerson's no; null for its yes. */
export function hindranceOf(actor: Actor, person: Subject): Hindrance | null {
  if (mayChangePerson(actor, person)) return null;
  if (person.isSystemAdmin) return "systemAdmin";
  return person.id === actor.userId ? "self" : "admin";
}
