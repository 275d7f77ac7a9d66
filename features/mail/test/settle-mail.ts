import type { TestApp } from "#app/test/app.ts";
import { createLog } from "#platform/log.ts";
import { workOnMail, workOnOwnServers, type Round } from "../server/mail-work.ts";

interface Settled {
  readonly now?: () => Date;
  readonly smtpUrl?: string;
}

/** The clock of a worker that comes a moment later: the database counts microseconds, so what has just become due is not due yet by a Date of that millisecond. */
export const dueByNow = () => new Date(Date.now() + 1);

/** Sees to all mail that is due at a moment, as a worker would; stops where the mail server cannot be used. Gives the last round. */
export async function settleMail(app: TestApp, { now = dueByNow, smtpUrl }: Settled = {}): Promise<Round> {
  const config = { ...app.config, smtpUrl, mailFrom: undefined };
  const deps = { databases: app.databases, config, log: createLog({ level: "silent" }), now };
  let round: Round;
  do round = await workOnMail(deps);
  while (round.seen > 0 && round.problem === null);
  for (let seen = 1; seen > 0;) {
    const own = await workOnOwnServers(deps);
    await Promise.all(own.sending);
    ({ seen } = own);
  }
  return round;
}
