import * as z from "zod/mini";
import type { Say } from "#platform/catalogue.ts";
import { needed, type NotificationEvent } from "../../event.ts";
import * as names from "../text-names.ts";

const Seats = z.object({ level: z.int(), used: z.int(), cap: z.int() });
type Seats = z.infer<typeof Seats>;

const inWords = (say: Say, { used, cap }: Seats) =>
  used >= cap
    ? say("All {cap} seats of this portal are taken, so nobody new can be added.", { cap })
    : say("{used} of {cap} seats of this portal are taken.", { used, cap });

/** The seats of a portal run low: 80, 95 or 100 per cent are taken (ENV-8). Occurrence: the turn in which that level was reached. */
export const seatsLow: NotificationEvent<Seats> = {
  name: "seats_low",
  audience: "staff",
  mandatory: false,
  mail: "instant",
  variables: Seats,
  sample: () => ({ level: 95, used: 190, cap: 200 }),
  title: (say) => say("The seats of the portal run low"),
  hasCopies: true,
  own: {
    names: { seats: needed(names.seats) },
    values: ({ say }, seats) => ({ seats: inWords(say, seats) }),
    offered: (say) => ({
      subject: say("The seats of this portal run low"),
      lines: ["{seats}", say("Deactivate people who have left, or ask whoever runs this installation for more seats.")],
    }),
  },
  words: ({ say }, seats) => ({
    subject:
      seats.used >= seats.cap
        ? say("All seats of this portal are taken")
        : say("{level} % of the seats of this portal are taken", { level: seats.level }),
    lines: [inWords(say, seats), say("Deactivate people who have left, or ask whoever runs this installation for more seats.")],
    action: { label: say("See who is active"), to: "/users/find?status=active" },
  }),
};
