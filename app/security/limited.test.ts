import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyable, neededBy, type PermissionId } from "#features/portal/permissions.ts";
import type { GivenRole } from "#platform/actor.ts";
import { nameOf } from "./check-matrix.ts";
import { expectations } from "./expectations.ts";
import { buildWorld, type ActorName, type World } from "./world.ts";

// The permission matrix once more for people with a copy of a role (ROLE-1; security.md 16): of every call, the copy without its permission is refused, and the copy with
// only that passes the rule, on the next request after each edit.

let world: World;
beforeAll(async () => void (world = await buildWorld()));
afterAll(() => world.app.close());

const actorOf = { Author: "author", Manager: "manager", Admin: "admin" } as const satisfies Record<GivenRole, ActorName>;
/** What is asked for there needs a permission of its own besides: a kind of action, letting new people in by a code, publishing at all. */
const asksTwice = ["POST /rest/bulk", "POST /rest/codes", "PUT /rest/codes/:codeId", "POST /rest/editor/online/:courseId/publish/anyway"];

for (const role of ["Author", "Manager", "Admin"] as const)
  test(`security.md 16: a copy of ${role} without a permission is refused by every call that needs it, and one with only that is not`, async () => {
    const { app } = world;
    const portalId = app.portal("a").id;
    const { id: userId } = app.person(actorOf[role], "a");
    const copyId = await app.databases.inPeople(portalId, "a test", async (db) => {
      const { id } = await db
        .insertInto("role_copies")
        .values({ portal_id: portalId, name: `Less than ${role}`, of_role: role, permissions: [neededBy[role]] })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db.updateTable("role_assignments").set({ copy_id: id }).where("user_id", "=", userId).execute();
      await sql`select apply_roles(${portalId}, ${userId})`.execute(db);
      return id;
    });
    const give = (permissions: readonly PermissionId[]) =>
      app.databases.inPeople(portalId, "a test", async (db) => {
        await db
          .updateTable("role_copies")
          .set({ permissions: [...permissions] })
          .where("id", "=", copyId)
          .execute();
        await sql`select apply_roles(${portalId}, ${userId})`.execute(db);
      });
    const possible = copyable(role);
    const routesOf = (permission: string) => app.server.routeTable.filter(({ rule }) => rule === permission);
    const statusesOf = async (permission: PermissionId) => {
      const statuses: [string, number][] = [];
      for (const route of routesOf(permission)) {
        const asked = {
          method: route.method,
          url: route.path,
          ...(await expectations[nameOf(route)]?.request?.(world, actorOf[role], "a")),
        };
        statuses.push([nameOf(route), (await world.sendAs(userId, "a", asked)).status]);
      }
      return statuses;
    };
    for (const permission of possible) {
      if (permission !== neededBy[role]) {
        await give(possible.filter((one) => one !== permission));
        expect((await statusesOf(permission)).filter(([, status]) => status !== 403)).toEqual([]);
      }
      await give([neededBy[role], permission]);
      // What it works on may be somebody else's: then it is 404, as for those who hold the whole role.
      expect(
        (await statusesOf(permission)).filter(
          ([name, status]) => !asksTwice.includes(name) && (status === 401 || status === 403 || status >= 500),
        ),
      ).toEqual([]);
    }
    // What no copy gives.
    await give(possible);
    for (const permission of ["grant-roles", "look-as", "keep-records"] as const)
      expect((await statusesOf(permission)).filter(([, status]) => status !== 403)).toEqual([]);
  });
