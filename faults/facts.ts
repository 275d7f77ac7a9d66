import { randomUUID } from "node:crypto";
import type { CmiFact } from "#features/progress/contract.ts";
import type { Random } from "./random.ts";

const two = (value: number) => String(value).padStart(2, "0");
const clock = (seconds: number) => `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

/**
 * Makes facts as a SCORM 1.2 package would, one after another: locations, suspend data, session times that grow, scores, statuses that also go back,
 * ends of sessions, new sessions, fresh starts. `mark` goes into the call log, so that a second application shows.
 */
export function factMaker(random: Random, scoKeys: readonly string[]) {
  let scoKey = random.pick(scoKeys);
  let session = randomUUID();
  let seconds = 0;
  let begins = true;
  let count = 0;

  return function next(mark: string): CmiFact {
    count++;
    const values: Record<string, string> = {};
    if (begins) values["cmi.core.lesson_status"] = "incomplete";
    const fresh = begins && random.chance(0.1);
    begins = false;
    values["cmi.core.lesson_location"] = `page-${count}`;
    if (random.chance(0.5)) values["cmi.suspend_data"] = `${count}:`.padEnd(random.whole(10, 1500), "0123456789");
    if (random.chance(0.7)) values["cmi.core.session_time"] = clock((seconds += random.whole(1, 120)));
    if (random.chance(0.2)) {
      values["cmi.core.score.raw"] = String(random.whole(0, 80));
      values["cmi.core.score.min"] = "0";
      values["cmi.core.score.max"] = random.pick(["80", "100"]);
    }
    if (random.chance(0.08)) values["cmi.core.lesson_status"] = random.pick(["completed", "passed", "failed", "incomplete"]);
    const ends = random.chance(0.1);
    const fact: CmiFact = {
      kind: "cmi",
      scoKey,
      session,
      values,
      calls: [{ at: count * 10, call: "LMSCommit", value: mark, result: "true", error: "0" }],
      ...(fresh && { fresh }),
      ...(ends && { ended: random.pick(["normal", "suspend", "closed"] as const) }),
    };
    if (ends) {
      scoKey = random.pick(scoKeys);
      session = randomUUID();
      seconds = 0;
      begins = true;
    }
    return fact;
  };
}
