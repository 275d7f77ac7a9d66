import { expect, test } from "vitest";
import type { ImportWorld } from "./import-world.ts";

/** Who may bring in what (security.md 14 and 94), on the server of import.test.ts. */
export function rightsTests({ open, upload, take, check, run, rowsOf, person, aGroup }: ImportWorld) {
  test("security.md 28, 94: an import gives no right that its importer may not give, and no password", async () => {
    const one = await take("email,roles,password\nnew-author@example.com,Autor,secret\n", open.manager);
    expect(one.plan.columns).toEqual(["email", null, null]);
    const refused = await open.manager.post(`/rest/imports/${one.id}/check`, { ...one.plan, columns: ["email", "roles", null] });
    expect(refused.statusCode).toBe(400);
    // A manager changes no open.admin.
    const two = await take("email,family name\nadmin@a.test,Taken\nmanager@a.test,Own\n", open.manager);
    await check(two, {}, open.manager);
    expect((await rowsOf(two.id, "error", open.manager)).map((row: { findings: { code: string }[] }) => row.findings[0]?.code)).toEqual([
      "not_yours",
      "not_yours",
    ]);
    // An admin may grant roles, by a column that is mapped.
    const three = await take("email,roles\nnew-author@example.com,Autor; Manager\n");
    await run((await check(three, { columns: ["email", "roles"] })).id as number);
    expect(await person("new-author@example.com")).toMatchObject({ is_author: true, is_manager: true, is_admin: false });
    const { rows } = await open.db.query("select password_hash, must_change_password from users where email = 'new-author@example.com'");
    expect(rows).toEqual([{ password_hash: null, must_change_password: false }]);
  });

  test("a manager of a group brings people into it, and nobody else in reach or out of it", async () => {
    const inside = await aGroup("Inside");
    await aGroup("Outside");
    const scoped = await open.app.aPerson("a", { isManager: true });
    await open.db.query(`update role_assignments set scope = $2 where user_id = $1`, [
      scoped.id,
      JSON.stringify({ kind: "groups", groupIds: [inside] }),
    ]);
    const client = await open.app.signInAs(scoped, "a");
    await open.app.aPerson("a", { email: "out-of-reach@example.com" });
    const one = await take(
      "email,groups,given name\nnew-in@example.com,Inside,In\nnew-nowhere@example.com,,No\nnew-out@example.com,Outside,Out\nout-of-reach@example.com,Inside,Far\n",
      client,
    );
    expect(one.groups).toEqual([{ id: inside, name: "Inside" }]);
    const checked = await check(one, {}, client);
    expect(checked.counts).toMatchObject({ create: 1, error: 3 });
    expect(
      (await rowsOf(one.id, "error", client)).map((row: { findings: { code: string }[] }) => row.findings.map(({ code }) => code)),
    ).toEqual([["outside_scope"], ["no_group", "outside_scope"], ["not_yours"]]);
    await run(one.id, { people: null }, client);
    expect((await person("new-in@example.com")).status).toBe("active");
    expect((await person("new-nowhere@example.com"))?.status).toBeUndefined();
    // Whoever is in the group by now is theirs to change.
    const two = await take("email,given name\nnew-in@example.com,Changed\n", client);
    expect((await check(two, {}, client)).counts["update"]).toBe(1);
  });

  test("security.md 14: nobody widens a part of their rights by importing people of another part into its group", async () => {
    const [long, short] = [await aGroup("Long"), await aGroup("Short")];
    const scoped = await open.app.aPerson("a", { isManager: true });
    await open.db.query(`update role_assignments set scope = $2 where user_id = $1`, [scoped.id, { kind: "groups", groupIds: [long] }]);
    await open.db.query(
      `insert into role_assignments (portal_id, user_id, role, scope, ends_at)
       select portal_id, user_id, role, $2, now() + interval '1 hour' from role_assignments where user_id = $1`,
      [scoped.id, { kind: "groups", groupIds: [short] }],
    );
    const { id } = await open.app.aPerson("a", { email: "for-an-hour@example.com" });
    await open.db.query(
      "insert into group_members (portal_id, group_id, user_id, cause) select portal_id, id, $1, 'hand' from groups where id = $2",
      [id, short],
    );
    const client = await open.app.signInAs(scoped, "a");
    const one = await take("email,groups,given name\nfor-an-hour@example.com,Long,In\nnew-for-long@example.com,Long,New\n", client);
    expect((await check(one, {}, client)).counts).toMatchObject({ create: 1, error: 1 });
    const codes = (await rowsOf(one.id, "error", client)).map((row: { findings: { code: string }[] }) =>
      row.findings.map(({ code }) => code),
    );
    expect(codes).toEqual([["widens"]]);
    // Who may import everybody, and do more for one group, does not bring others into it either.
    const wide = await open.app.aPerson("a");
    const give = async (permissions: string[], scope: object) => {
      const copy = await open.admin.post("/rest/roles/copies", { of: "Manager", name: permissions.join(" "), permissions });
      const { copyId } = copy.json() as { copyId: number };
      const terms = { role: "Manager", copyId, scope, startsAt: null, endsAt: null };
      expect((await open.admin.post("/rest/roles", { userId: wide.id, ...terms })).statusCode).toBe(200);
    };
    await give(["see-people", "import-people", "fill-groups"], { kind: "portal" });
    await give(["see-people", "edit-people"], { kind: "groups", groupIds: [long] });
    const importing = await open.app.signInAs(wide, "a");
    const two = await take("email,groups\nfor-an-hour@example.com,Long\n", importing);
    await check(two, {}, importing);
    expect((await rowsOf(two.id, "error", importing))[0].findings).toMatchObject([{ code: "widens" }]);
  });

  test("wrong role, wrong person, wrong portal", async () => {
    const one = await take("email\nx@example.com\n");
    for (const role of ["student", "author"] as const) {
      const client = await open.app.signIn(role, "a");
      expect((await client.post("/rest/imports/paste", { text: "email\nx@example.com" })).statusCode).toBe(403);
      expect((await upload(client, "email\nx@example.com")).statusCode).toBe(403);
      expect((await client.get("/rest/imports/template.csv")).statusCode).toBe(403);
    }
    const outsider = await open.app.signIn("admin", "b");
    for (const client of [open.manager, outsider]) {
      for (const path of ["", "/rows", "/left-out.csv"]) expect((await client.get(`/rest/imports/${one.id}${path}`)).statusCode).toBe(404);
      for (const [path, body] of [
        ["check", one.plan],
        ["run", { people: null }],
        ["read", { encoding: null, delimiter: null, sheet: null, hasHeadings: null }],
        ["rows/2", { cells: ["y@example.com"] }],
      ] as const)
        expect((await client.post(`/rest/imports/${one.id}/${path}`, body)).statusCode).toBe(404);
    }
  });
}
