// The ways in which facts may arrive: in pieces, several times, in any order, from several launches of the same attempt.
import { randomUUID } from "node:crypto";
import type { CmiFact } from "#features/progress/contract.ts";
import { factMaker } from "./facts.ts";
import type { Acknowledged } from "./ledger.ts";
import type { Random } from "./random.ts";

/** One call to the server. */
export interface Delivery {
  readonly epoch: number;
  readonly clientId: string;
  readonly commits: readonly { readonly seq: number; readonly fact: CmiFact }[];
}

export interface Sequence {
  /** In the order of arrival. */
  readonly deliveries: readonly Delivery[];
  /** Every fact once, as the ledger has them when all were acknowledged. */
  readonly facts: readonly Omit<Acknowledged, "hash">[];
}

/**
 * A random sequence for one attempt: 1 to `epochs` launches, each with one or two launcher windows (the second continues the first one's numbers);
 * their facts are split into calls, each call is sent 1 to 5 times, and the calls are shuffled, partly or completely.
 */
export function sequenceOf(
  random: Random,
  attempt: number,
  scoKeys: readonly string[],
  { epochs, facts: most }: { epochs: number; facts: number },
): Sequence {
  const facts: Omit<Acknowledged, "hash">[] = [];
  const sent: Delivery[] = [];
  for (let epoch = 1; epoch <= random.whole(1, epochs); epoch++) {
    let seq = 0;
    for (let launcher = 0; launcher < random.whole(1, 2); launcher++) {
      const clientId = randomUUID();
      const make = factMaker(random, scoKeys);
      const own = Array.from({ length: random.whole(1, most) }, () => {
        seq++;
        return { seq, fact: make(`${clientId}:${seq}`) };
      });
      facts.push(...own.map((one) => ({ attempt, client: clientId, epoch, ...one })));
      for (let repeat = random.whole(1, 5); repeat > 0; repeat--)
        for (let at = 0; at < own.length;) {
          const size = random.whole(1, 3);
          sent.push({ epoch, clientId, commits: own.slice(at, at + size) });
          at += size;
        }
    }
  }
  // Half are shuffled completely; in the other half, each call may only swap places with one shortly after it.
  const deliveries = random.chance(0.5) ? random.shuffle(sent) : delayed(random, sent);
  return { deliveries, facts };
}

function delayed(random: Random, sent: readonly Delivery[]): Delivery[] {
  const due = sent.map((delivery, at) => ({ delivery, at: at + (random.chance(0.3) ? random.whole(1, 6) : 0) }));
  return due.toSorted((a, b) => a.at - b.at).map(({ delivery }) => delivery);
}
