import * as z from "zod/mini";
import type { Say } from "#platform/catalogue.ts";
import { needed, type NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

/** by: who cancelled or undid it, where that was somebody else than whoever started it. */
const JobEnded = z.object({
  jobId: z.int(),
  title: z.string(),
  isDone: z.boolean(),
  by: z.optional(z.object({ name: z.string(), how: z.enum(["cancelled", "undone"]) })),
});

type Told = z.infer<typeof JobEnded>;

const byWords = (say: Say, { name, how }: NonNullable<Told["by"]>) =>
  how === "undone" ? say("{name} has undone what you did.", { name }) : say("{name} has cancelled your job.", { name });
const resultOf = (say: Say, { isDone, by }: Told) =>
  by
    ? byWords(say, by)
    : isDone
      ? say("Your job is done.")
      : say("Your job stopped before it was done. Its page says why, and you can try again there.");

function subjectOf(say: Say, { title: job, isDone, by }: Told): string {
  if (by?.how === "undone") return say("Undone: {job}", { job });
  if (by) return say("Cancelled: {job}", { job });
  return isDone ? say("Done: {job}", { job }) : say("Failed: {job}", { job });
}

/** A job that the person started is done or has failed, or somebody else has cancelled or undone it. Occurrence: its run, or what was done with it. The title is in the person's language as of its end. */
export const jobEnded: NotificationEvent<Told> = {
  name: "job_ended",
  audience: "staff",
  mandatory: false,
  mail: "off",
  variables: JobEnded,
  sample: (text) => ({ jobId: 1, title: text, isDone: true }),
  title: (say) => say("A job of yours has ended"),
  own: {
    names: { job: names.job, result: needed(names.result) },
    values: ({ say }, told) => ({ job: told.title, result: resultOf(say, told) }),
    offered: (say) => ({ subject: say("A job of yours has ended"), lines: ["{job}", "{result}"] }),
  },
  words: ({ say }, told) => ({
    subject: subjectOf(say, told),
    lines: [resultOf(say, told)],
    action: { label: say("Open the job"), to: `/jobs/${told.jobId}` },
  }),
};
