import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { RawBuilder } from "kysely";
import type { Databases } from "#platform/db/connect.ts";
import { tooMany, unavailable } from "#platform/errors.ts";
import { callShares, type CallsLeft } from "./call-shares.ts";
import { countEach, countOf, countSignIn, findWhose, forgetCounts, forgetSignIn, forgettingSignIn, giveBack } from "./counters.ts";

/** Attempts per minute. The fields have the same names as in Config. */
export interface Limits {
  readonly rateLoginPerAccount: number;
  readonly rateLoginPerIp: number;
  readonly rateAnonPerIp: number;
  readonly rateToken: number;
  readonly rateCommit: number;
  readonly rateCommitBurst: number;
}

export interface Limiter {
  /**
   * Counts one attempt to prove an account's password, at any endpoint. Throws 429 when this source made too many attempts for this account, or too
   * many in total. When an account had too many attempts from anywhere, the attempt waits 1, 2, 4 seconds and so on up to 30, unless it comes from a
   * source from which this person has signed in before: others can slow a person down, but never lock them out. A person has one password for all
   * portals, so the portal does not matter. Returns a function that undoes the count after a success, and the same as parts of the statement that makes the
   * success last. `whose`: a select of one row, asked as the system role in the message that counts, and anew after a delay; its row is `found`.
   */
  password(email: string, ip: string, whose?: RawBuilder<unknown>): Promise<PasswordAttempt>;
  /** Counts one attempt at the one-time set-up; throws 429. */
  setup(ip: string): Promise<void>;
  /** Counts one attempt to use a hand-over token; throws 429 when this source made too many. Returns a function that undoes the count after a success. */
  handover(ip: string): Promise<{ succeeded(): Promise<void> }>;
  /** Counts one attempt to use a link that sets a password; throws 429 when this source made too many. Returns a function that undoes the count after a success. */
  reset(ip: string): Promise<{ succeeded(): Promise<void> }>;
  /** Counts one authorization code that a source tries; throws 429 when it tried too many. Returns a function that undoes the count for one that exists. */
  redeeming(ip: string): Promise<{ succeeded(): Promise<void> }>;
  /** Counts one letter that somebody who is not signed in asks for to an address; throws 429 when this source asked too often, or anybody for this address. */
  mailing(email: string, ip: string): Promise<void>;
  /** Counts one new email that a signed-in person asks for, each of which mails their old one; throws 429. */
  changingEmail(userId: number): Promise<void>;
  /** Counts one attempt of a source at second factors; throws 429 when it made too many. Returns a function that undoes the count after a success. */
  factor(ip: string): Promise<{ succeeded(): Promise<void> }>;
  /** Counts one code of an authenticator app that is tried for a person, from wherever; throws 429. Returns a function that undoes the count after a success. */
  code(userId: number): Promise<{ succeeded(): Promise<void> }>;
  /** Forgets that an account had too many attempts, so that the next one from anywhere waits for nothing. */
  unlock(email: string): Promise<void>;
  /** Whether attempts of an account wait when they come from a new source. */
  isSlowed(email: string): Promise<boolean>;
  /** Counts one link that somebody made for others to set their password; throws 429. */
  linking(userId: number): Promise<void>;
  /** Counts one check for which a portal asks servers of others; throws 429. */
  checking(portalId: number): Promise<void>;
  /** Counts one hand-over token created for a person; throws 429. */
  switching(userId: number): Promise<void>;
  /** Counts one sign-out that ended no session; throws 429 when this source sent too many. */
  strayLogout(ip: string): Promise<void>;
  /** Counts one commit of an attempt by one sender. After a free burst throws 429, after which the outbox waits. In memory. */
  commit(portalId: number, attempt: string): Promise<void>;
  /** Counts one anonymous call; throws 429. In memory, so that a flood of cheap calls writes nothing. */
  anonymous(ip: string): Promise<void>;
  /** Counts one call with an API token, over all processes; throws 429. Returns how many are left in this minute. */
  token(tokenId: number): Promise<CallsLeft>;
  /** Ends all delays with 503, because the server stops. */
  close(): void;
}

/** An attempt that was counted. */
export interface PasswordAttempt {
  /** The row of `whose`; null where there is none. */
  readonly found: Readonly<Record<string, unknown>> | null;
  /** Undoes the count. */
  succeeded(): Promise<void>;
  /** The same, as parts of a `with`. */
  readonly success: RawBuilder<unknown>;
}

/** How an attempt is delayed. Tests pass one that only records. */
export type Wait = (seconds: number, signal: AbortSignal) => Promise<unknown>;

const minute = 60;
/** After this long without an attempt, an account has no delay again. */
const personSeconds = 15 * minute;
const longestDelay = 30;
/** Letters to one address that people who are not signed in can ask for, in this many seconds. */
const mostLetters = 5;
const letterSeconds = 15 * minute;
/** Checks of a portal in a minute that ask servers of others. */
const mostChecks = 20;
const knownDays = 90;
const mostWaiting = 1000;
/** Codes of an authenticator app that are tried for one person in a quarter of an hour: guessing one then takes years. */
const codesInTime = 10;

/**
 * All rate limits (security.md §3.8). Counters of sign-in, sign-out and hand-over are rows in PostgreSQL, shared by all processes; when the database
 * cannot count, its error is the answer (answer-errors.ts) and never a pass. Keys are hashed, so that the table contains no e-mail and no IP address.
 */
export function createLimiter(
  databases: Databases,
  limits: Limits,
  wait: Wait = (seconds, signal) => pause(seconds * 1000, undefined, { signal }),
): Limiter {
  const db = databases.shared;
  const visitors = new RateLimiterMemory({ keyPrefix: "anon", points: limits.rateAnonPerIp, duration: minute });
  const deliveries = new BurstyRateLimiter(
    new RateLimiterMemory({ keyPrefix: "commit", points: limits.rateCommit, duration: minute }),
    new RateLimiterMemory({ keyPrefix: "commit-burst", points: limits.rateCommitBurst, duration: minute }),
  );
  const shares = callShares({
    most: limits.rateToken,
    take: async (tokenId, calls) => (await countEach(db, [keyOf("token", tokenId)], minute, calls))[0] ?? { points: calls, msLeft: 0 },
  });
  const closing = new AbortController();
  let waiting = 0;

  /** Adds one to each key. When that exceeds a limit, takes all of it back and throws 429: an attempt that was not made counts nowhere. */
  async function atMost(most: Readonly<Record<string, number>>, seconds = minute) {
    const keys = Object.keys(most);
    const rows = await countEach(db, keys, seconds);
    const over = rows.filter(({ key, points }) => points > (most[key] ?? 0));
    if (over.length === 0) return;
    await giveBack(db, keys);
    throw tooManyFor(Math.max(...over.map(({ msLeft }) => msLeft)));
  }

  /** Counts one attempt, such as of a source to use a token. */
  async function tried(key: string, most = limits.rateLoginPerIp, seconds = minute) {
    await atMost({ [key]: most }, seconds);
    return { succeeded: async () => void (await giveBack(db, [key])) };
  }

  async function delay(seconds: number) {
    if (seconds === 0) return;
    if (waiting >= mostWaiting || closing.signal.aborted) throw busy();
    waiting++;
    try {
      await wait(seconds, closing.signal);
    } catch {
      throw busy();
    } finally {
      waiting--;
    }
  }

  return {
    async password(email, ip, whose) {
      const source = sourceOf(ip);
      const keys = {
        pair: keyOf("login-pair", source, email),
        address: keyOf("login-ip", source),
        person: keyOf("login-person", email),
        known: keyOf("known", source, email),
      };
      const most = { seconds: minute, personSeconds, mostOfPair: limits.rateLoginPerAccount, mostOfAddress: limits.rateLoginPerIp };
      const { msOver, points, isKnown, found } = await databases.oneByOneInSystem("count a sign-in", (system) =>
        countSignIn(system, keys, most, whose),
      );
      if (msOver !== null) {
        await giveBack(db, [keys.pair, keys.address]);
        throw tooManyFor(msOver);
      }
      const seconds = isKnown ? 0 : delayAfter(points - limits.rateLoginPerAccount);
      await delay(seconds);
      // People in a classroom behind one address sign in at the same time, so a success undoes its own count; guesses stay counted.
      return {
        found:
          whose && seconds > 0 ? await databases.readSystem("find whose password is given", (system) => findWhose(system, whose)) : found,
        succeeded: async () => void (await forgetSignIn(db, keys, knownDays)),
        success: forgettingSignIn(keys, knownDays),
      };
    },
    setup: (ip) => atMost({ [keyOf("setup", sourceOf(ip))]: limits.rateLoginPerAccount }),
    handover: (ip) => tried(keyOf("handover", sourceOf(ip))),
    reset: (ip) => tried(keyOf("reset", sourceOf(ip))),
    redeeming: (ip) => tried(keyOf("redeem", sourceOf(ip))),
    async mailing(email, ip) {
      await atMost({ [keyOf("mailing-ip", sourceOf(ip))]: limits.rateLoginPerIp });
      await atMost({ [keyOf("mailing", email)]: mostLetters }, letterSeconds);
    },
    changingEmail: (userId) => atMost({ [keyOf("changing-email", userId)]: mostLetters }, letterSeconds),
    factor: (ip) => tried(keyOf("factor", sourceOf(ip))),
    code: (userId) => tried(keyOf("code", userId), codesInTime, 15 * minute),
    isSlowed: async (email) => (await countOf(db, keyOf("login-person", email))) > limits.rateLoginPerAccount,
    unlock: async (email) => void (await forgetCounts(db, [keyOf("login-person", email)])),
    linking: (userId) => atMost({ [keyOf("linking", userId)]: limits.rateLoginPerIp }),
    checking: (portalId) => atMost({ [keyOf("checking", portalId)]: mostChecks }),
    switching: (userId) => atMost({ [keyOf("switching", userId)]: limits.rateLoginPerIp }),
    strayLogout: (ip) => atMost({ [keyOf("logout", sourceOf(ip))]: limits.rateLoginPerIp }),
    commit: (portalId, attempt) => inMemory(deliveries.consume(`${portalId}:${attempt}`)),
    anonymous: (ip) => inMemory(visitors.consume(sourceOf(ip))),
    async token(tokenId) {
      const left = await shares(tokenId);
      if (left.isOver) throw tooManyFor(left.msLeft);
      return left;
    },
    close: () => closing.abort(),
  };
}

/** Delay in seconds of the n-th attempt over the limit: 1, 2, 4, 8, 16, 30, 30. */
const delayAfter = (n: number) => (n <= 0 ? 0 : Math.min(longestDelay, 2 ** (n - 1)));

const keyOf = (...parts: (string | number)[]) => createHash("sha256").update(parts.join("\n")).digest("base64url");

/** The source of a request for counting: an IPv4 address, or the /64 network of an IPv6 address, which is what one customer gets. */
export function sourceOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = "", tail] = ip.toLowerCase().replace(/%.*$/, "").split("::");
  const first = head.split(":").filter(Boolean);
  const last = (tail ?? "").split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  return [...first, ...Array.from({ length: zeros }, () => "0"), ...last]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":");
}

const busy = () => unavailable("busy", "Many people are signing in right now. Try again in a few seconds.");

const tooManyFor = (ms: number) => {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return tooMany(seconds, "too_many", "Too many attempts. Try again in {seconds, plural, one {# second} other {# seconds}}.", { seconds });
};

async function inMemory(step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (cause) {
    throw cause instanceof RateLimiterRes ? tooManyFor(cause.msBeforeNext) : cause;
  }
}
