import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { aCondition, type Known } from "#features/conditions/test/a-condition.ts";
import { people } from "#features/conditions/test/people.ts";
import type { Condition } from "#features/conditions/condition.ts";
import { settlePortal } from "#features/groups/server/recompute.ts";
import { createLog } from "#platform/log.ts";
import { seed } from "#platform/test/seed.ts";
import { importWorld, type ImportWorld } from "./test/import-world.ts";

const world = importWorld();
const { take, check, run, rowsOf, aGroup } = world;
let { app, admin, db } = {} as ImportWorld["open"];
let portalId = 0;
let known: Known;
let emails: string[];
beforeAll(async () => {
  ({ app, admin, db } = world.open);
  portalId = app.portal("a").id;
  const made = await people(app, { portalId, now: new Date(), zone: "Europe/Berlin", teams: new Map() });
  known = made.known;
  emails = (
    await db.query<{ email: string }>("select email from users where id = any ($1) order by id", [made.made.map(({ id }) => id)])
  ).rows.map(({ email }) => email);
});

const settle = () => settlePortal({ databases: app.databases, log: createLog({ level: "silent" }) }, portalId);
const aRule = async (name: string, condition: Condition) =>
  Number(
    (
      await db.query("insert into groups (portal_id, name, kind, condition) values ($1, $2, 'dynamic', $3) returning id", [
        portalId,
        name,
        JSON.stringify(condition),
      ])
    ).rows[0].id,
  );
/** Who is in which group, as "email group". */
const memberships = async (): Promise<Set<string>> =>
  new Set(
    (
      await db.query<{ at: string }>(
        "select u.email || ' ' || m.group_id as at from group_members m join users u on u.id = m.user_id where m.portal_id = $1",
        [portalId],
      )
    ).rows.map(({ at }) => at),
  );

const names = ["Ana", "Zoë", "Đặng", "O'Neil", "maximilian", "Ruiz", "Weiß", "van den Berg", ""];
const words = ["Ana Müller", "north", "WEISS", "(clear)", ""];
const fieldColumns = ["text", "number", "yes_no", "date", "date_time", "single", "multi", "person"] as const;
const cells = fc.record({
  given: fc.constantFrom(...names),
  family: fc.constantFrom(...names),
  external: fc.constantFrom("", "", "(clear)", "NR-0", "É7"),
  language: fc.constantFrom("", "", "(clear)", "de", "English"),
  zone: fc.constantFrom("", "", "(clear)", "Europe/Berlin", "Asia/Kolkata"),
  status: fc.constantFrom("", "", "active", "inactive"),
  groups: fc.constantFrom("", "", "North", "South; Night shift", "Own and inside"),
  roles: fc.constantFrom("", "", "", "Author", "Admin"),
  text: fc.constantFrom(...words),
  number: fc.constantFrom("", "-2.5", "3", "7.5", "(clear)"),
  yes_no: fc.constantFrom("", "yes", "no"),
  date: fc.constantFrom("", "2026-06-01", "2026-11-01", "(clear)"),
  date_time: fc.constantFrom("", "2026-06-01 10:00", "2026-11-20 08:00"),
  single: fc.constantFrom("", "Red", "Blue", "(clear)"),
  multi: fc.constantFrom("", "Red; Blue", "Green"),
  person: fc.constantFrom("", "0", "1", "5"),
});

test(
  "what the check foresees of groups with rules is what happens, for random rows, conditions and groups in one another (IMP-2)",
  {
    timeout: 120_000,
  },
  async () => {
    const conditions = fc.sample(aCondition(known), { numRuns: 40, ...seed });
    const ruled: number[] = [];
    for (const [nth, condition] of conditions.entries()) ruled.push(await aRule(`Rule ${nth}`, condition));
    // Groups that follow from one another: inside, by a test of the group, and by hand too.
    const own = await aGroup("Own and inside");
    const above = await aGroup("Above");
    const put = async (id: number, ids: number[]) => expect((await admin.put(`/rest/groups/${id}/children`, { ids })).statusCode).toBe(200);
    await put(own, [ruled[0] ?? 0, ...known.groupIds.slice(0, 1)]);
    await put(above, [own, ruled[1] ?? 0]);
    ruled.push(own, above, await aRule("By those above", { kind: "none", of: [{ kind: "group", groupIds: [above] }] }));
    ruled.push(await aRule("By another rule", { kind: "group", groupIds: ruled.slice(-1) }));
    await db.query("update groups set status = 'archived' where id = $1", [ruled[2]]);

    const heading = [
      "email",
      "given name",
      "family name",
      "external id",
      "language",
      "time zone",
      "status",
      "groups",
      "roles",
      ...fieldColumns.map((kind) => `Field ${kind}`),
    ];
    const columns = [
      "email",
      "given_name",
      "family_name",
      "external_id",
      "language",
      "time_zone",
      "status",
      "groups",
      "roles",
      ...fieldColumns.map((kind) => `field:${known.fieldIds[kind]}`),
    ];
    let joined = 0;
    let left = 0;
    for (const round of [0, 1, 2]) {
      await settle();
      const who = [
        ...emails.filter((_, nth) => (nth + round) % 3 !== 0),
        ...Array.from({ length: 25 }, (_, nth) => `new-${round}-${nth}@north.test`),
      ];
      const rows = fc.sample(cells, { numRuns: who.length, seed: (seed.seed ?? 0) + round });
      const quoted = (cell: string) => `"${cell}"`;
      const lines = rows.map(({ given, family, external, language, zone, status, groups, roles, person, ...values }, nth) =>
        [
          who[nth] ?? "",
          given,
          family,
          // No two have the same.
          external === "" || external === "(clear)" ? external : `${external}-${round}-${nth}`,
          language,
          zone,
          status,
          groups,
          roles,
          ...fieldColumns.map((kind) => (kind === "person" ? (person === "" ? "" : (emails[Number(person)] ?? "")) : values[kind])),
        ]
          .map(quoted)
          .join(","),
      );
      const one = await take([heading.join(","), ...lines].join("\n"));
      const checked = await check(one, { columns, leavers: round === 2 });
      expect(checked).toMatchObject({ state: "checked" });
      const { counts } = checked;
      expect((counts["create"] ?? 0) + (counts["update"] ?? 0) + (counts["return"] ?? 0)).toBeGreaterThan(30);
      const foreseen = new Set<string>();
      let shown = 0;
      for (let page = 1; ; page++) {
        const answer = (await admin.get(`/rest/imports/${one.id}/rows?page=${page}`)).json();
        for (const {
          cells: [email],
          joins,
          leaves,
        } of answer.rows) {
          for (const { id } of joins) foreseen.add(`${email} + ${id}`);
          for (const { id } of leaves) foreseen.add(`${email} - ${id}`);
        }
        shown += answer.rows.length;
        if (answer.rows.length === 0 || shown >= answer.total) break;
      }
      const before = await memberships();
      const done = await run(one.id, { people: counts["leave"] ?? null });
      expect(done.counts).toMatchObject({ refused: 0 });
      await settle();
      const after = await memberships();
      const ofRules = (at: string) => ruled.includes(Number(at.split(" ")[1]));
      const byHand = new Set(rows.flatMap(({ groups }, nth) => (groups === "Own and inside" ? [`${who[nth]} ${own}`] : [])));
      const happened = new Set([
        ...[...after].filter((at) => ofRules(at) && !before.has(at) && !byHand.has(at)).map((at) => at.replace(" ", " + ")),
        ...[...before].filter((at) => ofRules(at) && !after.has(at)).map((at) => at.replace(" ", " - ")),
      ]);
      expect([...foreseen].toSorted()).toEqual([...happened].toSorted());
      // The totals are those of the rows.
      const totals = checked["rules"] as { id: number; joins: number; leaves: number }[];
      for (const { id, joins, leaves } of totals)
        expect([joins, leaves]).toEqual(["+", "-"].map((sign) => [...foreseen].filter((at) => at.endsWith(` ${sign} ${id}`)).length));
      expect(totals.reduce((sum, { joins, leaves }) => sum + joins + leaves, 0)).toBe(foreseen.size);
      joined += [...foreseen].filter((at) => at.includes(" + ")).length;
      left += [...foreseen].filter((at) => at.includes(" - ")).length;
    }
    expect(joined).toBeGreaterThan(20);
    expect(left).toBeGreaterThan(5);
  },
);

test("a corrected row is foreseen anew, nothing is written by a check, and a manager reads of the groups within reach alone (IMP-2)", async () => {
  const seen = await aGroup("Within reach");
  const inside = await aRule("Zebras inside", { kind: "profile", of: "familyName", test: "is", text: "Zebra" });
  await aRule("Zebras elsewhere", { kind: "profile", of: "familyName", test: "begins", text: "Zeb" });
  expect((await admin.put(`/rest/groups/${seen}/children`, { ids: [inside] })).statusCode).toBe(200);
  const manager = await app.aPerson("a", { isManager: true });
  await db.query("update role_assignments set scope = $1 where portal_id = $2 and user_id = $3", [
    JSON.stringify({ kind: "groups", groupIds: [inside, seen, known.groupIds[0]] }),
    portalId,
    manager.id,
  ]);
  const client = await app.signInAs(manager, "a");
  const table = "email,family name,groups\nzebra@rules.test,Horse,North\n";
  const one = await take(table, client);
  expect(await check(one, { columns: ["email", "family_name", "groups"] }, client)).toMatchObject({ counts: { create: 1 }, rules: [] });
  const corrected = await client.post(`/rest/imports/${one.id}/rows/2`, { cells: ["zebra@rules.test", "Zebra", "North"] });
  expect(corrected.statusCode, corrected.body).toBe(200);
  const both = [
    { id: seen, name: "Within reach" },
    { id: inside, name: "Zebras inside" },
  ];
  expect(corrected.json()).toMatchObject({ joins: both, leaves: [] });
  expect((await client.get(`/rest/imports/${one.id}`)).json().rules).toEqual(both.map((group) => ({ ...group, joins: 1, leaves: 0 })));
  expect((await rowsOf(one.id, "", client))[0].joins).toEqual(both);
  expect((await db.query("select from users where email = 'zebra@rules.test'")).rowCount).toBe(0);
});

test("what is foreseen of somebody new tells nothing that another portal knows of them", async () => {
  const rule = await aRule("Called Secretname", { kind: "profile", of: "familyName", test: "is", text: "Secretname" });
  const elsewhere = await app.aPerson("b", { email: "known@elsewhere.test", familyName: "Secretname" });
  for (const email of [elsewhere.email, "unknown@elsewhere.test"]) {
    const one = await take(`email,family name\n${email},Other\n`);
    const checked = await check(one, { columns: ["email", "family_name"] });
    expect((checked["rules"] as { id: number }[]).filter(({ id }) => id === rule)).toEqual([]);
    const two = await take(`email,family name\n${email},Secretname\n`);
    const again = await check(two, { columns: ["email", "family_name"] });
    expect((again["rules"] as { id: number }[]).filter(({ id }) => id === rule)).toMatchObject([{ joins: 1, leaves: 0 }]);
  }
});
