import { createHash } from "node:crypto";
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Databases } from "#platform/db/connect.ts";
import { databaseDown, tooMany } from "#platform/errors.ts";

/** Attempts a minute. Fields of Config carry the same names. */
export interface Limits {
  readonly rateLoginPerAccount: number;
  readonly rateLoginPerIp: number;
  readonly rateAnonPerIp: number;
  readonly rateCommit: number;
  readonly rateCommitBurst: number;
}

export interface Limiter {
  /**
   * Counts one attempt to prove an account's password, wherever it is asked for; throws 429 when the account or the address made too many.
   * A person has one password for all portals, so the portal does not matter. Gives what undoes it after success.
   */
  password(email: string, ip: string): Promise<{ succeeded(): Promise<void> }>;
  /** Counts one attempt at the one-time set-up; throws 429. */
  setup(ip: string): Promise<void>;
  /** Counts one delivery of progress for an attempt and who sends it, after a burst that is free; throws 429, after which the outbox waits. In memory. */
  commit(portalId: number, attempt: string): Promise<void>;
  /** Counts one signed-out call; throws 429. Kept in memory, so that a flood of cheap calls writes nothing. */
  anonymous(ip: string): Promise<void>;
}

const minute = 60;

/**
 * The one limiter (security.md §3.8). Counters that guard passwords live in PostgreSQL, shared by all processes; when it cannot be
 * asked the answer is 503, never "go on". Keys are hashed: the table holds no email and no address.
 */
export function createLimiter(databases: Databases, limits: Limits): Limiter {
  // The library uses prepared statements; unprepared ones also work behind a transaction pooler (DATABASE_PREPARED=off).
  const storeClient = { query: ({ text, values }: { text: string; values: unknown[] }) => databases.pool.query(text, values) };
  const counter = (keyPrefix: string, points: number) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: "pool",
      tableName: "rate_limits",
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration: minute,
    });
  const accounts = counter("login-account", limits.rateLoginPerAccount);
  const addresses = counter("login-ip", limits.rateLoginPerIp);
  const setups = counter("setup", limits.rateLoginPerAccount);
  const visitors = new RateLimiterMemory({ keyPrefix: "anon", points: limits.rateAnonPerIp, duration: minute });
  const deliveries = new BurstyRateLimiter(
    new RateLimiterMemory({ keyPrefix: "commit", points: limits.rateCommit, duration: minute }),
    new RateLimiterMemory({ keyPrefix: "commit-burst", points: limits.rateCommitBurst, duration: minute }),
  );

  return {
    async password(email, ip) {
      const [account, address] = [keyOf(email), keyOf(ip)];
      await Promise.all([counted(accounts.consume(account)), counted(addresses.consume(address))]);
      return {
        // A classroom behind one address signs in at once, so a success gives its own point back; guesses stay counted.
        succeeded: () => counted(Promise.all([accounts.delete(account), addresses.reward(address)])),
      };
    },
    setup: (ip) => counted(setups.consume(keyOf(ip))),
    commit: (portalId, attempt) => counted(deliveries.consume(`${portalId}:${attempt}`)),
    anonymous: (ip) => counted(visitors.consume(keyOf(ip))),
  };
}

const keyOf = (...parts: (string | number)[]) => createHash("sha256").update(parts.join("\n")).digest("base64url");

async function counted(step: Promise<unknown>): Promise<void> {
  try {
    await step;
  } catch (cause) {
    if (cause instanceof RateLimiterRes) {
      const seconds = Math.max(1, Math.ceil(cause.msBeforeNext / 1000));
      throw tooMany(seconds, "too_many", "Too many attempts. Try again in {seconds, plural, one {# second} other {# seconds}}.", {
        seconds,
      });
    }
    throw databaseDown();
  }
}
