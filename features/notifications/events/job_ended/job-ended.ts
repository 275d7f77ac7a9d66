import * as z from "zod/mini";
import type { Say } from "#platform/catalogue.ts";
import { needed, type NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const JobEnded = z.object({ jobId: z.int(), title: z.string(), isDone: z.boolean() });

const resultOf = (say: Say, isDone: boolean) =>
  isDone ? say("Your job is done.") : say("Your job stopped before it was done. Its page says why, and you can try again there.");

/** A job that the person started is done or has failed. Occurrence: its run. The title is in the person's language as of its end. */
export const jobEnded: NotificationEvent<z.infer<typeof JobEnded>> = {
  name: "job_ended",
  audience: "staff",
  mandatory: false,
  mail: "off",
  variables: JobEnded,
  sample: (text) => ({ jobId: 1, title: text, isDone: true }),
  title: (say) => say("A job of yours has ended"),
  own: {
    names: { job: names.job, result: needed(names.result) },
    values: ({ say }, { title, isDone }) => ({ job: title, result: resultOf(say, isDone) }),
    offered: (say) => ({ subject: say("A job of yours has ended"), lines: ["{job}", "{result}"] }),
  },
  words: ({ say }, { jobId, title, isDone }) => ({
    subject: isDone ? say("Done: {job}", { job: title }) : say("Failed: {job}", { job: title }),
    lines: [resultOf(say, isDone)],
    action: { label: say("Open the job"), to: `/jobs/${jobId}` },
  }),
};
