import * as z from "zod/mini";
import { mayEdit } from "#features/courses/policy.ts";
import type { JobKind } from "#features/jobs/server/job-kind.ts";
import { notFound } from "#platform/errors.ts";
import { movePeople } from "./move-people.ts";
import { findOwned } from "./queries.ts";

interface Checkpoint {
  readonly after: number;
  readonly people: number;
}

/** Moves the people of a course to a version as its publishing decided, a chunk at a time. */
export const moveJob: JobKind<{ courseId: number; versionId: number }, Checkpoint, { people: number }> = {
  name: "move-learners",
  input: z.object({ courseId: z.int(), versionId: z.int() }),
  title: (say) => say("Move people to a new course version"),
  facts: (say, { result }) => (result ? [{ label: say("People moved"), value: String(result.people) }] : []),
  async run(job) {
    const { courseId, versionId } = job.input;
    let people = job.checkpoint()?.people ?? 0;
    let after: number | null = job.checkpoint()?.after ?? 0;
    while (after !== null) {
      const from: number = after;
      const came = await job.chunk(async ({ db, owner }) => {
        const course = await findOwned(db, { portalId: job.portalId, courseId });
        if (!course || !mayEdit(owner, course)) throw notFound("course", "This course could not be found.");
        const { last, moved, restarted, retaken, equivalent } = await movePeople(db, { portalId: job.portalId, versionId, after: from });
        const done = people + moved + restarted + retaken + equivalent;
        return { checkpoint: { after: last ?? from, people: done }, done, last };
      });
      people = came.done;
      after = came.last;
    }
    return { result: { people } };
  },
};
