import { buffer } from "node:stream/consumers";
import { fromBuffer, type Entry, type ZipFile } from "yauzl";
import { expect, test } from "vitest";
import type { Client } from "#app/test/app.ts";
import { ended, useRecords } from "./test/records.ts";

const { app, admin } = useRecords();

/** The files of an archive by name, as text. */
async function unzipped(bytes: Buffer): Promise<Record<string, string>> {
  const zip = await new Promise<ZipFile>((done, failed) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? failed(error) : done(opened))),
  );
  const files: Record<string, string> = {};
  await new Promise<void>((done, failed) => {
    zip.on("error", failed).on("end", done);
    zip.on("entry", (entry: Entry) =>
      zip.openReadStream(entry, (error, stream) => {
        if (error) return failed(error);
        void buffer(stream).then((data) => {
          files[entry.fileName] = data.toString();
          zip.readEntry();
        }, failed);
      }),
    );
    zip.readEntry();
  });
  return files;
}
const archive = async (client: Client, jobId: number) => unzipped((await client.get(`/rest/jobs/${jobId}/file`)).rawPayload);

test("X-5: somebody gets all that is kept of them in this portal as a ZIP, nobody else does, and it is written down", async () => {
  const person = await app.aPerson("a", { givenName: "=1+1", familyName: "<b>Bold</b>" });
  const { id: courseId, versionId } = await app.aCourse("a", { title: "Ladders" });
  const { id: enrolmentId } = await app.anEnrolment("a", { courseId, userId: person.id });
  const portalId = app.portal("a").id;
  await admin.query(
    `with a as (insert into attempts (portal_id, enrolment_id, course_id, user_id, version_id, number) values ($1, $2, $3, $4, $5, 1) returning id)
     insert into commit_log (portal_id, attempt_id, client_id, seq, epoch, kind, delta) select $1, a.id, 'device', n, 1, 'place', '{}' from a, generate_series(1, 2500) n`,
    [portalId, enrolmentId, courseId, person.id, versionId],
  );
  await admin.query(
    `with f as (insert into fields (portal_id, kind, name, position, own_access) values ($1, 'text', 'Shirt', 1, 'read'), ($1, 'text', 'Note', 2, 'hidden') returning id, name)
     insert into field_values (portal_id, field_id, user_id, words) select $1, f.id, $2, f.name || ' value' from f`,
    [portalId, person.id],
  );
  await admin.query(
    `with t as (insert into registration_terms (portal_id, version, terms) values ($1, 1, 'Be kind.'))
     insert into terms_acceptances (portal_id, user_id, version, via, ip, device) values ($1, $2, 1, 'sign_in', '203.0.113.9', 'Firefox, Linux')`,
    [portalId, person.id],
  );
  const client = await app.signInAs(person, "a");
  expect((await client.get("/rest/lifecycle/export")).json()).toEqual({ jobId: null });
  const { jobId } = (await client.post("/rest/lifecycle/export")).json() as { jobId: number };
  expect(await ended(client, jobId)).toMatchObject({ state: "done", reason: null });
  expect((await client.get("/rest/lifecycle/export")).json()).toEqual({ jobId });

  const files = await archive(client, jobId);
  const part = (name: string) => JSON.parse(files[`data/${name}.json`] ?? "null");
  expect(part("profile")).toMatchObject([{ email: person.email, given_name: "=1+1" }]);
  expect(part("enrolments")).toMatchObject([{ course: "Ladders" }]);
  expect(part("facts")).toHaveLength(2500);
  expect(part("terms")).toMatchObject([{ version: 1, terms: "Be kind.", via: "sign_in", ip: "203.0.113.9", device: "Firefox, Linux" }]);
  expect(part("custom-fields")).toMatchObject([{ field: "Shirt", value: "Shirt value" }]);
  expect(files["data/profile.csv"]).toContain("'=1+1");
  expect(files["index.html"]).toContain("&lt;b&gt;Bold&lt;/b&gt;");
  expect(files["index.html"]).not.toContain("<b>");
  expect(JSON.stringify(files)).not.toContain(app.person("manager", "a").email);

  for (const other of [await app.signIn("admin", "a"), await app.signIn("student", "b")])
    expect((await other.get(`/rest/jobs/${jobId}/file`)).statusCode).toBe(404);
  const { rows } = await admin.query("select action from audit_events where object_kind = 'user' and object_id = $1 order by id", [
    person.id,
  ]);
  expect(rows.map(({ action }) => action)).toEqual(["signed_in", "person_export_asked", "person_exported"]);
});

test("security.md 24: an admin exports a person of their portal with hidden fields, and takes it away only while they are one; nobody else does", async () => {
  const person = await app.aPerson("a");
  await admin.query(
    `insert into field_values (portal_id, field_id, user_id, words) select portal_id, id, $1, 'kept' from fields where name = 'Note' limit 1`,
    [person.id],
  );
  const path = `/rest/lifecycle/people/${person.id}/export`;
  expect((await (await app.signIn("manager", "a")).post(path)).statusCode).toBe(403);
  expect((await (await app.signIn("admin", "b")).post(path)).statusCode).toBe(404);
  const boss = await app.aPerson("a", { isAdmin: true });
  const client = await app.signInAs(boss, "a");
  const { jobId } = (await client.post(path)).json() as { jobId: number };
  expect(await ended(client, jobId)).toMatchObject({ state: "done" });
  expect(JSON.parse((await archive(client, jobId))["data/custom-fields.json"] ?? "")).toMatchObject([{ field: "Note", value: "kept" }]);
  expect((await (await app.signInAs(person, "a")).get(`/rest/jobs/${jobId}/file`)).statusCode).toBe(404);
  await admin.query("update memberships set is_admin = false where user_id = $1", [boss.id]);
  expect((await client.get(`/rest/jobs/${jobId}/file`)).statusCode).toBe(404);
});
