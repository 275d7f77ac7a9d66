import type { Fact } from "../contract.ts";

/** One fact of a learner on its way to the server. id is `clientId:seq`, the identity by which the server counts it once (INV-7). */
export interface OutboxEntry {
  readonly id: string;
  /** `portalId:userId`: entries of other people who use this browser are never sent. */
  readonly userKey: string;
  readonly portalId: number;
  readonly attemptId: number;
  /** One for each page load, so that seq can be assigned at once, without asking the device's storage. */
  readonly clientId: string;
  readonly seq: number;
  readonly epoch: number;
  readonly kind: Fact["kind"];
  readonly fact: Fact;
  /** Milliseconds since 1970, for people who inspect the storage; the order comes from seq, never from a clock. */
  readonly at: number;
  /** A slice of study time that still grows. While its page lives, no other page sends it. */
  readonly open?: boolean;
}

/** The study seconds in an entry. */
export const secondsOf = ({ fact }: OutboxEntry) => (fact.kind === "time" ? fact.seconds : 0);
