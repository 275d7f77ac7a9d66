import type { Client, TestApp } from "#app/test/app.ts";

/** Makes a group of portal a with these people in it, by hand; gives its id. */
export async function aGroupOf(app: TestApp, admin: Client, ...userIds: readonly number[]): Promise<number> {
  const made = await admin.post("/rest/groups", { name: `Group ${Math.random()}`, description: "", condition: null });
  const { id } = made.json() as { id: number };
  const portal_id = app.portal("a").id;
  await app.databases.inPeople(portal_id, "prepare a test", (db) =>
    db
      .insertInto("group_members")
      .values(userIds.map((user_id) => ({ portal_id, group_id: id, user_id, cause: "hand" })))
      .execute(),
  );
  return id;
}
