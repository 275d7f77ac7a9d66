// UP: uploads that are too large, break off or are slow, against a real server process: a clear sentence, nothing left behind, constant memory.
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { scorm12Package } from "#features/scorm/test/sample-packages.ts";
import { until } from "./browser.ts";
import { courseExists, onDisk } from "./packages-on-disk.ts";
import type { Fault } from "./report.ts";
import { isReady, startProcess } from "#app/test/server.ts";
import { sentenceOf, slices, streamUpload, zeros } from "./upload-stream.ts";
import { expectJson, makeWorld } from "./world.ts";

const GB = 1024 ** 3;
const MB = 1024 ** 2;
const tooLarge = "413 The file is larger than 2 GB. Make videos and images smaller, or split the course into several packages.";
/** Longer than the server waits for a body that has stopped arriving. */
const slowSeconds = 75;
const dropsAt = [0.1, 0.5, 0.9, 0.99];

/** Resident memory of a process in megabytes. */
const memoryOf = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

export const uploads: Fault = {
  id: "UP",
  title: `uploads over 2 GB, declared and not, broken off ${dropsAt.length} times, and one of ${slowSeconds} s`,
  async run(port) {
    const stoa = await startProcess({ port });
    try {
      const world = await makeWorld(stoa);
      const good = await scorm12Package();
      const newCourse = async () =>
        expectJson<{ CourseID: number }>(await world.author.post("/rest/course/createCourse", { courseTypeId: 3 })).CourseID;
      const problems: string[] = [];
      const notes: string[] = [];
      const wrongUnless = (holds: boolean, text: string) => void (holds || problems.push(text));
      const before = onDisk(stoa);

      // An upload that is slow but never stops, beside all others.
      const slowCourse = await newCourse();
      const slowBegan = performance.now();
      const slow = streamUpload(world, {
        courseId: slowCourse,
        length: good.length,
        pieces: slices(good, slowSeconds, async () => void (await wait(1000))),
      });
      const slowIsThere = await until(() => onDisk(stoa).staged.length === 1, 20_000);
      wrongUnless(slowIsThere !== null, "the slow upload did not begin");
      /** Whether no other upload than the slow one has left anything, and the new course is gone. */
      const isClean = async (courseId: number, name: string) => {
        const took = await until(async () => onDisk(stoa).staged.length <= 1 && !(await courseExists(stoa, courseId)), 5000, 50);
        wrongUnless(took !== null, `${name}: something is left after 5 s`);
      };

      const declaredBegan = performance.now();
      const declared = streamUpload(world, { courseId: await newCourse(), length: 3 * GB, pieces: [] });
      const declaredSays = sentenceOf(await declared.answer);
      const declaredMs = performance.now() - declaredBegan;
      declared.request.destroy();
      wrongUnless(declaredSays === tooLarge && declaredMs < 2000, `3 GB declared: ${declaredSays} after ${Math.round(declaredMs)} ms`);
      notes.push(`3 GB declared: refused after ${Math.round(declaredMs)} ms, before any of the file was sent`);

      const endlessCourse = await newCourse();
      const memoryBefore = memoryOf(stoa.pid());
      let memoryPeak = memoryBefore;
      const looking = setInterval(() => (memoryPeak = Math.max(memoryPeak, memoryOf(stoa.pid()))), 100);
      const endlessBegan = performance.now();
      const endless = streamUpload(world, { courseId: endlessCourse, pieces: zeros(6 * GB) });
      const endlessSays = sentenceOf(await endless.answer);
      const [endlessMs, sentMb] = [performance.now() - endlessBegan, Math.round(endless.bytes() / MB)];
      clearInterval(looking);
      endless.request.destroy();
      wrongUnless(endlessSays === tooLarge, `a body without a length: ${endlessSays}`);
      wrongUnless(sentMb >= 2048 && sentMb < 2048 + 256, `a body without a length: refused after ${sentMb} MB`);
      wrongUnless(memoryPeak - memoryBefore <= 100, `memory grew by ${Math.round(memoryPeak - memoryBefore)} MB`);
      await isClean(endlessCourse, "a body without a length");
      notes.push(
        `a body without a length: refused after ${sentMb} MB in ${(endlessMs / 1000).toFixed(1)} s, memory +${Math.round(memoryPeak - memoryBefore)} MB at its peak, from ${Math.round(memoryBefore)} MB`,
      );

      for (const part of dropsAt) {
        const courseId = await newCourse();
        const size = 50 * MB;
        const dropped = streamUpload(world, {
          courseId,
          length: size,
          pieces: zeros(size, MB / 4, (sent) => void (sent >= size * part && dropped.request.destroy())),
        });
        await dropped.answer;
        await isClean(courseId, `broken off at ${part * 100} %`);
      }
      notes.push(`broken off at ${dropsAt.map((part) => `${part * 100} %`).join(", ")}: nothing left`);

      const slowSays = sentenceOf(await slow.answer);
      const slowTook = (performance.now() - slowBegan) / 1000;
      wrongUnless(
        slowSays === "200 The package was imported." && slowTook > slowSeconds - 2,
        `the slow upload: ${slowSays} after ${slowTook.toFixed(0)} s`,
      );
      notes.push(`a steady trickle of ${slowTook.toFixed(0)} s: ${slowSays}`);

      const next = expectJson<{ isSuccessful: boolean }>(await world.author.upload(await newCourse(), good));
      wrongUnless(next.isSuccessful, "the next upload was not taken");
      wrongUnless(await isReady(port), "the server is not ready");
      const after = onDisk(stoa);
      wrongUnless(
        after.staged.length === 0 &&
          after.half.length === 0 &&
          after.keys.length === before.keys.length + 2 &&
          after.archives.length === before.archives.length + 2,
        `on the disk: ${after.staged.length} staging folders, ${after.half.length} half files, ${after.keys.length - before.keys.length} packages and ${after.archives.length - before.archives.length} archives more (2 and 2 expected)`,
      );
      return {
        ok: problems.length === 0,
        acknowledged: 2,
        lost: 0,
        doubled: 0,
        wrong: problems.length,
        faults: 2 + dropsAt.length,
        notes: [...notes, ...problems],
      };
    } finally {
      await stoa.close();
    }
  },
};
