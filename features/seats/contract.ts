import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

/** The most seats that can be set. */
export const mostSeats = 10_000_000;

/** The seats of a portal: how many people can be active in it, and how many are. */
export const Seats = z.object({
  portalId: z.int(),
  /** Null where there is no limit. */
  cap: z.nullable(z.int()),
  used: z.int(),
});
export type Seats = z.infer<typeof Seats>;

export const getSeats = endpoint({
  method: "GET",
  path: "/rest/seats",
  summary: "How many seats this portal has and how many are taken; null for whoever does not look after the whole portal.",
  response: z.object({ seats: z.nullable(Seats), canChange: z.boolean() }),
});

const whole = words("Enter a whole number of seats, or nothing for no limit.");

export const saveSeats = endpoint({
  method: "PUT",
  path: "/rest/seats/:portalId",
  summary:
    "Sets how many people can be active in a portal, or null for no limit. Fewer than are active now is fine: nobody loses anything.",
  params: z.object({ portalId: z.coerce.number().check(z.int(), z.gte(1), z.lte(2 ** 52)) }),
  body: z.object({
    cap: z.nullable(z.int(whole).check(z.gte(1, whole), z.lte(mostSeats, words("A portal has {maximum} seats at most.")))),
  }),
  response: Seats,
});
