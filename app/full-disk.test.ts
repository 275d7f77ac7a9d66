import { execFileSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { zipOf, files12 } from "#features/scorm/test/sample-packages.ts";
import { formOf, headersOf, onDisk } from "#features/media/test/send-media.ts";
import { importLimits } from "#features/scorm/server/import/limits.ts";
import { startTestApp, type TestApp } from "./test/app.ts";

// A full disk is called that (security.md §5.4, F5 and F6 in small). As root in a small file system of its own that is really full; elsewhere
// PostgreSQL's own word for it is raised by a trigger, and the part about files is left to the fault tests (faults/volume-full.ts).

let app: TestApp;
let superuser: pg.Client;
let volume: string | undefined;
const noSpace = "The server's disk is full, so nothing could be saved. Tell whoever runs this server.";
const limits = { ...importLimits, freeBytes: 0, freeShare: 0 };

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: "ignore" });

/** Mounts a file system of 1 MB that belongs to the owner of a process; undefined where that is not allowed, or the process not on this machine. */
function mountedFor(processId: number): string | undefined {
  const folder = join(tmpdir(), `stoa-full-${process.pid}`);
  mkdirSync(folder);
  try {
    const { uid: owner } = statSync(`/proc/${processId}`);
    run("mount", "-t", "tmpfs", "-o", `size=1m,mode=0700,uid=${owner}`, "tmpfs", folder);
    return folder;
  } catch {
    rmSync(folder, { recursive: true });
    return undefined;
  }
}

const ballast = () => join(volume ?? "", "ballast");
/** Fills the file system to its last byte. */
function fill() {
  const file = openSync(ballast(), "w");
  const piece = Buffer.alloc(4096);
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
  } finally {
    closeSync(file);
  }
}

beforeAll(async () => {
  app = await startTestApp({}, { importLimits: limits });
  superuser = new pg.Client({ connectionString: app.databaseUrl });
  await superuser.connect();
  const { rows } = await superuser.query<{ pid: number }>("select pg_backend_pid() as pid");
  volume = mountedFor(rows[0]?.pid ?? 0);
});
afterAll(async () => {
  await superuser.end();
  await app.close();
  if (volume === undefined) return;
  run("umount", "-l", volume);
  rmSync(volume, { recursive: true });
});

test("a database without room says so with 503 and a time to try again; reading works, and writing when there is room", async () => {
  const student = await app.signIn("student", "a");
  const course = await app.aCourse("a");
  const enrol = () => student.post("/rest/enrolment/enrol", { courseId: course.id });
  let again: () => unknown;
  if (volume !== undefined) {
    await superuser.query(`create tablespace full_${process.pid} location '${volume}'`);
    await superuser.query(`alter table enrolments set tablespace full_${process.pid}`);
    fill();
    again = () => rmSync(ballast());
  } else {
    await superuser.query(
      `create function full_disk() returns trigger language plpgsql as $$ begin raise 'could not extend file' using errcode = 'disk_full'; end $$;
       create trigger full_disk before insert on enrolments for each row execute function full_disk()`,
    );
    again = () => superuser.query("drop trigger full_disk on enrolments");
  }
  const refused = await enrol();
  expect([refused.statusCode, refused.json().code, refused.json().message]).toEqual([503, "no_space", noSpace]);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await student.get(`/rest/course/details/${course.id}`)).statusCode).toBe(200);
  await again();
  expect((await enrol()).statusCode).toBe(200);
  if (volume !== undefined) {
    await superuser.query("alter table enrolments set tablespace pg_default");
    await superuser.query(`drop tablespace full_${process.pid}`);
  }
});

test("a file without room is 507 with a sentence, in the middle of it too", async ({ skip }) => {
  if (volume === undefined) return skip("no file system of its own");
  const author = await app.signIn("author", "a");
  const packages = join(app.config.dataDir, "packages");
  run("mount", "--bind", volume, packages);
  mkdirSync(join(packages, ".staging"));
  try {
    const { CourseID } = (await author.post("/rest/course/createCourse", { courseTypeId: 3 })).json() as { CourseID: number };
    const zip = await zipOf({ ...files12(), "big.bin": Buffer.alloc(3_000_000, 7) }, { compress: false });
    const line = "line";
    const part = (name: string, more = "") => `--${line}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
    const payload = Buffer.concat([
      Buffer.from(`${part("courseID")}${CourseID}\r\n${part("file", '; filename="a.zip"')}`),
      zip,
      Buffer.from(`\r\n--${line}--\r\n`),
    ]);
    const reply = await author.request({
      method: "POST",
      url: "/educate/scorm/upload",
      headers: {
        host: "a.test",
        origin: "http://a.test",
        cookie: author.cookie,
        "x-csrf-token": author.csrf,
        "content-type": `multipart/form-data; boundary=${line}`,
      },
      payload,
    });
    expect([reply.statusCode, reply.json().code]).toEqual([507, "disk_full"]);
    expect(reply.json().message).toMatch(
      /^There is (?:no|not enough) room left on the server for this \w+.* Tell whoever runs this server\.$/,
    );
  } finally {
    run("umount", packages);
  }
});

test("a file for a course without room is 507 with a sentence, and leaves nothing behind", async ({ skip }) => {
  if (volume === undefined) return skip("no file system of its own");
  const admin = await app.signIn("admin", "a");
  const course = await app.aCourse("a");
  const folder = join(app.config.dataDir, "files");
  run("mount", "--bind", volume, folder);
  mkdirSync(join(folder, "incoming"));
  try {
    const reply = await admin.request({
      method: "POST",
      url: `/rest/editor/online/${course.id}/media?use=document`,
      headers: headersOf(app, admin),
      payload: formOf({ name: "plan.txt", data: Buffer.alloc(3_000_000, 65) }),
    });
    expect([reply.statusCode, reply.json().code, reply.json().message]).toEqual([
      507,
      "disk_full",
      "There is no room left for this file. Tell whoever runs this server.",
    ]);
    expect(onDisk(app).half).toBe(0);
  } finally {
    run("umount", folder);
  }
});
