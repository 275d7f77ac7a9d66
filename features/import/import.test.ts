import { beforeAll, describe, expect, test } from "vitest";
import { lettersTo } from "#features/mail/test/letters-to.ts";
import { effectTests } from "./test/effects.ts";
import { importWorld, type ImportWorld } from "./test/import-world.ts";
import { resultTests } from "./test/results.ts";
import { rightsTests } from "./test/rights.ts";
import { tableTests } from "./test/tables.ts";

const world = importWorld();
const { upload, take, check, settled, run, rowsOf, person, aGroup } = world;
let { app, admin, db } = {} as ImportWorld["open"];
beforeAll(() => void ({ app, admin, db } = world.open));

rightsTests(world);
resultTests(world);
effectTests(world);
tableTests(world);

test("a table becomes people: read, guessed, checked, written, told and undone", async () => {
  const groupId = await aGroup("Warehouse");
  const above = await aGroup("All sites");
  expect((await admin.put(`/rest/groups/${above}/children`, { ids: [groupId] })).statusCode).toBe(200);
  const inAbove = async () => (await db.query("select cause, via_ids from group_members where group_id = $1", [above])).rows;
  const data = Buffer.from(
    [
      "Personalnr.;Vorname;Nachname;E-Mail-Adresse;Sprache;Zeitzone;Gruppen;Bemerkung",
      "00017; Jürgen ;  Groß ;JUERGEN@Example.com;Deutsch;Europe/Berlin;warehouse;x",
      '00018;Zoë;"O""Neil";zoe@example.com;;;;"=1+1"',
    ].join("\r\n"),
    "latin1",
  );
  const answer = await upload(admin, data, "C:\\fakepath\\Leute.csv");
  expect(answer.statusCode, answer.body).toBe(200);
  const one = answer.json();
  expect(one).toMatchObject({
    fileName: "Leute.csv",
    encoding: "windows-1252",
    delimiter: ";",
    headerRow: 1,
    state: "read",
    isGuessed: true,
  });
  expect(one.plan).toMatchObject({
    columns: ["external_id", "given_name", "family_name", "email", "language", "time_zone", "groups", null],
    key: "email",
    mode: "both",
  });
  const before = Number((await db.query("select count(*) from users")).rows[0].count);
  const checked = await check(one);
  expect(checked).toMatchObject({ state: "checked", counts: { create: 2, update: 0, error: 0 }, problems: [] });
  expect((await rowsOf(one.id))[0].changes).toEqual([
    { meaning: "email", before: null, after: "juergen@example.com" },
    { meaning: "given_name", before: null, after: "Jürgen" },
    { meaning: "family_name", before: null, after: "Groß" },
    { meaning: "language", before: null, after: "de" },
    { meaning: "time_zone", before: null, after: "Europe/Berlin" },
    { meaning: "external_id", before: null, after: "00017" },
    { meaning: "groups", before: null, after: "Warehouse" },
  ]);
  expect(Number((await db.query("select count(*) from users")).rows[0].count)).toBe(before);

  const done = await run(one.id);
  expect(done).toMatchObject({ state: "done", counts: { done: 2, refused: 0 } });
  const juergen = await person("juergen@example.com");
  expect(juergen).toMatchObject({
    given_name: "Jürgen",
    family_name: "Groß",
    locale: "de",
    status: "active",
    external_id: "00017",
    is_admin: false,
  });
  expect((await db.query("select cause from group_members where group_id = $1", [groupId])).rows).toEqual([{ cause: "import" }]);
  // The groups above it have them too, without waiting.
  expect(await inAbove()).toEqual([{ cause: null, via_ids: [String(groupId)] }]);
  const audit = await db.query("select actor_id, after from audit_events where action = 'person_imported' and object_id = $1", [
    juergen.id,
  ]);
  expect(audit.rows).toMatchObject([{ actor_id: admin.userId, after: { email: "juergen@example.com", groups: "Warehouse" } }]);

  // The same table once more changes nothing, and the heading that was left out is remembered.
  const again = await upload(admin, data);
  expect((await check(again.json())).counts).toMatchObject({ create: 0, update: 0, unchanged: 2 });

  const undo = await admin.post(`/rest/jobs/${done.runJobId}/undo`);
  expect(undo.statusCode, undo.body).toBe(200);
  expect(await settled(one.id)).toMatchObject({ state: "undone", counts: { undone: 2, kept: 0 } });
  expect((await person("zoe@example.com")).status).toBeNull();
  expect((await db.query("select from group_members where group_id = $1", [groupId])).rowCount).toBe(0);
  expect(await inAbove()).toEqual([]);
});

test("headings, samples, groups and what the log tells end before a sign that does not fit whole", async () => {
  const long = (units: number) => `${"a".repeat(units - 1)}🛟 buoy`;
  const one = await take(`email,${long(120)},groups\nbuoy@example.com,${long(200)},${long(120)}\n`);
  expect(await check(one)).toMatchObject({ state: "checked", counts: { error: 1 } });
  expect(await rowsOf(one.id)).toMatchObject([{ findings: [{ code: "no_group", message: `There is no group ${"a".repeat(119)}.` }] }]);
});

test("people are changed field by field, an empty cell changes nothing, and (clear) empties", async () => {
  const who = await app.aPerson("a", { email: "eve@example.com", givenName: "Eve", familyName: "Old" });
  const one = await take("email\tvorname\tnachname\texternal id\tstatus\neve@example.com\t\tNew\tE-1\tinaktiv\n");
  await check(one);
  expect((await rowsOf(one.id))[0]).toMatchObject({
    verdict: "update",
    changes: [
      { meaning: "family_name", before: "Old", after: "New" },
      { meaning: "external_id", before: null, after: "E-1" },
      { meaning: "status", before: "active", after: "suspended" },
    ],
  });
  const done = await run(one.id);
  expect(await person("eve@example.com")).toMatchObject({ given_name: "Eve", family_name: "New", external_id: "E-1", status: "suspended" });

  // Somebody changes the name afterwards: the undo takes back the rest and says so.
  await db.query("update users set family_name = 'Newer' where id = $1", [who.id]);
  await admin.post(`/rest/jobs/${done.runJobId}/undo`);
  expect((await settled(one.id)).counts).toMatchObject({ undone: 0, partly: 1 });
  expect(await person("eve@example.com")).toMatchObject({ family_name: "Newer", external_id: null, status: "active" });
  expect((await rowsOf(one.id, "kept"))[0].findings).toMatchObject([{ code: "value_changed_since" }]);

  const two = await take("external id,email,given name\nE-9,eve@example.com,(clear)\n");
  await run((await check(two)).id as number);
  expect(await person("eve@example.com")).toMatchObject({ given_name: "", external_id: "E-9" });
  // Found by external id, even with a new address.
  const three = await take("external id,email\nE-9,eva@example.com\n");
  await run((await check(three, { key: "external_id" })).id as number);
  expect((await person("eva@example.com")).id).toBe(who.id);
});

test("an address that a table changes ends the sessions of its person and is told; so does taking it back (security.md rows 25 and 58)", async () => {
  const who = await app.aPerson("a");
  const other = await app.aPerson("a");
  await db.query("update memberships set external_id = $1 where user_id = $2", ["MV-1", who.id]);
  await db.query("update memberships set external_id = $1 where user_id = $2", ["MV-2", other.id]);
  const [own, others] = [await app.signInAs(who, "a"), await app.signInAs(other, "a")];
  const one = await take(`external id,email,family name\nMV-1,moved@table.test,Moved\nMV-2,${other.email},Stays\n`);
  const done = await run((await check(one, { key: "external_id" })).id as number);
  expect((await own.get("/rest/account")).statusCode).toBe(401);
  expect(await lettersTo(app, who.email)).toEqual(["email_changed"]);
  const again = await app.signInAs({ id: who.id, email: "moved@table.test" }, "a");
  await admin.post(`/rest/jobs/${done.runJobId}/undo`);
  expect((await settled(one.id)).counts).toMatchObject({ undone: 2 });
  expect((await again.get("/rest/account")).statusCode).toBe(401);
  expect(await lettersTo(app, "moved@table.test")).toEqual(["email_changed"]);
  // Whose address stays is left alone.
  expect((await others.get("/rest/account")).statusCode).toBe(200);
  expect(await lettersTo(app, other.email)).toEqual([]);
});

describe("what is wrong with a row is said at its cell", () => {
  test.each<[name: string, table: string, expected: object[], plan?: object]>([
    ["an address without an at sign", "email\nada.example.com", [{ column: 0, code: "no_email" }]],
    ["two addresses in a cell", "email\na@example.com; b@example.com", [{ column: 0, code: "no_email" }]],
    ["an address of 300 characters", `email\n${"a".repeat(300)}@example.com`, [{ column: 0, code: "too_long" }]],
    ["no address", "email,given name\n,Ada", [{ column: 0, code: "key_needed" }]],
    ["an address that cannot go", "external id,email\nX-1,(clear)", [{ column: 1, code: "email_needed" }], { key: "external_id" }],
    ["a new person without an address", "external id,email\nX-1,", [{ column: 1, code: "email_missing" }], { key: "external_id" }],
    ["a name of 200 characters", `email,given name\nx@example.com,${"n".repeat(200)}`, [{ column: 1, code: "too_long" }]],
    ["a name that runs backwards", "email,given name\nx@example.com,\u202eadA", [{ column: 1, code: "control_character" }]],
    ["an external id of a page", `email,external id\nx@example.com,${"9".repeat(200)}`, [{ column: 1, code: "too_long" }]],
    ["a language that is not there", "email,language\nx@example.com,Klingon", [{ column: 1, code: "no_language" }]],
    ["a time zone that is none", "email,time zone\nx@example.com,Berlin", [{ column: 1, code: "no_zone" }]],
    ["a status that is none", "email,status\nx@example.com,maybe", [{ column: 1, code: "no_status" }]],
    ["a group that is not there", "email,groups\nx@example.com,Nobody", [{ column: 1, code: "no_group" }]],
    ["a group that a rule fills", "email,groups\nx@example.com,Ruled", [{ column: 1, code: "group_computed" }]],
    ["a group to be left", "email,groups\nx@example.com,(clear)", [{ column: 1, code: "groups_added" }]],
    ["a role that is none", "email,roles\nx@example.com,King", [{ column: 1, code: "no_role" }]],
    ["an error of a formula", "email,given name\nx@example.com,#REF!", [{ column: 1, code: "formula_error" }]],
    ["a character that was lost", "email,given name\nx@example.com,M\ufffdller", [{ column: 1, code: "unreadable" }]],
    [
      "too many cells",
      "email,given name,family name\nx@example.com,Ada,Lovelace,more\ny@example.com,B,C",
      [{ column: null, code: "cells_many" }],
    ],
    ["the same address twice", "email\nx@example.com\nX@Example.com ", [{ column: 0, code: "twice" }]],
    ["somebody else's external id", "email,external id\nx@example.com,TAKEN-1", [{ column: 1, code: "id_taken" }]],
    ["somebody else's address", "external id,email\nTAKEN-1,student@a.test", [{ column: 1, code: "email_taken" }], { key: "external_id" }],
    ["a system admin", "email,given name\nsystem@a.test,Root", [{ column: null, code: "not_yours" }]],
    ["one's own address", "external id,email\nOWN-1,mine@elsewhere.test", [{ column: 1, code: "own_email" }], { key: "external_id" }],
    ["oneself", "email,status\nadmin@a.test,inactive", [{ column: 1, code: "yourself" }]],
    ["one's own roles", "email,roles\nadmin@a.test,Author", [{ column: 1, code: "roles_refused" }]],
    ["several at once", "email,language,status\nx@,xx,yy", [{ column: 0 }, { column: 1 }, { column: 2 }]],
  ])("%s", async (_, table, expected, plan) => {
    await db.query(`insert into groups (portal_id, name, kind, condition) values ($1, 'Ruled', 'dynamic', '{}') on conflict do nothing`, [
      app.portal("a").id,
    ]);
    await db.query("update memberships set external_id = 'TAKEN-1' where user_id = $1", [app.person("author", "a").id]);
    await db.query("update memberships set external_id = 'OWN-1' where user_id = $1", [app.person("admin", "a").id]);
    const one = await take(`${table}\n`);
    const checked = await check(one, plan);
    const [row] = await rowsOf(one.id, "error");
    expect(row?.findings).toMatchObject(expected);
    expect(checked.counts["error"]).toBe(1);
    for (const { message } of row.findings) expect(message).toMatch(/^[A-Z].*[.?]$/s);
  });

  test("a cell is corrected in the grid, checked again and imported; the others come back as a file with the reason", async () => {
    const one = await take('email,given name\nbad,=HYPERLINK("x")\ngood@example.com,Good\nworse,W\n');
    expect((await check(one)).counts).toMatchObject({ create: 1, error: 2 });
    const fixed = await admin.post(`/rest/imports/${one.id}/rows/2`, { cells: ["fixed@example.com", "Fixed"] });
    expect(fixed.json()).toMatchObject({ number: 2, verdict: "create", findings: [] });
    expect((await run(one.id)).counts).toMatchObject({ done: 2, error: 1 });
    expect(await person("fixed@example.com")).toMatchObject({ given_name: "Fixed" });
    const file = await admin.get(`/rest/imports/${one.id}/left-out.csv`);
    expect(file.body).toBe(
      "\ufeffemail,given name,Reason\r\nworse,W,email: This is no e-mail address. It has the form name@example.org.\r\n",
    );
    expect((await admin.post(`/rest/imports/${one.id}/rows/4`, { cells: ["x@example.com"] })).statusCode).toBe(409);
    expect((await admin.post(`/rest/imports/${one.id}/run`, { people: null })).statusCode).toBe(409);
  });

  test("a language that the portal does not offer is given to nobody, and stays with whoever has it (ENV-8)", async () => {
    const offer = (languages: string) =>
      db.query("update portals set settings = settings || $2::jsonb where id = $1", [app.portal("a").id, JSON.stringify({ languages })]);
    const { email, id } = await app.aPerson("a", { givenName: "Ida" });
    await db.query("update users set locale = 'de' where id = $1", [id]);
    const other = await app.aPerson("a", { givenName: "Uwe" });
    await offer("en");
    const one = await take(`email,given name,language\nnobody@example.com,No,de\n${email},Eda,de\n${other.email},Uwe,de\n`);
    expect((await check(one)).counts).toMatchObject({ create: 1, update: 1, unchanged: 1 });
    const left = {
      level: "note",
      column: 2,
      code: "not_offered",
      message: "Left out, because this portal offers other languages only: English.",
    };
    expect((await rowsOf(one.id, "create"))[0].findings).toMatchObject([left]);
    expect((await rowsOf(one.id, "update"))[0]).toMatchObject({ findings: [], changes: [{ meaning: "given_name" }] });
    expect((await rowsOf(one.id, "unchanged"))[0].findings).toMatchObject([left]);
    await offer("en,de");
    expect((await check(one)).counts).toMatchObject({ create: 1, update: 2 });
  });

  test("formulas come back as text", async () => {
    const one = await take('email,given name\nbad,"=HYPERLINK(""x"")"\n');
    await check(one);
    expect((await admin.get(`/rest/imports/${one.id}/left-out.csv`)).body).toContain(`"'=HYPERLINK(""x"")"`);
  });
});

test("a plan that cannot work is refused", async () => {
  const one = await take("email,given name,other\nx@example.com,Ada,y\n");
  for (const [plan, field] of [
    [{ columns: ["email", "email", null] }, "columns.1"],
    [{ columns: [null, "given_name", null] }, "key"],
    [{ key: "given_name" }, "key"],
    [{ columns: ["external_id", null, null], key: "external_id" }, "columns"],
    [{ columns: ["email", "field:999999", null] }, "columns.1"],
    [{ columns: ["email", "password", null] }, "columns.1"],
    [{ groupIds: [987_654] }, "groupIds"],
  ] as const) {
    const answer = await admin.post(`/rest/imports/${one.id}/check`, { ...one.plan, ...plan });
    expect([answer.statusCode, answer.json().errors?.[0]?.field], JSON.stringify(plan)).toEqual([400, field]);
  }
});

test("somebody who belongs to another portal joins, and keeps name and address", async () => {
  const elsewhere = await app.aPerson("b", { email: "both@example.com", givenName: "Own", familyName: "Name" });
  const one = await take("email,given name,external id\nboth@example.com,Other,B-1\n");
  const checked = await check(one);
  // The check tells nobody that the address is known elsewhere.
  expect(checked.counts["create"]).toBe(1);
  expect((await rowsOf(one.id))[0]).toMatchObject({ verdict: "create", findings: [] });
  await run(one.id);
  expect(await person("both@example.com")).toMatchObject({
    id: elsewhere.id,
    given_name: "Own",
    family_name: "Name",
    external_id: "B-1",
    status: "active",
  });
  const two = await take("email,given name\nboth@example.com,Other\n");
  await check(two);
  const [row] = await rowsOf(two.id);
  expect(row).toMatchObject({ verdict: "unchanged", findings: [{ level: "note", code: "kept", column: 1 }] });
  expect(JSON.stringify(row)).not.toMatch(/Portal B|b\.test/);
});

test("people missing from the table are deactivated only when asked for, confirmed by their number, and every row is understood", async () => {
  const group = await aGroup("Leavers");
  const scoped = await app.aPerson("a", { isManager: true });
  await db.query(`update role_assignments set scope = $2 where user_id = $1`, [
    scoped.id,
    JSON.stringify({ kind: "groups", groupIds: [group] }),
  ]);
  const client = await app.signInAs(scoped, "a");
  const members = await Promise.all(Array.from({ length: 12 }, (_, nth) => app.aPerson("a", { email: `leaver${nth}@example.com` })));
  for (const { id } of members)
    await db.query("insert into group_members (portal_id, group_id, user_id, cause) values ($1, $2, $3, 'hand')", [
      app.portal("a").id,
      group,
      id,
    ]);
  const table = "email\nleaver0@example.com\nleaver1@example.com\n";
  const without = await take(table, client);
  expect((await check(without, {}, client)).counts["leave"]).toBe(0);

  const unsure = await take(`${table}leaver2@\n`, client);
  await check(unsure, { leavers: true, mode: "update" }, client);
  expect((await client.post(`/rest/imports/${unsure.id}/run`, { people: 10 })).json()).toMatchObject({ code: "leavers_unsure" });

  const one = await take(table, client);
  const checked = await check(one, { leavers: true, mode: "update" }, client);
  expect(checked.counts).toMatchObject({ leave: 10, unchanged: 2 });
  for (const people of [null, 9]) {
    const answer = await client.post(`/rest/imports/${one.id}/run`, { people });
    expect(answer.json()).toMatchObject({ errors: [{ field: "people", code: "confirm_number" }] });
  }
  const done = await run(one.id, { people: 10 }, client);
  expect(done.counts["done"]).toBe(10);
  expect((await person("leaver5@example.com")).status).toBe("suspended");
  expect((await person("leaver0@example.com")).status).toBe("active");
  // Another admin takes it back, and whoever did it sees that (ROLE-2).
  const undo = await admin.post(`/rest/jobs/${done.runJobId}/undo`);
  expect((await settled(one.id, client)).counts["undone"]).toBe(10);
  expect((await client.get(`/rest/jobs/${undo.json().id}`)).json()).toMatchObject({ owner: expect.any(String), state: "done" });
  expect((await person("leaver5@example.com")).status).toBe("active");
});

test("a row that would do something else by the time of the run is left out and told", async () => {
  const one = await take("email,given name\nlate@example.com,Late\n");
  await check(one);
  await app.aPerson("a", { email: "late@example.com", givenName: "Sooner" });
  expect((await run(one.id)).counts).toMatchObject({ done: 0, refused: 1 });
  expect((await rowsOf(one.id, "refused"))[0].findings).toMatchObject([{ code: "changed_since_check" }]);
  expect(await person("late@example.com")).toMatchObject({ given_name: "Sooner" });
});

test("whoever is to be erased is brought back neither by a table nor by undoing one", async () => {
  const { id } = await app.aPerson("a", { email: "to-be-erased@example.com" });
  const one = await take("email,status\nto-be-erased@example.com,inactive\n");
  await check(one);
  const done = await run(one.id);
  expect((await person("to-be-erased@example.com")).status).toBe("suspended");
  const asked = await admin.post(`/rest/lifecycle/people/${id}/erasure`, { when: "later", reason: "Asked by letter" });
  expect(asked.statusCode, asked.body).toBe(200);
  const two = await take("email,status\nto-be-erased@example.com,active\n");
  await check(two);
  expect((await rowsOf(two.id, "error"))[0].findings).toMatchObject([{ code: "to_be_erased" }]);
  await admin.post(`/rest/jobs/${done.runJobId}/undo`);
  expect((await settled(one.id)).counts).toMatchObject({ kept: 1 });
  expect((await person("to-be-erased@example.com")).status).toBe("suspended");
});

test("a new person who has used the portal since stays when the import is undone", async () => {
  const course = await app.aCourse("a");
  const one = await take("email\nstays@example.com\ngoes@example.com\n");
  const done = await run((await check(one)).id as number);
  await app.anEnrolment("a", { courseId: course.id, userId: Number((await person("stays@example.com")).id) });
  await admin.post(`/rest/jobs/${done.runJobId}/undo`);
  expect((await settled(one.id)).counts).toMatchObject({ undone: 1, kept: 1 });
  expect((await person("stays@example.com")).status).toBe("active");
});

/** Somebody of portal a with this external id and status. */
async function member(fields: { email: string; externalId: string; status?: "active" | "suspended" }) {
  const { id, email } = await app.aPerson("a", { email: fields.email, givenName: "Rita", familyName: "Returns" });
  await db.query("update memberships set external_id = $3, status = $4 where portal_id = $1 and user_id = $2", [
    app.portal("a").id,
    id,
    fields.externalId,
    fields.status ?? "active",
  ]);
  return { id, email };
}

test("ids and addresses left on a merged account lead to the person who is kept, and never break the import (USR-6)", async () => {
  const kept = await member({ email: "kept@example.com", externalId: "K-1" });
  const gone = await member({ email: "gone@example.com", externalId: "G-1" });
  await db.query("update users set kind = 'departed' where id = $1", [gone.id]);
  await db.query(
    "insert into merges (portal_id, kept_id, gone_id, choices, asked_by, status_before, done_at) values ($1, $2, $3, '{}', $4, 'active', now())",
    [app.portal("a").id, kept.id, gone.id, admin.userId],
  );
  const byId = await take("Personalnr.;E-Mail;Vorname\nG-1;gone@example.com;Renate");
  const ready = await check(byId, { key: "external_id" });
  expect(ready.counts).toMatchObject({ update: 1, create: 0, error: 0 });
  expect((await rowsOf(byId.id))[0].changes).toEqual([{ meaning: "given_name", before: "Rita", after: "Renate" }]);
  expect((await run(byId.id)).counts).toMatchObject({ done: 1, refused: 0 });
  expect(await person("kept@example.com")).toMatchObject({ given_name: "Renate", external_id: "K-1" });

  const byEmail = await take("Personalnr.;E-Mail;Vorname\nG-1;gone@example.com;Rita\nG-1;newly@example.com;Nova");
  const read = await check(byEmail, { key: "email", returns: false });
  expect(read.counts).toMatchObject({ update: 1, error: 1 });
  expect(read.problems).toMatchObject([{ code: "id_taken" }]);
  expect((await run(byEmail.id)).counts).toMatchObject({ done: 1, refused: 0 });
  expect(await person("kept@example.com")).toMatchObject({ given_name: "Rita", external_id: "K-1" });
});

test("who left and stands in the table again comes back with the new address, counted, told and undone (USR-6)", async () => {
  const left = await member({ email: "left@example.com", externalId: "R-1", status: "suspended" });
  const other = await member({ email: "other-left@example.com", externalId: "R-2", status: "suspended" });
  const one = await take("Personalnr.;E-Mail;Nachname\nR-1;married@example.com;Wed\nR-2;other-left@example.com;Returns");
  expect(one.plan).toMatchObject({ key: "email", returns: true });
  expect((await take("E-Mail\nleft@example.com")).plan).toMatchObject({ returns: false });
  const stays = await check(one, { key: "external_id", returns: false });
  expect(stays.counts).toMatchObject({ return: 0, update: 1, unchanged: 1 });
  const checked = await check(one);
  expect(checked.counts).toMatchObject({ return: 2, create: 0, update: 0, error: 0 });
  const rows = await rowsOf(one.id, "return");
  expect(rows.map((row: { changes: object[] }) => row.changes)).toEqual([
    [
      { meaning: "email", before: "left@example.com", after: "married@example.com" },
      { meaning: "family_name", before: "Returns", after: "Wed" },
      { meaning: "status", before: "suspended", after: "active" },
    ],
    [{ meaning: "status", before: "suspended", after: "active" }],
  ]);
  const done = await run(one.id);
  expect(done.counts).toMatchObject({ done: 2, refused: 0 });
  expect(await person("married@example.com")).toMatchObject({ id: left.id, status: "active", family_name: "Wed" });
  const told = await db.query("select before, after from audit_events where action = 'person_changed_by_import' and object_id = $1", [
    left.id,
  ]);
  expect(told.rows).toMatchObject([{ before: { status: "suspended" }, after: { status: "active", email: "married@example.com" } }]);
  expect((await admin.post(`/rest/jobs/${done.runJobId}/undo`)).statusCode).toBe(200);
  expect((await settled(one.id)).counts).toMatchObject({ undone: 2, kept: 0 });
  expect(await person("left@example.com")).toMatchObject({ status: "suspended", family_name: "Returns", external_id: "R-1" });
  expect(await person(other.email)).toMatchObject({ status: "suspended" });
});
