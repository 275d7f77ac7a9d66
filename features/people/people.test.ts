import * as fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { seed } from "#platform/test/seed.ts";
import { wordsOf } from "./search-words.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Found {
  rows: { id: number; name: string; email: string; roles: string[]; status: string; lastSignInAt: string | null }[];
  total: number;
  page: number;
}
const find = async (client: Client, query = "") => {
  const reply = await client.get(`/rest/people${query}`);
  expect(reply.statusCode).toBe(200);
  return reply.json() as Found;
};

test("managers and admins find the people of their portal; nobody of another one, and no system admin", async () => {
  const both = await app.aPerson("b", { givenName: "Bea", familyName: "Both" });
  await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("memberships")
      .values([
        { portal_id: app.portal("a").id, user_id: both.id, status: "suspended" },
        { portal_id: app.portal("a").id, user_id: app.person("system", "a").id },
      ])
      .execute(),
  );
  for (const role of ["manager", "admin"] as const) {
    const { rows, total } = await find(await app.signIn(role, "a"));
    expect(rows.map(({ email, roles, status }) => [email, roles, status])).toEqual([
      ["admin@a.test", ["admin"], "active"],
      ["author@a.test", ["author"], "active"],
      [both.email, [], "suspended"],
      ["manager@a.test", ["manager"], "active"],
      ["student@a.test", [], "active"],
    ]);
    expect(total).toBe(5);
  }
  const abroad = await find(await app.signIn("admin", "b"), "?q=both");
  expect(abroad.rows).toMatchObject([{ id: both.id, name: "Bea Both", status: "active" }]);
});

const names = ({ rows }: Found) => rows.map(({ name }) => name);
const asked = (query: Record<string, string>) => `?${new URLSearchParams(query)}`;

test("people are found by the beginnings of words, without accents and with a mistake, and by their address", async () => {
  const admin = await app.signIn("admin", "b");
  for (const [givenName, familyName, email] of [
    ["Jörg", "Müller", "jm@north.test"],
    ["Jorge", "Muñoz", "jorge.munoz@south.test"],
    ["Zoë", "O’Connor", "zoe@north.test"],
    ["Nguyễn Thị", "Đặng", "dang@south.test"],
    ["Анна", "Ёлкина", "elkina@south.test"],
    ["", "", "nobody-named@north.test"],
  ] as const)
    await app.aPerson("b", { givenName, familyName, email });
  const search = async (q: string) => {
    const found = await find(admin, asked({ q }));
    return [names(found), (found as unknown as { isNear: boolean }).isNear];
  };
  for (const [q, expected, isNear = false] of [
    ["mull", ["Jörg Müller"]],
    ["MÜLL jo", ["Jörg Müller"]],
    ["jor", ["Jörg Müller", "Jorge Muñoz"]],
    ["oconnor", ["Zoë O’Connor"], true],
    ["o'conn", ["Zoë O’Connor"]],
    ["connor zoe", ["Zoë O’Connor"]],
    ["thi dang", ["Nguyễn Thị Đặng"]],
    ["елк", ["Анна Ёлкина"]],
    ["jorge.munoz@sou", ["Jorge Muñoz"]],
    ["jorge@", []],
    ["@north.test", ["Jörg Müller", "nobody-named@north.test", "Zoë O’Connor"]],
    ["nobody", ["nobody-named@north.test"]],
    ["z", ["Zoë O’Connor"]],
    // One mistake in a word of four letters or more.
    ["mulelr", ["Jörg Müller"], true],
    ["jorg muler", ["Jörg Müller"], true],
    ["conor", ["Zoë O’Connor"], true],
    ["xonnor", ["Zoë O’Connor"], true],
    ["ёлкена", ["Анна Ёлкина"], true],
    ["mxllxr", []],
    ["xyz", []],
    ["';--", []],
    ["a'b\\:* & !", ["Admin B", "Author B"]],
    ["\u0000", []],
    ["%", []],
  ] as const)
    expect([q, ...(await search(q))]).toEqual([q, expected, isNear]);
});

test("names become the same words in the database as what is typed, at each sign that parts words", async () => {
  const signs = [...` \t\n\r\u00a0!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~‘’“”„–—·`];
  const texts = [...signs.map((sign) => `Anne${sign}Øst`), "Đặng Thị", "O'Brien-9", "  ", "a", "ЁЛКА", "😀 Ægir"];
  const { rows } = await app.databases.inSystem("make words of names", (db) =>
    sql<{
      words: string[];
    }>`select tsvector_to_array(people_words(t, '', '')) as words from unnest(${texts}::text[]) with ordinality as x(t, nth) order by nth`.execute(
      db,
    ),
  );
  expect(rows.map(({ words }) => words)).toEqual(texts.map((text) => wordsOf(text).toSorted()));
});

test("filters, a condition, every order and the export select the same people", async () => {
  const admin = await app.signIn("admin", "b");
  const condition = JSON.stringify({
    kind: "none",
    of: [
      { kind: "profile", of: "email", test: "ends", text: "south.test" },
      { kind: "role", is: "admin" },
    ],
  });
  const query = { condition, status: "active" };
  const { rows, total } = await find(admin, asked(query));
  expect(rows.map(({ email }) => email)).toContain("zoe@north.test");
  expect(rows.filter(({ email, roles }) => email.endsWith("south.test") || roles.includes("admin"))).toEqual([]);
  expect(total).toBe(rows.length);
  const ids = rows.map(({ id }) => id).toSorted();
  for (const sort of ["name", "-name", "email", "-email", "joined", "-joined", "lastSignIn", "-lastSignIn"])
    expect((await find(admin, asked({ ...query, sort }))).rows.map(({ id }) => id).toSorted()).toEqual(ids);
  const exported = await admin.get(`/rest/people/export.csv${asked(query)}`);
  expect(exported.body.trim().split("\r\n").length - 1).toBe(total);
  expect((await admin.get(`/rest/people${asked({ condition: '{"kind":"sql"}' })}`)).statusCode).toBe(400);
  expect((await admin.get(`/rest/people${asked({ sort: "password_hash" })}`)).statusCode).toBe(400);
});

test("a manager sees their groups in list, count, search and export, whatever they ask for (FIND-3)", { timeout: 60_000 }, async () => {
  const portal_id = app.portal("a").id;
  const people: { id: number; email: string; groups: number[]; status: "active" | "suspended" }[] = [];
  const groups = await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("groups")
      .values(["One", "Two", "Three", "Four"].map((name) => ({ portal_id, name })))
      .returning("id")
      .execute(),
  );
  const member = fc.subarray(groups.map(({ id }) => id));
  for (const [nth, inGroups] of fc.sample(member, { numRuns: 30, ...seed }).entries()) {
    const status = nth % 4 === 0 ? ("suspended" as const) : ("active" as const);
    const person = await app.aPerson("a", { givenName: nth % 2 ? "Reached" : "Reachable", familyName: `Nr${nth}`, status });
    people.push({ ...person, status, groups: inGroups });
    if (inGroups.length > 0)
      await app.databases.inSystem("prepare a test", (db) =>
        db
          .insertInto("group_members")
          .values(inGroups.map((group_id) => ({ portal_id, group_id, user_id: person.id, cause: "hand" })))
          .execute(),
      );
  }
  const boss = await app.aPerson("a", { isManager: true });
  const client = await app.signInAs(boss, "a");
  const scopes = fc.sample(
    fc.array(
      fc.subarray(
        groups.map(({ id }) => id),
        { minLength: 1 },
      ),
      { maxLength: 2 },
    ),
    { numRuns: 15, ...seed },
  );
  for (const assignments of scopes) {
    await app.databases.inSystem("prepare a test", async (db) => {
      await db.deleteFrom("role_assignments").where("user_id", "=", boss.id).execute();
      for (const groupIds of assignments)
        await db
          .insertInto("role_assignments")
          .values({ portal_id, user_id: boss.id, role: "Manager", scope: JSON.stringify({ kind: "groups", groupIds }) })
          .execute();
    });
    const reached = people.filter((person) => person.groups.some((id) => assignments.flat().includes(id)));
    for (const [query, fits] of [
      [{}, () => true],
      [{ q: "reachable" }, (_: unknown, nth: number) => nth % 2 === 0],
      [{ q: "raeched" }, (_: unknown, nth: number) => nth % 2 === 1],
      [{ status: "suspended" }, ({ status }: { status: string }) => status === "suspended"],
      [
        { condition: JSON.stringify({ kind: "group", groupIds: [groups[0]?.id] }) },
        (person: { groups: number[] }) => person.groups.includes(groups[0]?.id ?? 0),
      ],
    ] as const) {
      const expected = reached.filter((person) => fits(person as never, people.indexOf(person))).map(({ email }) => email);
      const { rows, total } = await find(client, asked(query));
      expect([query, total, rows.map(({ email }) => email).toSorted()]).toEqual([query, expected.length, expected.toSorted()]);
      const exported = await client.get(`/rest/people/export.csv${asked(query)}`);
      expect(exported.body.trim().split("\r\n").slice(1).length).toBe(expected.length);
    }
  }
});

test("a condition about a field that somebody does not see is refused, in list and export (security.md 10)", async () => {
  const field = await app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("fields")
      .values({ portal_id: app.portal("a").id, kind: "text", name: "Salary band", position: 1, manager_access: "hidden" })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  const condition = (fieldId: number) => asked({ condition: JSON.stringify({ kind: "field", fieldId, is: { by: "none" } }) });
  const [manager, admin] = [await app.signIn("manager", "a"), await app.signIn("admin", "a")];
  for (const path of ["/rest/people", "/rest/people/export.csv"]) {
    expect((await admin.get(path + condition(field.id))).statusCode).toBe(200);
    const refused = await manager.get(path + condition(field.id));
    const absent = await manager.get(path + condition(999_999));
    expect([refused.statusCode, refused.json().code, absent.statusCode, absent.json().code]).toEqual([
      403,
      "hidden_field",
      403,
      "hidden_field",
    ]);
  }
  const fieldsOf = async (client: Client) =>
    (await client.get("/rest/conditions/choices")).json().fields.map(({ id }: { id: number }) => id);
  expect(await fieldsOf(admin)).toContain(field.id);
  expect(await fieldsOf(manager)).not.toContain(field.id);
});

test("those chosen are exported, in the list's order and with its columns; whoever is out of reach is not in it (FIND-2)", async () => {
  const [admin, elsewhere] = [await app.signIn("admin", "b"), await app.signIn("admin", "a")];
  const made = [];
  for (const givenName of ["=Cora", "Anna", "Bert"]) made.push(await app.aPerson("b", { givenName, familyName: "Chosen" }));
  const [cora, anna] = made.map(({ id }) => id) as [number, number];
  const foreign = await app.aPerson("a", { givenName: "Foreign", familyName: "Chosen" });
  const lines = async (client: Client, query: Record<string, string>) => {
    const reply = await client.get(`/rest/people/export.csv${asked(query)}`);
    expect(reply.statusCode).toBe(200);
    return reply.body.replace("\uFEFF", "").trim().split("\r\n");
  };
  const ids = [cora, anna, foreign.id, cora].join();
  expect(await lines(admin, { ids, columns: "status" })).toEqual(["Name,Status", "'=Cora Chosen,Active", "Anna Chosen,Active"]);
  expect(await lines(admin, { ids, columns: "status", sort: "-name" })).toEqual([
    "Name,Status",
    "Anna Chosen,Active",
    "'=Cora Chosen,Active",
  ]);
  expect(await lines(admin, { ids, columns: "status", q: "anna" })).toEqual(["Name,Status", "Anna Chosen,Active"]);
  expect(await lines(elsewhere, { ids, columns: "status" })).toEqual(["Name,Status", "Foreign Chosen,Active"]);
  // A manager of no group that they are in.
  const groupId = await app.databases.inSystem("prepare a test", async (db) => {
    const of = { portal_id: app.portal("b").id };
    const { id } = await db
      .insertInto("groups")
      .values({ ...of, name: "Of Anna" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("group_members")
      .values({ ...of, group_id: id, user_id: anna, cause: "hand" })
      .execute();
    return id;
  });
  const boss = await app.aPerson("b");
  await app.databases.inPeople(app.portal("b").id, "a test", async (db) => {
    const scope = JSON.stringify({ kind: "groups", groupIds: [groupId] });
    await db
      .insertInto("role_assignments")
      .values({ portal_id: app.portal("b").id, user_id: boss.id, role: "Manager", scope })
      .execute();
    await sql`select apply_roles(${app.portal("b").id}, ${boss.id})`.execute(db);
  });
  expect(await lines(await app.signInAs(boss, "b"), { ids, columns: "status" })).toEqual(["Name,Status", "Anna Chosen,Active"]);
  for (const wrong of ["1,x", "1,", "-1", "1 or 1=1", Array.from({ length: 301 }, (_, nth) => nth + 1).join()])
    expect([wrong, (await admin.get(`/rest/people/export.csv${asked({ ids: wrong })}`)).statusCode]).toEqual([wrong, 400]);
  const most = Array.from({ length: 300 }, (_, nth) => 900_000_000_000_000 + nth).join();
  expect(await lines(admin, { ids: most, columns: "status" })).toEqual(["Name,Status"]);
});

test("names that begin like a formula are text in the export (security.md 75)", async () => {
  const admin = await app.signIn("admin", "b");
  await app.aPerson("b", { givenName: "=HYPERLINK(1)", familyName: "+x" });
  const exported = await admin.get(`/rest/people/export.csv${asked({ q: "hyperlink" })}`);
  expect(exported.body).toContain("'=HYPERLINK(1) +x");
});

const aField = (name: string, kind: string, more: object = {}, key: "a" | "b" = "b") =>
  app.databases.inSystem("prepare a test", async (db) => {
    const { id } = await db
      .insertInto("fields")
      .values({ portal_id: app.portal(key).id, kind, name, position: 9, manager_access: "edit", ...more })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  });
const aValue = (field_id: number, user_id: number, words: string, key: "a" | "b" = "b") =>
  app.databases.inSystem("prepare a test", (db) =>
    db
      .insertInto("field_values")
      .values({ portal_id: app.portal(key).id, field_id, user_id, words, folded: words.toLowerCase() })
      .execute(),
  );

test("chosen columns are shown and exported in their order; hidden fields are not there, sensitive ones masked (FIND-1)", async () => {
  const [admin, manager] = [await app.signIn("admin", "b"), await app.signIn("manager", "b")];
  const site = await aField("Site", "text");
  const secret = await aField("Reviewer notes", "text", { manager_access: "hidden" });
  const insurance = await aField("Insurance number", "text", { is_sensitive: true });
  const { id } = await app.aPerson("b", { givenName: "Columba", familyName: "Fields" });
  for (const [field, words] of [
    [site, "=Kiel"],
    [secret, "Promising"],
    [insurance, "A-1234567"],
  ] as const)
    await aValue(field, id, words);
  const columns = [`field:${site}`, "status", `field:${secret}`, `field:${insurance}`, "externalId", "groups"].join();
  const seen = async (client: Client) => {
    const { rows } = (await client.get(`/rest/people${asked({ q: "columba", columns })}`)).json();
    const lines = (await client.get(`/rest/people/export.csv${asked({ q: "columba", columns })}`)).body.replace("\uFEFF", "").split("\r\n");
    return [rows[0].cells, ...lines];
  };
  expect(await seen(admin)).toEqual([
    { [site]: "=Kiel", [secret]: "Promising", [insurance]: "•••" },
    "Name,Site,Status,Reviewer notes,Insurance number,External ID,Groups",
    "Columba Fields,'=Kiel,Active,Promising,•••,,",
    "",
  ]);
  expect(await seen(manager)).toEqual([
    { [site]: "=Kiel", [insurance]: "•••" },
    "Name,Site,Status,Insurance number,External ID,Groups",
    "Columba Fields,'=Kiel,Active,•••,,",
    "",
  ]);
  const fieldsOf = async (client: Client) =>
    (await client.get("/rest/people/columns")).json().fields.map(({ id: one }: { id: number }) => one);
  expect(await fieldsOf(admin)).toEqual(expect.arrayContaining([site, secret, insurance]));
  expect(await fieldsOf(manager)).not.toContain(secret);
  expect((await admin.get(`/rest/people${asked({ columns: "password_hash" })}`)).statusCode).toBe(400);
});

test("people are found by their external id and by a telephone number, as far as that field is seen (FIND-1)", async () => {
  const [admin, manager] = [await app.signIn("admin", "b"), await app.signIn("manager", "b")];
  const [desk, home, secret] = [
    await aField("Desk", "phone"),
    await aField("At home", "phone", { manager_access: "hidden" }),
    await aField("Emergency", "phone", { is_sensitive: true }),
  ];
  const person = await app.aPerson("b", { givenName: "Quilla", familyName: "Numbers" });
  await app.databases.inSystem("prepare a test", (db) =>
    db.updateTable("memberships").set({ external_id: "HR-00777" }).where("user_id", "=", person.id).execute(),
  );
  await aValue(desk, person.id, "+4930777001");
  await aValue(home, person.id, "+4940888002");
  await aValue(secret, person.id, "+4950999003");
  const found = async (client: Client, q: string) => names(await find(client, asked({ q })));
  for (const q of ["HR-00777", "hr-007", "+49 30 777", "0049 (30) 777-001", "4930777"])
    expect([q, await found(manager, q)]).toEqual([q, ["Quilla Numbers"]]);
  expect(await found(admin, "+4940888")).toEqual(["Quilla Numbers"]);
  expect(await found(manager, "+4940888")).toEqual([]);
  expect(await found(admin, "+4950999")).toEqual([]);
  expect(await found(await app.signIn("manager", "a"), "HR-00777")).toEqual([]);
});

test("why somebody is in a list is told part by part with the value used; hidden fields refuse it and sensitive values are masked", async () => {
  const [admin, manager] = [await app.signIn("admin", "b"), await app.signIn("manager", "b")];
  const [open, hidden, masked] = [
    await aField("Town", "text"),
    await aField("Appraisal", "text", { manager_access: "hidden" }),
    await aField("Tax number", "text", { is_sensitive: true }),
  ];
  const { id } = await app.aPerson("b", { givenName: "Whyatt", familyName: "Earp", email: "whyatt@why.test" });
  for (const field of [open, hidden, masked]) await aValue(field, id, "Kiel 7");
  const fieldTest = (fieldId: number, text = "kiel") => ({ kind: "field", fieldId, is: { by: "text", test: "begins", text } });
  const why = async (client: Client, condition: object, userId = id) => {
    const reply = await client.get(`/rest/people/${userId}/why${asked({ condition: JSON.stringify(condition) })}`);
    return [reply.statusCode, reply.json()] as const;
  };
  const told = await why(manager, {
    kind: "all",
    of: [{ kind: "any", of: [fieldTest(open), fieldTest(open, "bonn")] }, fieldTest(masked)],
  });
  expect(told).toMatchObject([
    200,
    {
      name: "Whyatt Earp",
      fits: true,
      lines: [
        { depth: 0, kind: "all", fits: true, test: null },
        { depth: 1, kind: "any", fits: true },
        { depth: 2, kind: "test", fits: true, seen: { texts: ["kiel 7"] }, isMasked: false },
        { depth: 2, kind: "test", fits: false, seen: { texts: ["kiel 7"] } },
        { depth: 1, kind: "test", fits: true, seen: {}, isMasked: true },
      ],
    },
  ]);
  expect((await why(manager, fieldTest(hidden)))[1].code).toBe("hidden_field");
  expect((await why(admin, fieldTest(hidden)))[0]).toBe(200);
  expect((await why(manager, { kind: "status", is: "active" }, app.person("student", "a").id))[0]).toBe(404);
  expect((await why(manager, { kind: "sql" }))[0]).toBe(400);
});

test("an export in the shape of an import changes nothing when it is brought in again, and one edited cell changes one thing (IMP-4)", async () => {
  const admin = await app.signIn("admin", "b");
  const shirt = await aField("Shirt size", "text");
  await aField("Ward", "text", { is_sensitive: true });
  const [one, two] = [
    await app.aPerson("b", { givenName: "Roundtrip", familyName: "=One" }),
    await app.aPerson("b", { givenName: "Roundtrip", familyName: "Two", status: "suspended", isAuthor: true }),
  ];
  await aValue(shirt, one.id, "+XL");
  await app.databases.inSystem("prepare a test", async (db) => {
    const groups = await db
      .insertInto("groups")
      .values([
        { portal_id: app.portal("b").id, name: "Night, and weekend" },
        { portal_id: app.portal("b").id, name: "Everybody", kind: "dynamic", condition: '{"kind":"all","of":[]}' },
      ])
      .returning("id")
      .execute();
    await db
      .insertInto("group_members")
      .values(groups.map(({ id }) => ({ portal_id: app.portal("b").id, group_id: id, user_id: one.id, cause: "hand" })))
      .execute();
  });
  const csv = (await admin.get(`/rest/people/export.csv${asked({ q: "roundtrip", shape: "import" })}`)).body.replace("\uFEFF", "");
  expect(csv).toContain("Night, and weekend;");
  expect(csv).not.toContain("Everybody");
  const checked = async (text: string) => {
    const taken = (await admin.post("/rest/imports/paste", { text })).json();
    const reply = await admin.post(`/rest/imports/${taken.id}/check`, taken.plan);
    expect(reply.statusCode, reply.body).toBe(200);
    const { rows } = (await admin.get(`/rest/imports/${taken.id}/rows?result=`)).json();
    return rows.map((row: { verdict: string; changes: object[]; findings: object[] }) => [row.verdict, row.changes, row.findings]);
  };
  expect(await checked(csv)).toEqual([
    ["unchanged", [], []],
    ["unchanged", [], []],
  ]);
  expect(await checked(csv.replace("'+XL", "M"))).toEqual(
    expect.arrayContaining([
      ["unchanged", [], []],
      ["update", [{ meaning: `field:${shirt}`, before: "+XL", after: "M" }], []],
    ]),
  );
  expect(csv).toContain(two.email);
});

test("the specified link leads to the screen", async () => {
  const reply = await app.anonymous("a").get("/premiumservices/portal/ADMIN/users.aspx");
  expect([reply.statusCode, reply.headers.location]).toEqual([302, "/v/users/find"]);
});

test("two thousand with a word are found by their ids, more in the order of the list: each once, in the same order", async () => {
  const admin = await app.signIn("admin", "b");
  const add = (from: number, to: number) =>
    app.databases.inPeople(app.portal("b").id, "prepare a test", (db) =>
      sql`with made as (insert into users (email, given_name, family_name)
          select 'vexil' || n || '@many.test', 'Vexil', lpad(n::text, 4, '0') from generate_series(${from}::int, ${to}::int) n returning id)
        insert into memberships (portal_id, user_id) select ${app.portal("b").id}, id from made`.execute(db),
    );
  const last = async () => find(admin, asked({ q: "vexi", page: "67" }));
  await add(1, 2000);
  expect(await last()).toMatchObject({ total: 2000, page: 67, rows: { length: 20, 19: { name: "Vexil 2000" } } });
  await add(2001, 2001);
  expect(await last()).toMatchObject({
    total: 2001,
    page: 67,
    rows: { length: 21, 19: { name: "Vexil 2000" }, 20: { name: "Vexil 2001" } },
  });
  expect(names(await find(admin, asked({ q: "vexi 0007" })))).toEqual(["Vexil 0007"]);
  expect(names(await find(await app.signIn("admin", "a"), asked({ q: "vexi" })))).toEqual([]);
});
