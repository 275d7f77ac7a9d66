// F6: the volume with packages and archives is filled to its last byte while a package is sent, unpacked and stored. Commits continue.
import { Agent } from "node:http";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { manifest12, scoPage, scorm12Package, zipOf } from "#features/scorm/test/sample-packages.ts";
import { until } from "./browser.ts";
import { checkLedger } from "./check.ts";
import { learn, newWire } from "./learner.ts";
import { openLedger } from "./ledger.ts";
import { courseExists, onDisk } from "./packages-on-disk.ts";
import { randomFrom } from "./random.ts";
import { clean, tally, type Fault } from "./report.ts";
import { isReady, onDatabase, startProcess } from "#app/test/server.ts";
import { sentenceOf, slices, streamUpload, videoOf } from "./upload-stream.ts";
import { mountVolume, type Volume } from "./volume.ts";
import { expectJson, makeWorld } from "./world.ts";

const MB = 1024 ** 2;
const GB = 1024 ** 3;
/** Stoa keeps 2 GB of a volume free; besides that, the package has to fit three times. */
const volumeBytes = 3500 * MB;
const parts = 60;
const partBytes = 5 * MB;
const learners = 20;
const noRoom = /There is (?:no|not enough) room left on the server for this (?:file|package).* Tell whoever runs this server\./s;

/** A package of 300 MB in 60 parts that do not compress. */
const largePackage = () =>
  zipOf(
    {
      "imsmanifest.xml": manifest12([{ title: "Large", href: "index.html" }], "Large"),
      "index.html": scoPage("Large"),
      ...Object.fromEntries(Array.from({ length: parts }, (_, nth) => [`media/${nth}.bin`, Buffer.alloc(partBytes, nth)])),
    },
    { compress: false },
  );

const names = (folder: string) => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

export const volumeFull: Fault = {
  id: "F6",
  title:
    "the volume of files is full: at 60 % of an upload, while unpacking, while the archive is stored, before the upload, and during a video",
  async run(port) {
    let volume: Volume | undefined;
    const stoa = await startProcess({
      port,
      prepare(dataDir) {
        const mounted = mountVolume(dataDir, volumeBytes, ["packages", "files"]);
        volume = mounted;
        return mounted.unmount;
      },
    });
    try {
      if (!volume) throw new Error("There is no volume.");
      const disk = volume;
      const world = await makeWorld(stoa);
      const course = await world.aScormCourse();
      const zip = await largePackage();
      const small = await scorm12Package();
      const problems: string[] = [];
      const notes: string[] = [];
      const newCourse = async () =>
        expectJson<{ CourseID: number }>(await world.author.post("/rest/course/createCourse", { courseTypeId: 3 })).CourseID;

      const ledger = openLedger(join(stoa.dataDir, "ledger.jsonl"));
      const wire = newWire();
      const agent = new Agent({ keepAlive: true, maxSockets: learners });
      const people = await world.learners(course, learners);
      const stopping = { at: Infinity };
      const work = people.map((learner, nth) =>
        learn({
          world,
          learner,
          scoKeys: course.itemKeys,
          ledger,
          wire,
          random: randomFrom(600 + nth),
          agent,
          pace: [500, 1500],
          get until() {
            return stopping.at;
          },
          get giveUpAt() {
            return stopping.at + 30_000;
          },
        }),
      );

      const unpacked = () =>
        Math.max(
          0,
          ...names(join(stoa.dataDir, "packages/.staging")).map(
            (name) => names(join(stoa.dataDir, "packages/.staging", name, "files/media")).length,
          ),
        );
      const moments: readonly { name: string; leave?: number; reached: (sentShare: number) => boolean }[] = [
        { name: "at 60 % of the upload", reached: (share) => share >= 0.6 },
        { name: "while unpacking", reached: () => unpacked() >= parts / 4 },
        { name: "while the archive is stored", reached: () => onDisk(stoa).half.length > 0 },
        { name: "before the upload, 1 GB left", leave: GB, reached: () => true },
        { name: "before the upload, nothing left", reached: () => true },
      ];
      for (const { name, leave = 0, reached } of moments) {
        const before = onDisk(stoa);
        const courseId = await newCourse();
        let filled = false;
        const look = (share: number) => {
          if (filled || !reached(share)) return;
          disk.fill(leave);
          filled = true;
        };
        look(0);
        const sent = streamUpload(world, { courseId, length: zip.length, pieces: slices(zip, 300, (nth) => look(nth / 300)) });
        let answered = false;
        void sent.answer.then(() => (answered = true));
        // Unpacking and storing continue after the last byte was sent.
        await until(() => answered || (sent.bytes() === zip.length && look(1), false), 120_000, 2);
        const says = sentenceOf(await sent.answer);
        sent.request.destroy();
        const left = disk.free();
        if (!filled) problems.push(`${name}: the moment never came`);
        if (!noRoom.test(says)) problems.push(`${name}: ${says}`);
        const cleanAfter = await until(async () => {
          const now = onDisk(stoa);
          const same = now.keys.length === before.keys.length && now.archives.length === before.archives.length;
          return same && now.staged.length + now.half.length === 0 && !(await courseExists(stoa, courseId));
        }, 10_000);
        if (cleanAfter === null) problems.push(`${name}: something is left: ${JSON.stringify(onDisk(stoa))}`);
        if (!(await isReady(port))) problems.push(`${name}: the server is not ready`);
        if (says.startsWith("500")) problems.push(stoa.said().slice(-1500));
        disk.empty();
        const next = await world.author.upload(await newCourse(), small);
        if (!expectJson<{ isSuccessful: boolean }>(next).isSuccessful)
          problems.push(`${name}: with room again the next upload was not taken: ${next.body}`);
        notes.push(`${name} (${Math.round(left / MB)} MB left after the answer): ${says.split("\n")[0]}`);
      }

      // A video, which is not unpacked: it needs no more than its own bytes.
      {
        const name = "at 60 % of a video";
        const before = onDisk(stoa);
        const made = await world.author.post("/rest/course/createCourse", { courseTypeId: 1 });
        const { CourseID: courseId } = expectJson<{ CourseID: number }>(made);
        let filled = false;
        const fill = (nth: number) => {
          if (filled || nth < 120) return;
          disk.fill(0);
          filled = true;
        };
        const cut = streamUpload(world, { courseId, to: videoOf(courseId), length: zip.length, pieces: slices(zip, 200, fill) });
        const says = sentenceOf(await cut.answer);
        cut.request.destroy();
        if (!filled || says !== "507 There is no room left for this file. Tell whoever runs this server.")
          problems.push(`${name}: ${says}`);
        const now = onDisk(stoa);
        if (now.half.length > 0 || now.archives.length !== before.archives.length)
          problems.push(`${name}: something is left: ${JSON.stringify(now)}`);
        disk.empty();
        const film = readFileSync(join(import.meta.dirname, "../db/demo/media/hand-hygiene.mp4"));
        const next = await streamUpload(world, { courseId, to: videoOf(courseId), length: film.length, pieces: [film] }).answer;
        if (next?.status !== 200) problems.push(`${name}: with room again the next video was not taken: ${next?.body}`);
        notes.push(`${name}: ${says}`);
      }

      // Commits during the whole test; they are stored on another volume.
      stopping.at = performance.now();
      const never = (await Promise.all(work)).reduce((sum, one) => sum + one, 0);
      agent.destroy();
      ledger.close();
      const bad = wire.bad.length;
      const verdict = await onDatabase(stoa, (client) => checkLedger(client, world.portalId, ledger.read()));
      notes.push(`${learners} learners meanwhile: ${wire.good.length} commits answered well, ${bad} not`);
      return {
        ok: problems.length === 0 && clean(verdict) && never === 0 && bad === 0 && wire.stacks === 0,
        ...tally(verdict),
        wrong: verdict.wrong + problems.length,
        faults: moments.length + 1,
        notes: [...notes, ...problems, ...verdict.findings],
      };
    } finally {
      await stoa.close();
    }
  },
};
