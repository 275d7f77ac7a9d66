import * as z from "zod/mini";

const Elements = z.record(z.string().check(z.maxLength(255)), z.string().check(z.maxLength(65_536)));

/** One API call of a package: name, element, value, result and error code, and milliseconds since its session began. */
export const ApiCall = z.object({
  at: z.number(),
  call: z.string().check(z.maxLength(40)),
  element: z.optional(z.string().check(z.maxLength(255))),
  value: z.optional(z.string().check(z.maxLength(1000))),
  result: z.string().check(z.maxLength(1000)),
  error: z.string().check(z.maxLength(10)),
});
export type ApiCall = z.infer<typeof ApiCall>;

/** What a package changed since the previous fact of its session; one kind of fact in contract.ts. */
export const CmiFact = z.object({
  kind: z.literal("cmi"),
  scoKey: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)),
  /** One for each launch of a SCO; another id starts another session. */
  session: z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/)),
  values: Elements,
  /** Set by the first fact of a session that starts the SCO over: its earlier state is reset; the log keeps it. */
  fresh: z.optional(z.boolean()),
  calls: z.optional(z.array(ApiCall).check(z.maxLength(500))),
  /** Set by the last fact of a session. */
  ended: z.optional(z.enum(["normal", "suspend", "logout", "time-out", "closed"])),
});
export type CmiFact = z.infer<typeof CmiFact>;
