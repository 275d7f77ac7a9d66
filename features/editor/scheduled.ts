import * as z from "zod/mini";
import { words } from "#platform/words.ts";

/** What becomes of the people in a course. Who has not started always gets the new version. */
export const Move = z.object({
  /** finish: on the version they began. move: keep what matches. restart: begin anew. */
  inProgress: z.enum(["finish", "move", "restart"]),
  /** leave: as it is. retake: do it again. equivalent: as it is, and it counts for the new version. */
  completed: z.enum(["leave", "retake", "equivalent"]),
  /** With retake, until the end of which day in the portal's time zone, as 2026-12-01; null or left out for no day. */
  retakeBy: z.optional(z.nullable(z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, words("Choose a date."))))),
});
export type Move = z.infer<typeof Move>;

/** A publication that is to happen at a time (EDT-7): the draft as it is then. */
export const Scheduled = z.object({
  /** The instant. */
  publishAt: z.string(),
  /** What the clocks of the zone show then, as 2026-12-01T08:00. */
  at: z.string(),
  timeZone: z.string(),
  note: z.string(),
  /** Null for a course that had no version when it was scheduled. */
  move: z.nullable(Move),
  /** Who scheduled it. */
  by: z.string(),
});
export type Scheduled = z.infer<typeof Scheduled>;
