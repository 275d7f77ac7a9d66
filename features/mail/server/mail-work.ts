import { unsubscribePath } from "../contract.ts";
import type { Config } from "#platform/config.ts";
import type { Databases } from "#platform/db/connect.ts";
import type { Log } from "#platform/log.ts";
import { claimDue, type ClaimDeps } from "./claim.ts";
import { dispatchNotifications } from "./dispatch.ts";
import { unsubscribeTokens } from "./unsubscribe.ts";

export interface MailDeps {
  readonly databases: Databases;
  readonly config: Pick<Config, "publicUrl" | "secret">;
  readonly log: Pick<Log, "warn" | "info">;
  /** The clock; tests have their own. */
  readonly now?: () => Date;
}

/** Messages claimed at a time. */
const batch = 100;

/** One round of the mail: makes messages of new notifications and sends what is due. Gives how many of both there were; 0 when nothing is left to do. */
export async function workOnMail(deps: MailDeps): Promise<number> {
  const { databases, config, now = () => new Date() } = deps;
  const handled = await dispatchNotifications(databases, now());
  const tokens = unsubscribeTokens(config.secret);
  const claiming: ClaimDeps = {
    databases,
    way: "mailbox",
    addresses: {
      publicUrl: config.publicUrl,
      mailFrom: undefined,
      unsubscribePath: (portalId, userId, event) => unsubscribePath(tokens.issue({ portalId, userId, event })),
    },
  };
  const { seen } = await claimDue(claiming, now(), batch);
  return handled + seen;
}

/** How often the worker looks for mail by itself, in milliseconds. */
const lookMs = 2_000;

/** Sees to the mail until it is closed. */
export function keepSending(deps: MailDeps) {
  const closing = new AbortController();
  let working: Promise<void> | undefined;
  const look = () => {
    working ??= (async () => {
      try {
        while (!closing.signal.aborted && (await workOnMail(deps)) > 0);
      } catch (error) {
        deps.log.warn({ part: "mail", err: error }, "Mail could not be seen to.");
      }
      working = undefined;
    })();
  };
  const timer = setInterval(look, lookMs);
  look();
  return {
    async close() {
      closing.abort();
      clearInterval(timer);
      await working;
    },
  };
}
