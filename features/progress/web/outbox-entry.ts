import type { Fact } from "../contract.ts";

/** One learner-made fact on its way to the server. id is `clientId:seq`, the same identity the server counts by (INV-7). */
export interface OutboxEntry {
  readonly id: string;
  /** `portalId:userId`: entries of other people who use this browser are never sent. */
  readonly userKey: string;
  readonly portalId: number;
  readonly attemptId: number;
  /** One a page load, so that seq can be given out at once, without asking the device's storage. */
  readonly clientId: string;
  readonly seq: number;
  readonly epoch: number;
  readonly kind: Fact["kind"];
  readonly fact: Fact;
  /** Milliseconds since 1970, for people who look into the storage; order comes from seq, never from a clock. */
  readonly at: number;
  /** A time slice that still grows. Nobody but its own page sends it while that page lives. */
  readonly open?: boolean;
}

/** Study seconds an entry carries. */
export const secondsOf = ({ fact }: OutboxEntry) => (fact.kind === "time" ? fact.seconds : 0);
