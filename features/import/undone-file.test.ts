import { join } from "node:path";
import { expect, test } from "vitest";
import { aFieldBody } from "#features/fields/test/field-body.ts";
import { sweepFieldFiles } from "#features/fields/server/files.ts";
import { openFileStore } from "#platform/files/store.ts";
import { importWorld } from "./test/import-world.ts";

const { open, take, check, run, settled, person } = importWorld();

test("a file of somebody whom an undone import had made goes with its bytes, like every file that no value names", async () => {
  const { admin, app, db } = open;
  const { id: fieldId } = (await admin.post("/rest/fields", aFieldBody("file", "Papers", {}))).json();
  const one = await take("email\nbrief@undone.example\n");
  await check(one);
  const done = await run(one.id);
  const { id } = await person("brief@undone.example");
  const file = `/rest/people/${id}/fields/${fieldId}/file`;
  expect((await admin.upload(`${file}?name=papers.pdf`, Buffer.from("%PDF-1.7\n..."))).statusCode).toBe(200);
  const stored = async () =>
    (await db.query("select storage_key, left_at from field_files where portal_id = $1", [app.portal("a").id])).rows as {
      storage_key: string;
      left_at: Date | null;
    }[];
  const [kept] = await stored();
  if (!kept) throw new Error("The file is missing.");
  const files = openFileStore(join(app.config.dataDir, "files"));
  const sweep = () => sweepFieldFiles({ databases: app.databases, files });

  await admin.post(`/rest/jobs/${done.runJobId}/undo`);
  expect(await settled(one.id)).toMatchObject({ state: "undone", counts: { undone: 1, kept: 0 } });
  expect((await admin.get(file)).statusCode).toBe(404);
  expect((await person("brief@undone.example")).status).toBeNull();

  // It rests for some days first, because an undo brings values back.
  expect(await sweep()).toBe(0);
  expect((await stored())[0]?.left_at).not.toBeNull();
  expect(await files.stat(kept.storage_key)).not.toBeNull();
  await db.query("update field_files set left_at = now() - interval '9 days'");
  expect(await sweep()).toBe(1);
  expect([await stored(), await files.stat(kept.storage_key)]).toEqual([[], null]);
});
