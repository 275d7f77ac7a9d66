import type { Config } from "#platform/config.ts";
import type { Databases } from "#platform/db/connect.ts";
import type { Log } from "#platform/log.ts";
import { linkToken } from "#platform/tokens.ts";
import { unsubscribePath } from "../contract.ts";
import { claimDue, type ClaimDeps } from "./claim.ts";
import { dispatchNotifications } from "./dispatch.ts";
import { noteTrouble, sendAll } from "./send.ts";
import { unsubscribeTokens } from "./unsubscribe.ts";

export interface MailDeps {
  readonly databases: Databases;
  readonly config: Pick<Config, "publicUrl" | "secret" | "smtpUrl" | "mailFrom">;
  readonly log: Pick<Log, "warn" | "info">;
  /** The clock; tests have their own. */
  readonly now?: () => Date;
}

/** Messages claimed at a time. */
const batch = 200;

/** What a round of the mail came to: how many notifications and messages it saw to, and what is wrong with the mail server. */
export interface Round {
  readonly seen: number;
  readonly problem: string | null;
}

/** One round of the mail: makes messages of new notifications and sends what is due. most: how many messages at most. */
export async function workOnMail(deps: MailDeps, most = batch): Promise<Round> {
  const { databases, config, now = () => new Date() } = deps;
  const handled = await dispatchNotifications(databases, now());
  const tokens = unsubscribeTokens(config.secret);
  const { smtpUrl } = config;
  const claiming: ClaimDeps = {
    databases,
    way: smtpUrl === undefined ? "mailbox" : "smtp",
    secretOf: (key) => linkToken(config.secret, key),
    addresses: {
      publicUrl: config.publicUrl,
      mailFrom: config.mailFrom,
      unsubscribePath: (portalId, userId, event) => unsubscribePath(tokens.issue({ portalId, userId, event })),
    },
  };
  const { seen, claimed } = await claimDue(claiming, now(), most);
  const problem = smtpUrl !== undefined && claimed.length > 0 ? await sendAll({ databases, smtpUrl, now }, claimed) : null;
  return { seen: handled + seen, problem };
}

/** How often the worker looks for mail by itself, in milliseconds; and at most while the mail server is away. */
const lookMs = 2_000;
const longestMs = 300_000;

/** Sees to the mail until it is closed. While the mail server cannot be used, it tries one message after ever longer pauses; admins see since when. */
export function keepSending(deps: MailDeps) {
  const closing = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pauseMs = 0;
  /** Whether trouble may stand in the database: of this process, or of one before it. */
  let mayBeNoted = true;

  async function round(): Promise<number> {
    const { seen, problem } = await workOnMail(deps, pauseMs > 0 ? 1 : batch);
    if (problem !== null) {
      pauseMs = Math.min(longestMs, Math.max(lookMs, pauseMs * 2));
      mayBeNoted = true;
      deps.log.warn({ part: "mail", problem }, "The mail server cannot be used; what is due waits.");
      await noteTrouble(deps.databases, problem, new Date());
      return pauseMs;
    }
    if (seen > 0 && mayBeNoted) {
      await noteTrouble(deps.databases, null, new Date());
      mayBeNoted = false;
    }
    pauseMs = 0;
    return seen > 0 ? 0 : lookMs;
  }

  let working = Promise.resolve();
  const look = () => {
    working = round()
      .catch((error: unknown) => {
        deps.log.warn({ part: "mail", err: error }, "Mail could not be seen to.");
        return lookMs;
      })
      .then((waitMs) => {
        if (!closing.signal.aborted) timer = setTimeout(look, waitMs);
      });
  };
  look();
  return {
    async close() {
      closing.abort();
      clearTimeout(timer);
      await working;
    },
  };
}
