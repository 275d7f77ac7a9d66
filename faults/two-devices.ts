// F16: one person has a course open on two devices, and what both report arrives in any order, some of it twice, some with its reply cut off.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { CmiFact, commit, Fact as AnyFact, launch } from "#features/progress/contract.ts";
import type { LauncherCommitReply, OpenedPackage } from "#features/scorm/contract.ts";
import type { Result } from "#platform/contract.ts";
import { onDatabase, startProcess } from "#app/test/server.ts";
import { checkLedger } from "./check.ts";
import { factMaker } from "./facts.ts";
import { newWire, seen, sendCommit } from "./learner.ts";
import { openLedger, type Ledger } from "./ledger.ts";
import { openProxy } from "./proxy.ts";
import { randomFrom, type Random } from "./random.ts";
import { clean, tally, type Fault } from "./report.ts";
import { expectJson, makeWorld, type Course, type Person, type World } from "./world.ts";

const interleavings = 100;
/** Attempts that are played side by side, and calls of one attempt that are under way together. */
const together = 4;
const atOnce = 2;
/** Study seconds that the devices report; together below the minute that is credited ahead of the server's clock, so that all of it must count. */
const secondsOf = [
  [30, 11],
  [9, 6],
] as const;

interface Device {
  readonly person: Person;
  readonly attemptId: number;
  readonly epoch: number;
  readonly token: string;
  readonly clientId: string;
}

interface Call {
  readonly device: Device;
  readonly commits: readonly { readonly seq: number; readonly fact: AnyFact }[];
}

const isOfPackage = (one: { seq: number; fact: AnyFact }): one is { seq: number; fact: CmiFact } => one.fact.kind === "cmi";

async function openOn(person: Person, { courseId }: Course): Promise<{ device: Device; openElsewhere: boolean }> {
  const { state, epoch, openElsewhere } = expectJson<Result<typeof launch>>(await person.post("/rest/progress/launch", { courseId }));
  const { attemptId } = state;
  const { token } = expectJson<OpenedPackage>(await person.post("/rest/scorm/open", { attemptId, epoch }));
  return { device: { person, attemptId, epoch, token, clientId: randomUUID() }, openElsewhere };
}

/** What a device reports, in calls of one to three facts: what its package says, with study time in between. */
function callsOf(random: Random, device: Device, { itemKeys }: Course, seconds: readonly number[]): Call[] {
  const make = factMaker(random, itemKeys);
  const times = seconds.map((some): AnyFact => ({ kind: "time", seconds: some }));
  const kinds = random.shuffle([...times, ...Array.from({ length: random.whole(4, 9) }, () => null)]);
  const facts = kinds.map((time, at) => ({ seq: at + 1, fact: time ?? make(`${device.clientId}:${at + 1}`) }));
  const calls: Call[] = [];
  while (facts.length > 0) calls.push({ device, commits: facts.splice(0, random.whole(1, 3)) });
  return calls;
}

export const twoDevices: Fault = {
  id: "F16",
  title: "two devices on one attempt, their reports in any order",
  async run(port) {
    const stoa = await startProcess({ port });
    try {
      const world = await makeWorld(stoa);
      const course = await world.aScormCourse();
      const ledger = openLedger(join(stoa.dataDir, "ledger.jsonl"));
      const wire = newWire();
      const proxy = await openProxy({ to: stoa.port, decide: () => ({ kind: "cut-reply" }) });
      const findings: string[] = [];
      const seeds = Array.from({ length: interleavings }, (_, index) => index + 1);
      await Promise.all(
        Array.from({ length: together }, async () => {
          for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
            const found = await interleave({ world, course, ledger, wire, proxyPort: proxy.port, random: randomFrom(16_000 + seed) });
            findings.push(...found.map((text) => `interleaving ${seed}: ${text}`));
          }
        }),
      );
      await proxy.close();
      ledger.close();
      const verdict = await onDatabase(stoa, (client) => checkLedger(client, world.portalId, ledger.read()));
      const sum = { ...tally(verdict), wrong: verdict.wrong + findings.length };
      return {
        ok: clean(sum) && wire.stacks === 0 && verdict.attempts === interleavings,
        ...sum,
        faults: interleavings,
        notes: [
          `${verdict.attempts} attempts; answers: ${[...wire.statuses].map(([status, count]) => `${status === 0 ? "reply cut" : status} ${count}×`).join(", ")}; every call of the overtaken device that came later was told so, all study time counted once`,
          ...findings.slice(0, 12),
          ...verdict.findings,
        ],
      };
    } finally {
      await stoa.close();
    }
  },
};

interface Interleaving {
  readonly world: World;
  readonly course: Course;
  readonly ledger: Ledger;
  readonly wire: ReturnType<typeof newWire>;
  readonly proxyPort: number;
  readonly random: Random;
}

/** Plays one course on two devices. Returns what was wrong, as sentences. */
async function interleave({ world, course, ledger, wire, proxyPort, random }: Interleaving): Promise<string[]> {
  const wrong: string[] = [];
  const person = await world.aPerson();
  await world.enrol(person.userId, course.courseId);
  const { device: first } = await openOn(person, course);
  const left = callsOf(random, first, course, secondsOf[0]);

  /** Sends a call until it is answered, a few of them once more. With facts of the package alone it may go the launcher's way. */
  async function deliver({ device, commits }: Call, newest: number) {
    const ofPackage = commits.filter(isOfPackage);
    const isOfLauncher = ofPackage.length === commits.length && random.chance(0.5);
    const isCut = isOfLauncher && random.chance(0.3);
    for (let times = random.chance(0.3) ? 2 : 1; times > 0; times--) {
      if (isCut) seen(wire, await sendCommit(world, device.token, device.clientId, ofPackage, { port: proxyPort }).catch(() => null));
      const answer = isOfLauncher
        ? await sendCommit(world, device.token, device.clientId, ofPackage)
        : await device.person.post(`/rest/progress/attempts/${device.attemptId}/commits`, {
            clientId: device.clientId,
            epoch: device.epoch,
            commits,
          });
      seen(wire, answer);
      const { stored, refused } = expectJson<LauncherCommitReply>(answer);
      if (refused.length > 0 || stored.length < commits.length) wrong.push(`${stored.length} of ${commits.length} facts were stored`);
      const told = isOfLauncher ? newest : (JSON.parse(answer.body) as Result<typeof commit>).epoch;
      if (told !== newest) wrong.push(`a device was told that opening ${told} is the newest, not ${newest}`);
    }
    const { attemptId: attempt, clientId: client, epoch } = device;
    if (ofPackage.length > 0) await ledger.record(ofPackage.map(({ seq, fact }) => ({ attempt, client, epoch, seq, fact })));
  }

  // The first device works alone for a while, in its order; then the other one opens the course, and all that is left comes as it comes.
  for (const call of left.splice(0, random.whole(0, left.length - 1))) await deliver(call, first.epoch);
  const { device: second, openElsewhere } = await openOn(await world.onAnotherDevice(person), course);
  if (second.attemptId !== first.attemptId || second.epoch !== first.epoch + 1 || !openElsewhere)
    wrong.push("the second device was not told of the first");
  const mixed = random.shuffle([...left, ...callsOf(random, second, course, secondsOf[1])]);
  while (mixed.length > 0) await Promise.all(mixed.splice(0, atOnce).map((call) => deliver(call, second.epoch)));

  const { creditedSeconds } = expectJson<{ creditedSeconds: number }>(await person.get(`/rest/progress/attempts/${first.attemptId}`));
  const all = secondsOf.flat().reduce((sum, one) => sum + one, 0);
  if (creditedSeconds !== all) wrong.push(`${creditedSeconds} seconds of study time instead of ${all}`);
  return wrong;
}
