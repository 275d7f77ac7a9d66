import type { Config } from "#platform/config.ts";
import type { Databases } from "#platform/db/connect.ts";
import type { Log } from "#platform/log.ts";
import { linkToken } from "#platform/tokens.ts";
import { unsubscribePath } from "../contract.ts";
import { claimDue, type ClaimDeps } from "./claim.ts";
import { dispatchNotifications } from "./dispatch.ts";
import { turnOfPortal } from "./own-server.ts";
import { noteTrouble, sendAll } from "./send.ts";
import { smtpOptions } from "./smtp.ts";
import { unsubscribeTokens } from "./unsubscribe.ts";

export interface MailDeps {
  readonly databases: Databases;
  readonly config: Pick<Config, "publicUrl" | "secret" | "smtpUrl" | "mailFrom" | "mailInner">;
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

function claiming({ databases, config }: MailDeps): Omit<ClaimDeps, "way" | "of"> {
  const tokens = unsubscribeTokens(config.secret);
  return {
    databases,
    secretOf: (key) => linkToken(config.secret, key),
    addresses: {
      publicUrl: config.publicUrl,
      mailFrom: config.mailFrom,
      unsubscribePath: (portalId, userId, event) => unsubscribePath(tokens.issue({ portalId, userId, event })),
    },
  };
}

/** One round of the mail: makes messages of new notifications and sends what is due on the way of the installation. */
export async function workOnMail(deps: MailDeps): Promise<Round> {
  const handled = await dispatchNotifications(deps.databases, (deps.now ?? (() => new Date()))());
  const { seen, problem } = await sendDue(deps, batch);
  return { seen: handled + seen, problem };
}

/** Sends what is due on the way of the installation. most: how many messages at most. */
async function sendDue(deps: MailDeps, most: number): Promise<Round> {
  const { databases, config, now = () => new Date() } = deps;
  const { smtpUrl } = config;
  const way = smtpUrl === undefined ? "mailbox" : "smtp";
  const { seen, claimed } = await claimDue({ ...claiming(deps), way, of: "others" }, now(), most);
  const trouble =
    smtpUrl !== undefined && claimed.length > 0 ? await sendAll({ databases, dial: async () => smtpOptions(smtpUrl), now }, claimed) : null;
  return { seen, problem: trouble?.response ?? null };
}

/** How long a portal's own mail server is given messages before what is left has its turn later. */
const turnMilliseconds = 5_000;

/**
 * Gives portals' own mail servers what is due, each by itself, so that one that is slow or away holds up nobody else's mail. Gives how many messages were looked at, and what
 * is under way. busy: the portals that it is under way for, which are left out and kept up to date.
 */
export async function workOnOwnServers(deps: MailDeps, busy = new Set<number>()): Promise<{ seen: number; sending: Promise<void>[] }> {
  const { databases, config, now = () => new Date() } = deps;
  const { seen, claimed } = await claimDue({ ...claiming(deps), way: "smtp", of: "own", busy }, now(), batch);
  const sending = [...Map.groupBy(claimed, ({ portalId }) => portalId)].map(async ([portalId, those]) => {
    busy.add(portalId);
    try {
      const { dial, keep } = turnOfPortal(databases, portalId, config);
      const trouble = await sendAll({ databases, dial, now, turnMilliseconds }, those);
      if (trouble)
        deps.log.warn(
          { part: "mail", portal: portalId, problem: trouble.problem },
          "A portal's mail server cannot be used; its mail waits.",
        );
      await keep(trouble, now());
    } catch (error) {
      deps.log.warn({ part: "mail", portal: portalId, err: error }, "Mail of a portal could not be seen to.");
    } finally {
      busy.delete(portalId);
    }
  });
  return { seen, sending };
}

/** How often the worker looks for mail by itself, in milliseconds; and at most while the mail server is away. */
const lookMs = 2_000;
const longestMs = 300_000;

/** Sees to the mail until it is closed. While the mail server cannot be used, it tries one message after ever longer pauses; admins see since when. */
export function keepSending(deps: MailDeps) {
  const closing = new AbortController();
  let pauseMs = 0;
  /** Whether trouble may stand in the database: of this process, or of one before it. */
  let mayBeNoted = true;

  async function round(): Promise<number> {
    const { seen, problem } = await sendDue(deps, pauseMs > 0 ? 1 : batch);
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

  /** Makes messages of new notifications: whoever's mail server is away or slow, those of others go on. */
  const dispatchRound = async () => ((await dispatchNotifications(deps.databases, new Date())) > 0 ? 0 : lookMs);

  const busy = new Set<number>();
  const underWay = new Set<Promise<void>>();
  async function ownRound(): Promise<number> {
    const { seen, sending } = await workOnOwnServers(deps, busy);
    for (const one of sending) {
      underWay.add(one);
      void one.then(() => underWay.delete(one));
    }
    return seen > 0 ? 0 : lookMs;
  }

  const loops = [dispatchRound, round, ownRound].map((work) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let working = Promise.resolve();
    const look = () => {
      working = work()
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
        clearTimeout(timer);
        await working;
      },
    };
  });
  return {
    async close() {
      closing.abort();
      await Promise.all(loops.map((loop) => loop.close()));
      await Promise.all(underWay);
    },
  };
}
