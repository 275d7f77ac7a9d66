import { msg } from "@lingui/core/macro";
import type { Check, Finding } from "../check.ts";

/** The server's clock tells whole seconds, and an answer takes its time: only what is far beyond that says something. */
const mostMinutes = 2;

/** Whether the server is reached, and the clock of the computer is right. Times of results come from the server all the same. */
export const clock: Check = {
  title: msg`Connection and clock`,
  async find(): Promise<Finding> {
    const unreached = {
      isGood: false,
      words: msg`The portal could not be reached. Check the connection of this computer, then check again.`,
    };
    const before = Date.now();
    const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => null);
    // A request ends once its answer was read.
    await answer?.text().catch(() => null);
    const server = Date.parse(answer?.headers.get("date") ?? "");
    if (Number.isNaN(server)) return unreached;
    const minutes = Math.round(((before + Date.now()) / 2 - server) / 60_000);
    const behind = -minutes;
    if (Math.abs(minutes) <= mostMinutes)
      return { isGood: true, words: msg`The portal can be reached, and the clock of this computer is right.` };
    return {
      isGood: false,
      words:
        minutes > 0
          ? msg`The clock of this computer is fast by ${minutes} minutes, so due dates look nearer than they are. Have it set by itself in the settings of the computer.`
          : msg`The clock of this computer is slow by ${behind} minutes, so due dates look farther than they are. Have it set by itself in the settings of the computer.`,
    };
  },
};
