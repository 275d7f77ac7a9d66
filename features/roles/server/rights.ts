import type { Result } from "#platform/contract.ts";
import type { Context } from "#platform/serve.ts";
import { abilities } from "../contract.ts";
import type * as api from "../contract.ts";
import { assignmentsOfPerson } from "./list-service.ts";
import { listCopies } from "./copies.ts";
import { givenTo, rolesThatGive } from "./permissions.ts";
import { reachPerson } from "./service.ts";

/** What a member may do and why (ROLE-5). Throws 404 for nobody. */
export async function showRights({ db, actor }: Pick<Context, "db" | "actor">, userId: number): Promise<Result<typeof api.showRights>> {
  const person = await reachPerson(db, actor, userId);
  const assignments = await assignmentsOfPerson({ db, actor }, userId);
  const held = assignments.filter(({ state }) => state === "now");
  const copies = await listCopies(db, actor.portalId);
  const isActive = person.status === "active";
  return {
    id: person.id,
    name: `${person.givenName} ${person.familyName}`.trim() || person.email,
    email: person.email,
    isActive,
    isSystemAdmin: person.isSystemAdmin,
    assignments,
    permissions: abilities.map((id) => {
      const roles = rolesThatGive(id);
      const given = givenTo(id);
      const by = given.everybody
        ? []
        : held
            .filter(
              ({ role, copy }) =>
                roles.includes(role) &&
                (copy === null ||
                  id === "learn" ||
                  copies.some(({ copyId, permissions }) => copyId === copy.id && permissions.includes(id))),
            )
            .map((one) => one.id);
      const isSystems = person.isSystemAdmin && given.system;
      return {
        id,
        isAllowed: isActive && (given.everybody || isSystems || by.length > 0),
        why: given.everybody ? "everybody" : isSystems && by.length === 0 ? "system" : "roles",
        assignments: by,
      };
    }),
  };
}
