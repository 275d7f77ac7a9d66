import type { Actor } from "#platform/actor.ts";
import type { RoleName } from "./contract.ts";

type Held = Pick<Actor, "isAuthor" | "isManager" | "isAdmin" | "isSystemAdmin">;

/** Whether a person holds a role in the portal; every member is a Student (specification §6, decisions.md Roles). */
export function holdsRole(person: Held, role: RoleName): boolean {
  switch (role) {
    case "Student":
      return true;
    case "Author":
      return person.isAuthor;
    case "Manager":
      return person.isManager;
    case "Admin":
      return person.isAdmin;
    case "System":
      return person.isSystemAdmin;
  }
}
