// F17: the process is killed during the upload of a video. The file is there whole or not at all, and its bytes belong to something or are swept.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { onDatabase, startProcess } from "#app/test/server.ts";
import { until } from "./browser.ts";
import { onDisk } from "./packages-on-disk.ts";
import type { Fault } from "./report.ts";
import { slices, streamUpload, videoOf } from "./upload-stream.ts";
import { expectJson, makeWorld } from "./world.ts";

const MB = 1024 ** 2;
const shares = [0.1, 0.5, 0.9, 0.99];
const rounds = 5;
/** Pieces of an upload. */
const pieces = 200;

/** A film of the demo with what fills it up to the size of a longer one. */
const film = () =>
  Buffer.concat([readFileSync(join(import.meta.dirname, "../db/demo/media/hand-hygiene.mp4")), Buffer.alloc(80 * MB, "long film")]);
const hash = (data: Buffer) => createHash("sha256").update(data).digest("hex");

interface Row {
  storage_key: string;
  bytes: number;
  sha256: string;
}
const filesOf = async (client: pg.Client, courseId: number) =>
  (
    await client.query<Row>(
      `select f.storage_key, f.bytes::int, f.sha256 from course_media m join files f on f.portal_id = m.portal_id and f.id = m.file_id where m.course_id = $1`,
      [courseId],
    )
  ).rows;
const keysOf = async (client: pg.Client, table: "files" | "loose_files") =>
  new Set((await client.query<{ storage_key: string }>(`select storage_key from ${table}`)).rows.map((row) => row.storage_key));

export const mediaKilled: Fault = {
  id: "F17",
  title: `SIGKILL at ${shares.map((share) => `${share * 100} %`).join(", ")} of the upload of a video, ${rounds} times each`,
  async run(port) {
    const stoa = await startProcess({ port });
    try {
      const world = await makeWorld(stoa);
      const data = film();
      const sha256 = hash(data);
      const problems: string[] = [];
      const counts = { acknowledged: 0, lost: 0, doubled: 0, absent: 0 };
      const { CourseID: courseId } = expectJson<{ CourseID: number }>(
        await world.author.post("/rest/course/createCourse", { courseTypeId: 1 }),
      );
      const send = (each?: (nth: number) => Promise<void> | void) =>
        streamUpload(world, { courseId, to: videoOf(courseId), length: data.length, pieces: slices(data, pieces, each) });
      const stored = () => onDatabase(stoa, (client) => filesOf(client, courseId));
      const bytesOf = (key: string) => readFileSync(join(stoa.dataDir, "files", key.slice(0, 2), key.slice(2, 4), key));

      for (const share of shares)
        for (let round = 1; round <= rounds; round++) {
          const name = `${share * 100} %, round ${round}`;
          const before = await stored();
          let killing: Promise<void> | undefined;
          const cut = send((nth) => void (nth >= share * pieces && (killing ??= stoa.kill())));
          const answered = await cut.answer;
          cut.request.destroy();
          if (!killing) problems.push(`${name}: the moment never came`);
          await killing;
          await stoa.start();
          const after = await stored();
          if (answered?.status === 200 && after.length === before.length) counts.lost++;
          if (after.length > before.length + 1) counts.doubled++;
          if (after.length === before.length) counts.absent++;
          // What lies on the disk is a file's, or noted as nobody's so that the sweep finds it.
          await onDatabase(stoa, async (client) => {
            const [known, loose] = [await keysOf(client, "files"), await keysOf(client, "loose_files")];
            const { archives, half } = onDisk(stoa);
            for (const key of [...archives, ...half.map((path) => path.slice("incoming/".length))])
              if (!known.has(key) && !loose.has(key)) problems.push(`${name}: the bytes ${key.slice(0, 8)} belong to nothing`);
          });

          // The author sends it again.
          const again = await send().answer;
          if (again?.status === 200) counts.acknowledged++;
          else problems.push(`${name}: sent again, it was not taken: ${again?.body ?? "no answer"}`);
          const kept = (await stored()).at(-1);
          if (kept?.sha256 !== sha256 || hash(bytesOf(kept.storage_key)) !== sha256) problems.push(`${name}: another content is kept`);
        }

      // A day later.
      const left = onDisk(stoa).half.length;
      await onDatabase(stoa, async (client) => {
        await client.query("update loose_files set noted_at = now() - interval '25 hours'");
        await client.query("select graphile_worker.add_job('sweep_media')");
      });
      const swept = await until(
        () => onDatabase(stoa, async (client) => (await keysOf(client, "loose_files")).size === 0 && onDisk(stoa).half.length === 0),
        60_000,
        200,
      );
      if (swept === null) problems.push(`after a day ${onDisk(stoa).half.length} half files are left`);
      const known = await onDatabase(stoa, (client) => keysOf(client, "files"));
      for (const key of onDisk(stoa).archives)
        if (!known.has(key)) problems.push(`after a day the bytes ${key.slice(0, 8)} belong to nothing`);
      const whole = await stored();
      for (const { storage_key } of whole)
        if (hash(bytesOf(storage_key)) !== sha256) problems.push(`${storage_key.slice(0, 8)} has another content`);
      return {
        ok: problems.length === 0 && counts.lost + counts.doubled === 0,
        acknowledged: counts.acknowledged,
        lost: counts.lost,
        doubled: counts.doubled,
        wrong: problems.length,
        faults: shares.length * rounds,
        notes: [
          `${Math.round(data.length / MB)} MB; absent after ${counts.absent} of ${shares.length * rounds} kills; ${whole.length} files kept, each with its content; ${left} half files noted, none left after the sweep of the next day`,
          ...[...new Set(problems)].slice(0, 12),
        ],
      };
    } finally {
      await stoa.close();
    }
  },
};
