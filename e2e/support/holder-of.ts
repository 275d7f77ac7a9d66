import { sql } from "kysely";
import type { PermissionId } from "#features/portal/permissions.ts";
import type { Stoa } from "./stoa.ts";

let holders = 0;
/** Makes somebody who holds a copy of Admin with these permissions only. Gives their email. */
export async function holderOf(stoa: Stoa, permissions: readonly PermissionId[]): Promise<string> {
  const portalId = stoa.portalId("northwind");
  const email = `holder${++holders}@stoa.example`;
  await stoa.databases.inSystem("prepare a test", async (db) => {
    const { id } = await db
      .insertInto("users")
      .values({ email, given_name: "Hester", family_name: "Holder" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("memberships").values({ portal_id: portalId, user_id: id }).execute();
    const { id: copyId } = await db
      .insertInto("role_copies")
      .values({ portal_id: portalId, name: email, of_role: "Admin", permissions: [...permissions] })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("role_assignments")
      .values({ portal_id: portalId, user_id: id, role: "Admin", copy_id: copyId, scope: JSON.stringify({ kind: "portal" }) })
      .execute();
    await sql`select apply_roles(${portalId}, ${id})`.execute(db);
  });
  return email;
}
