import { hash, verify } from "@node-rs/argon2";
import { unavailable } from "#platform/errors.ts";

/** argon2id with OWASP's first recommendation: 19 MiB, two passes, one lane. One check takes about 30 ms and 19 MiB. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;
const mostWaiting = 400;

/** A valid hash that matches no password, so that checking an unknown account takes as long as a known one. */
const nobody = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${"c3RvYS1ub2JvZHktMTIzNA"}$${"A".repeat(43)}`;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs at most two hashes at a time, with a bounded queue. When the queue is full, further sign-ins are refused before they use memory. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw unavailable("busy", "Many people are signing in right now. Try again in a few seconds.");
    // The next one in the queue takes over the slot, so `running` does not change.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

// The same password may arrive in composed or decomposed Unicode, depending on the keyboard.
const bytesOf = (plain: string) => plain.normalize("NFKC");

/** Hashes a password for storage. It may have to wait in the queue, so call it outside any transaction. */
export const hashPassword = (plain: string): Promise<string> => inTurn(() => hash(bytesOf(plain), cost));

/** Whether the password matches the stored hash. Call it outside any transaction. */
export const verifyPassword = (kept: string, plain: string): Promise<boolean> => inTurn(() => verify(kept, bytesOf(plain)));

/** Takes as long as verifyPassword and is never true: for accounts that do not exist or have no password (security.md test 59). */
export async function dummyVerify(plain: string): Promise<false> {
  await verifyPassword(nobody, plain);
  return false;
}
