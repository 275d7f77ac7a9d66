import { expect, test } from "vitest";
import type { KindName } from "#features/fields/definition.ts";
import { kindNames } from "#features/fields/definition.ts";
import { aFieldBody } from "#features/fields/test/field-body.ts";
import type { ImportWorld } from "./import-world.ts";
import { workbookOf } from "./made-files.ts";
import { workbookRows } from "./workbook-rows.ts";

/** For each kind of field: a cell that is taken, how it is written back, and a cell that is refused with a code. */
const cells: Record<Exclude<KindName, "file">, readonly [good: string, back: string, bad: string, code: string]> = {
  text: ["Two  words", "Two words", "x".repeat(201), "too_long"],
  long_text: ["One line", "One line", "x".repeat(9000), "too_long"],
  number: ["1.234,5", "1234.5", "many", "no_number"],
  date: ["31.01.2026", "2026-01-31", "30.02.2026", "no_date"],
  date_time: ["2026-01-31T13:30:00Z", "2026-01-31T13:30:00.000Z", "31.01.2026 25:00", "no_date_time"],
  yes_no: ["Ja", "yes", "maybe", "no_yes_no"],
  single: ["north", "North", "Nrth", "unknown_option"],
  multi: ["North; South", "North; South", "North; East", "unknown_option"],
  tree: ["South", "South", "West", "unknown_option"],
  country: ["Deutschland", "DE", "Atlantis", "no_country"],
  phone: ["+49 30 123456", "+4930123456", "call me", "no_phone"],
  email: ["Own@Example.com", "own@example.com", "own.example.com", "no_email"],
  url: ["https://example.com/a", "https://example.com/a", "javascript:alert(1)", "no_url"],
  person: ["admin@a.test", "admin@a.test", "nobody@example.com", "no_such_person"],
};
const kinds = kindNames.filter((kind) => kind !== "file");

/** What tables are made of: templates, workbooks, and every kind of custom field; on the server of import.test.ts. */
export function tableTests({ open, upload, take, check, run, rowsOf, person }: ImportWorld) {
  const kindNameOf = (kind: KindName) => `Kind ${kind}`;

  test("every kind of custom field is filled by an import, and refused at its cell with the reason", async () => {
    for (const kind of kindNames) {
      const options = ["single", "multi", "tree"].includes(kind) ? ["North", "South"] : [];
      const answer = await open.admin.post("/rest/fields", aFieldBody(kind, kindNameOf(kind), { options }));
      expect(answer.statusCode, answer.body).toBe(200);
    }
    const heading = ["email", ...kinds.map(kindNameOf)].join("\t");
    const line = (email: string, filled: (kind: (typeof kinds)[number]) => string) => [email, ...kinds.map(filled)].join("\t");
    const text = [
      heading,
      line("kinds-good@example.com", (kind) => cells[kind][0]),
      ...kinds.map((bad) => line(`kinds-${bad}@example.com`, (kind) => (kind === bad ? cells[kind][2] : ""))),
    ].join("\n");
    const taken = await take(text);
    expect(taken.plan.columns.filter((meaning: string | null) => meaning?.startsWith("field:"))).toHaveLength(kinds.length);
    // Nobody brings in a file.
    expect(taken.targets.map(({ label }: { label: string | null }) => label)).not.toContain(kindNameOf("file"));
    expect((await check(taken, { dateOrder: "dmy" })).counts).toMatchObject({ create: 1, error: kinds.length });
    const [good] = await rowsOf(taken.id, "create");
    expect(good.changes.slice(1).map(({ after }: { after: string }) => after)).toEqual(kinds.map((kind) => cells[kind][1]));
    const bad = await rowsOf(taken.id, "error");
    expect(
      bad.map(({ findings }: { findings: { code: string; column: number }[] }) => findings.map(({ code, column }) => [code, column])),
    ).toEqual(kinds.map((kind, at) => [[cells[kind][3], at + 1]]));
    await run(taken.id);
    // What was written is what the table said: once more, it changes nothing.
    const again = await take([heading, line("kinds-good@example.com", (kind) => cells[kind][0])].join("\n"));
    expect((await check(again, { dateOrder: "dmy" })).counts).toMatchObject({ create: 0, update: 0, unchanged: 1, error: 0 });
  });

  test("the template as a workbook has this portal's columns, and a sheet that explains each", async () => {
    const answer = await open.admin.get("/rest/imports/template.xlsx");
    expect(answer.headers["content-type"]).toContain("spreadsheetml");
    // Nothing is in it yet.
    expect((await upload(open.admin, answer.rawPayload, "template.xlsx")).json()).toMatchObject({ code: "headings_only" });
    const [people, explained] = await workbookRows(answer.rawPayload);
    const names = people?.[0] ?? [];
    expect(names.slice(0, 4)).toEqual(["E-mail", "Given name", "Family name", "External ID"]);
    expect(names).toContain(kindNameOf("tree"));
    expect(names).not.toContain(kindNameOf("file"));
    const lines = (explained ?? []).slice(1);
    expect(lines.slice(0, names.length).map(([name]) => name)).toEqual(names);
    for (const [name, explanation] of lines.slice(0, names.length)) expect([name, (explanation ?? "").length > 5]).toEqual([name, true]);
    expect(lines.find(([name]) => name === kindNameOf("single"))?.[2]).toBe("North; South");
    const [results] = await workbookRows((await open.admin.get("/rest/imports/template.xlsx?subject=results")).rawPayload);
    expect(results?.[0]?.slice(0, 2)).toEqual(["E-mail", "External ID"]);
    expect(results?.[0]?.slice(-5)).toEqual(["Course", "Completed", "Started", "Score", "Result"]);
  });

  test("the template is understood, and its row of explanation is no person", async () => {
    const { body } = await open.admin.get("/rest/imports/template.csv");
    const answer = await upload(open.admin, `${body}ada@template.example,Ada,Lovelace\r\n`);
    expect(answer.statusCode, answer.body).toBe(200);
    const one = answer.json();
    expect(one.plan.columns.slice(0, 8)).toEqual([
      "email",
      "given_name",
      "family_name",
      "external_id",
      "language",
      "time_zone",
      "status",
      "groups",
    ]);
    expect((await check(one)).counts).toMatchObject({ create: 1, error: 0 });
  });

  test("a workbook is imported like any table, and read in another way when asked", async () => {
    const answer = await upload(
      open.admin,
      await workbookOf([
        ["E-Mail", "Vorname"],
        ["xlsx@example.com", "Excel"],
      ]),
      "people.xlsx",
    );
    const one = answer.json();
    expect(one).toMatchObject({ kind: "workbook", sheets: ["People"], sheet: "People" });
    await run((await check(one)).id as number);
    expect((await person("xlsx@example.com")).given_name).toBe("Excel");
    const two = await take("a@example.com,x\nb@example.com,y\n");
    expect(two).toMatchObject({ headerRow: null, plan: { columns: ["email", null] } });
    const other = await open.admin.post(`/rest/imports/${two.id}/read`, { encoding: null, delimiter: ";", sheet: null, hasHeadings: true });
    expect(other.json()).toMatchObject({ delimiter: ";", headerRow: 1 });
  });
}
