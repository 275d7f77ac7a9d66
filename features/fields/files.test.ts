import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { openFileStore } from "#platform/files/store.ts";
import { sweepFieldFiles } from "./server/files.ts";
import type { FieldSheet } from "./sheet-contract.ts";
import { aFieldBody } from "./test/field-body.ts";

// Files in custom fields (FLD-1): who may send one, what is taken, who gets it, and when its bytes go.

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startTestApp();
  admin = await app.signIn("admin", "a");
});
afterAll(() => app.close());

let count = 0;
/** A field of files, as its definition says who may do what. */
async function aField(more: object = {}): Promise<number> {
  const reply = await admin.post("/rest/fields", aFieldBody("file", `Papers ${++count}`, { ownAccess: "edit", ...more }));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json().id;
}
const pdf = Buffer.from("%PDF-1.7\n...");
const own = (fieldId: number) => `/rest/fields/mine/${fieldId}/file`;
const of = (userId: number, fieldId: number) => `/rest/people/${userId}/fields/${fieldId}/file`;
const valueIn = (sheet: FieldSheet, fieldId: number) => sheet.values[fieldId] ?? null;
/** How many files lie in the store. */
const stored = () =>
  (readdirSync(join(app.config.dataDir, "files"), { recursive: true }) as string[]).filter(
    (path) => /[0-9a-f]{64}$/.test(path) && statSync(join(app.config.dataDir, "files", path)).isFile(),
  ).length;

test("a person uploads a file of their own, and they and those who see the field get it (security.md row 10)", async () => {
  const fieldId = await aField({ managerAccess: "read" });
  const person = await app.aPerson("a");
  const client = await app.signInAs(person, "a");
  const reply = await client.upload(`${own(fieldId)}?name=${encodeURIComponent("C:\\docs\\Zeugnis für Ana.pdf")}`, pdf);
  expect(reply.statusCode, reply.body).toBe(200);
  expect(valueIn(reply.json(), fieldId)).toMatchObject({ name: "Zeugnis für Ana.pdf", bytes: pdf.length });
  expect(valueIn((await client.get("/rest/fields/mine")).json(), fieldId)).toEqual(valueIn(reply.json(), fieldId));

  const file = await client.get(own(fieldId));
  expect(file.rawPayload.equals(pdf)).toBe(true);
  expect(file.headers).toMatchObject({
    "content-type": "application/pdf",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  });
  expect(file.headers["content-disposition"]).toMatch(/^attachment; /);

  const manager = await app.signIn("manager", "a");
  expect((await manager.get(of(person.id, fieldId))).rawPayload.equals(pdf)).toBe(true);
  const refused = await manager.upload(`${of(person.id, fieldId)}?name=b.pdf`, pdf);
  expect([refused.statusCode, refused.json().errors[0].code]).toEqual([400, "locked"]);
  // Another student has no file there, and reaches nobody's.
  const other = await app.signIn("student", "a");
  expect((await other.get(own(fieldId))).statusCode).toBe(404);
  expect((await other.get(of(person.id, fieldId))).statusCode).toBe(403);
  const foreign = await app.signIn("admin", "b");
  expect((await foreign.get(of(person.id, fieldId))).statusCode).toBe(404);
});

test("a hidden field is not there: neither to be read nor to be filled", async () => {
  const fieldId = await aField({ ownAccess: "hidden", managerAccess: "hidden" });
  const person = await app.aPerson("a");
  expect((await admin.upload(`${of(person.id, fieldId)}?name=a.pdf`, pdf)).statusCode).toBe(200);
  const client = await app.signInAs(person, "a");
  const manager = await app.signIn("manager", "a");
  for (const reply of [
    await client.get(own(fieldId)),
    await client.upload(`${own(fieldId)}?name=a.pdf`, pdf),
    await manager.get(of(person.id, fieldId)),
    await manager.upload(`${of(person.id, fieldId)}?name=a.pdf`, pdf),
  ])
    expect(reply.statusCode).toBe(404);
  expect((await admin.get(of(person.id, fieldId))).statusCode).toBe(200);
  // A field of another kind takes no file.
  const text = (await admin.post("/rest/fields", aFieldBody("text", "No file", { ownAccess: "edit" }))).json().id as number;
  expect((await client.upload(`${own(text)}?name=a.pdf`, pdf)).statusCode).toBe(404);
});

test.each([
  ["a program", "a.exe", "MZ", 400, "file_type"],
  ["a page", "a.html", "<script>", 400, "file_type"],
  ["a picture that can carry scripts", "a.svg", "<svg/>", 400, "file_type"],
  ["a name of something else", "a.pdf", "<script>alert(1)</script>", 400, "file_type"],
  ["a name without an ending", "constructor", "x", 400, "file_type"],
  ["binary bytes as a text", "a.txt", "a\u0000b", 400, "file_type"],
  ["an empty file", "a.txt", "", 400, "empty"],
])("%s is not taken, and nothing of it stays", async (_, name, data, status, code) => {
  const fieldId = await aField();
  const client = await app.signInAs(await app.aPerson("a"), "a");
  const before = stored();
  const reply = await client.upload(`${own(fieldId)}?name=${encodeURIComponent(name)}`, data);
  expect([reply.statusCode, reply.json().errors?.[0]?.code]).toEqual([status, code]);
  expect(stored()).toBe(before);
  expect(valueIn((await client.get("/rest/fields/mine")).json(), fieldId)).toBeNull();
});

test("a file over the limit is refused, and so is a request without bytes", async () => {
  const fieldId = await aField();
  const client = await app.signInAs(await app.aPerson("a"), "a");
  const before = stored();
  expect((await client.upload(`${own(fieldId)}?name=a.txt`, Buffer.alloc(20 * 1024 ** 2 + 1, "a"))).statusCode).toBe(413);
  expect((await client.post(`${own(fieldId)}?name=a.txt`, {})).statusCode).toBeGreaterThanOrEqual(400);
  expect(stored()).toBe(before);
});

test("what was replaced or taken away is kept while an undo may need it, then its bytes go", async () => {
  const fieldId = await aField();
  const person = await app.aPerson("a");
  const client = await app.signInAs(person, "a");
  await client.upload(`${own(fieldId)}?name=one.txt`, "one");
  const two = (await client.upload(`${own(fieldId)}?name=two.txt`, "two")).json() as FieldSheet;
  const files = openFileStore(join(app.config.dataDir, "files"));
  const sweep = () => sweepFieldFiles({ databases: app.databases, files });
  const inTime = (days: number) =>
    app.databases.inSystem("a test", (db) =>
      db
        .updateTable("field_files")
        .set({ left_at: new Date(Date.now() - days * 86_400_000) })
        .where("user_id", "=", person.id)
        .where("left_at", "is not", null)
        .execute(),
    );
  await sweep();
  await inTime(7);
  expect(await sweep()).toBe(0);
  const before = stored();
  await inTime(9);
  expect(await sweep()).toBe(1);
  expect(stored()).toBe(before - 1);
  expect((await client.get(own(fieldId))).body).toBe("two");

  // Taken away: it is no value any more, and its bytes are there for a while. A file sent back as it was changes nothing.
  expect((await client.put("/rest/fields/mine", { values: two.values })).statusCode).toBe(200);
  expect((await client.get(own(fieldId))).statusCode).toBe(200);
  expect((await client.put("/rest/fields/mine", { values: { [fieldId]: null } })).statusCode).toBe(200);
  expect((await client.get(own(fieldId))).statusCode).toBe(404);
  expect(stored()).toBe(before - 1);
  // Nobody gives themselves a file by its number.
  const given = await client.put("/rest/fields/mine", { values: { [fieldId]: two.values[fieldId] } });
  expect([given.statusCode, given.json().errors[0].code]).toEqual([400, "upload_only"]);
  await sweep();
  await inTime(9);
  expect(await sweep()).toBe(1);
});

test("an upload is noted without the value of a sensitive field", async () => {
  const fieldId = await aField({ isSensitive: true });
  const person = await app.aPerson("a");
  await (await app.signInAs(person, "a")).upload(`${own(fieldId)}?name=secret-illness.pdf`, pdf);
  const entries = await app.databases.inPortal(app.portal("a").id, (db) =>
    db
      .selectFrom("audit_events")
      .select(["actor_id", "after"])
      .where("action", "=", "field_values_changed")
      .where("object_id", "=", person.id)
      .execute(),
  );
  expect(entries).toHaveLength(1);
  expect(entries[0]?.actor_id).toBe(person.id);
  expect(JSON.stringify(entries)).not.toContain("secret-illness");
});
