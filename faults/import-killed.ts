// F18: the process is killed at 20 points during an import of 5,000 files. The package is complete or absent, and nothing is left behind.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { manifest12, scoPage, zipOf } from "#features/scorm/test/sample-packages.ts";
import { filesBelow, onDisk } from "./packages-on-disk.ts";
import type { Fault } from "./report.ts";
import { onDatabase, startProcess, type ServerProcess } from "#app/test/server.ts";
import { expectJson, makeWorld, type World } from "./world.ts";

const files = 5000;
const points = 20;
/** Each folder contains a hundred texts. */
const folders = files / 100;

/** A package of 5,000 files by path: manifest, one SCO, and small texts in folders of a hundred. */
function packageFiles(): Map<string, string> {
  const sco = [{ title: "Many parts", href: "index.html" }];
  const all = new Map<string, string>([
    ["imsmanifest.xml", manifest12(sco, "Many files")],
    ["index.html", scoPage("Many files")],
  ]);
  for (let nth = 0; all.size < files; nth++) all.set(`texts/${Math.floor(nth / 100)}/${nth}.txt`, `Text ${nth}. `.repeat(1 + (nth % 40)));
  return all;
}

const hash = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");

/** Progress of imports on disk: folders of texts that the most advanced one has unpacked, and packages moved into place. */
function progress({ dataDir }: ServerProcess) {
  const packages = join(dataDir, "packages");
  const names = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
  const staged = names(join(packages, ".staging"));
  const counts = staged.map((name) => names(join(packages, ".staging", name, "files", "texts")).length);
  return { began: staged.length > 0, folders: Math.max(0, ...counts), packages: names(packages).length - 1 };
}

/**
 * Waits for the moment of kill `nth`, judged by what is on disk: 14 between the first byte and the last unpacked file, 3 while the package is checked and
 * its archive is stored, 3 just after its files were moved into place, while the database records it.
 */
async function moment(stoa: ServerProcess, nth: number, packages: number) {
  const reached = () => {
    const now = progress(stoa);
    if (nth === 0) return now.began;
    if (nth < 17) return now.packages > packages || now.folders >= Math.min(folders, Math.ceil((nth / 14) * folders));
    return now.packages > packages;
  };
  for (const limit = performance.now() + 60_000; !reached() && performance.now() < limit;) await wait(nth < 14 ? 10 : 1);
  if (nth >= 14 && nth < 17) await wait((nth - 13) * 120);
  if (nth > 17) await wait((nth - 17) * 3);
}

interface Row {
  course_id: number;
  storage_key: string;
  archive: string;
  bytes: number;
}

const packageRows = async (client: pg.Client) =>
  (
    await client.query<Row>(
      `select p.course_id, p.storage_key, f.storage_key as archive, f.bytes from scorm_packages p join files f on f.portal_id = p.portal_id and f.id = p.source_file_id`,
    )
  ).rows;

/** Whether a recorded package is complete on disk, every file with its content. */
function wholeness(
  { dataDir }: ServerProcess,
  { storage_key, archive }: Row,
  want: ReadonlyMap<string, string>,
  zipHash: string,
): string | null {
  const folder = join(dataDir, "packages", storage_key);
  const found = filesBelow(folder);
  if (found.length !== want.size) return `${found.length} files instead of ${want.size}`;
  for (const [path, content] of want) if (readFileSync(join(folder, path), "utf8") !== content) return `${path} has another content`;
  if (hash(readFileSync(join(dataDir, "files", archive.slice(0, 2), archive.slice(2, 4), archive))) !== zipHash)
    return "the archive has another content";
  return null;
}

const createCourse = async ({ author }: World) =>
  expectJson<{ CourseID: number }>(await author.post("/rest/course/createCourse", { courseTypeId: 3 })).CourseID;

export const importKilled: Fault = {
  id: "F18",
  title: `SIGKILL at ${points} points of an import of ${files.toLocaleString("en")} files`,
  async run(port) {
    const stoa = await startProcess({ port });
    try {
      const world = await makeWorld(stoa);
      const want = packageFiles();
      const zip = await zipOf(want, { compress: false });
      const zipHash = hash(zip);
      const began = performance.now();
      const undisturbed = await world.author.upload(await createCourse(world), zip);
      const takes = performance.now() - began;
      if (!expectJson<{ isSuccessful: boolean }>(undisturbed).isSuccessful) throw new Error(`The package was refused: ${undisturbed.body}`);

      const problems: string[] = [];
      const counts = { whole: 0, absent: 0, courseGone: 0, acknowledged: 1, lost: 0, doubled: 0 };
      let slowest = 0;
      for (let nth = 0; nth < points; nth++) {
        const courseId = await createCourse(world);
        const answer = world.author.upload(courseId, zip).catch(() => null);
        await moment(stoa, nth, onDisk(stoa).keys.length);
        await stoa.kill();
        const answered = await answer;
        await stoa.start();
        const clean = await within(10_000, () => onDisk(stoa).staged.length === 0);
        slowest = Math.max(slowest, clean ?? Infinity);
        if (clean === null) problems.push(`point ${nth + 1}: ${onDisk(stoa).staged.length} staging folders are left`);
        await onDatabase(stoa, async (client) => {
          const rows = await packageRows(client);
          const own = rows.filter((row) => Number(row.course_id) === courseId);
          const ok = answered?.status === 200 && expectJson<{ isSuccessful: boolean }>(answered).isSuccessful;
          if (ok) counts.acknowledged++;
          if (ok && own.length === 0) counts.lost++;
          if (own.length > 1) counts.doubled++;
          for (const row of own) {
            const problem = wholeness(stoa, row, want, zipHash);
            if (problem) problems.push(`point ${nth + 1}: ${problem}`);
          }
          if (own.length > 0) counts.whole++;
          else {
            counts.absent++;
            const course = await client.query<{ status: string }>("select status from courses where id = $1", [courseId]);
            if (course.rowCount === 0) counts.courseGone++;
          }
          const { keys, archives, half } = onDisk(stoa);
          if (half.length > 0) problems.push(`point ${nth + 1}: ${half.length} half archives are left`);
          const known = { keys: new Set(rows.map((row) => row.storage_key)), archives: new Set(rows.map((row) => row.archive)) };
          for (const key of keys)
            if (!known.keys.has(key)) problems.push(`point ${nth + 1}: package folder ${key.slice(0, 8)} belongs to nothing`);
          for (const key of archives)
            if (!known.archives.has(key)) problems.push(`point ${nth + 1}: archive ${key.slice(0, 8)} belongs to nothing`);
          for (const { storage_key } of rows)
            if (!keys.includes(storage_key)) problems.push(`point ${nth + 1}: package ${storage_key.slice(0, 8)} has no folder`);
        });
      }
      return {
        ok: problems.length === 0 && counts.lost + counts.doubled === 0,
        acknowledged: counts.acknowledged,
        lost: counts.lost,
        doubled: counts.doubled,
        wrong: problems.length,
        faults: points,
        notes: [
          `an import takes ${(takes / 1000).toFixed(1)} s; after ${points} kills: whole ${counts.whole}, absent ${counts.absent} (its new course gone too: ${counts.courseGone}); staging clean at most ${Math.round(slowest)} ms after the start`,
          ...[...new Set(problems)].slice(0, 12),
        ],
      };
    } finally {
      await stoa.close();
    }
  },
};

/** Milliseconds until the condition holds; null when the limit ran out. */
async function within(limitMs: number, holds: () => boolean): Promise<number | null> {
  const began = performance.now();
  while (performance.now() - began < limitMs) {
    if (holds()) return performance.now() - began;
    await wait(50);
  }
  return null;
}
