import type { Limiter } from "#features/auth/server/limiter.ts";
import { scopeOf } from "#features/roles/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Config } from "#platform/config.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { peopleChanged } from "#platform/db/people-changed.ts";
import { conflict, forbidden, invalid, notFound } from "#platform/errors.ts";
import { zonedMoment } from "#platform/moment.ts";
import { requireActor, type Http, type OpenContext } from "#platform/serve.ts";
import { signedIn } from "#platform/actor.ts";
import type * as api from "../contract.ts";
import type { Told } from "../told.ts";
import { aboutEffects, effectsNow, giveEffects, giverNow, tellEffects, tellGranted, type Granted } from "./effects-of.ts";
import { kindOf } from "./effect-kinds.ts";
import * as queries from "./queries.ts";
import type { CodeOfWord } from "./queries.ts";
import { wordHash } from "./word-keeping.ts";
import { admitsNew } from "../policy.ts";

export interface RedeemDeps {
  readonly limiter: Pick<Limiter, "redeeming">;
  readonly config: Pick<Config, "secret">;
}

const noCode = () => notFound("such_code", "This code does not work here. Check whether you typed it as it is written.");
const taken = () => conflict("code_exhausted", "All uses of this code are taken. Ask for another one.");

/** Throws unless a code can be used now by somebody with this email. isNew: they have no account in the portal yet. */
function requireUsable(code: CodeOfWord, { email, isNew }: { readonly email: string | null; readonly isNew: boolean }) {
  const refusals: Partial<Record<CodeOfWord["state"], () => Error>> = {
    draft: noCode,
    revoked: () => conflict("code_revoked", "This code was ended by the people who gave it. Ask them for another one."),
    paused: () => conflict("code_paused", "This code does not work for the moment. Ask the people who gave it."),
    expired: () => conflict("code_expired", "The time of this code is over. Ask for another one."),
    exhausted: taken,
  };
  const refusal = refusals[code.state];
  if (refusal) throw refusal();
  if (!code.isOpen && code.opensAt)
    throw conflict("code_early", "This code does not work yet. It works from {moment}.", {
      moment: zonedMoment(code.opensAt, code.timeZone),
    });
  if (code.isUsed) throw taken();
  if (isNew && !code.admitsNew)
    throw forbidden("code_for_members", "This code is for people who have an account here. Sign in, then use it.");
  const domain = email?.slice(email.lastIndexOf("@") + 1);
  if (domain !== undefined && code.domains.length > 0 && !code.domains.includes(domain))
    throw invalid("email", "other_domain", "Only emails at {domains} can use this code.", { domains: code.domains.join(", ") });
}

/**
 * Counts a try of a code, then does the work with the code that was typed. Guessing is limited by source; a code that exists costs nothing (security.md 96). Counting
 * is outside of the transaction. Throws 404 and 429.
 */
async function withCode<T>(
  { limiter, config }: RedeemDeps,
  { portalId, ip }: { readonly portalId: number; readonly ip: string },
  typed: string,
  inTransaction: (work: (db: Db) => Promise<T | null>) => Promise<T | null>,
  work: (db: Db, code: CodeOfWord) => Promise<T>,
): Promise<T> {
  const attempt = await limiter.redeeming(ip);
  let exists = false;
  try {
    const done = await inTransaction(async (db) => {
      const code = await queries.findByHash(db, portalId, wordHash(config.secret, typed));
      if (!code) return null;
      exists = true;
      return work(db, code);
    });
    if (done === null) throw noCode();
    return done;
  } finally {
    if (exists) await attempt.succeeded();
  }
}

/** What a code lets somebody register with: who, what is asked of them, and what they get. Throws 403, 404, 409 and 429 where it lets nobody in now. */
export const codeForNew = (
  deps: RedeemDeps & { readonly databases: Pick<Databases, "inSystem"> },
  asker: { readonly portalId: number; readonly ip: string; readonly say: Say; readonly email: string | null },
  typed: string,
): Promise<{ wordId: number; domains: string[]; fieldIds: number[]; gets: Told[] }> =>
  withCode(
    deps,
    asker,
    typed,
    (work) => deps.databases.inSystem("what a code lets somebody register with", work),
    async (db, code) => {
      requireUsable(code, { email: asker.email, isNew: true });
      const gets = tellEffects(asker.say, await effectsNow(db, asker.portalId, code));
      return { wordId: code.wordId, domains: code.domains, fieldIds: code.fieldIds, gets };
    },
  );

interface Use {
  readonly portalId: number;
  readonly userId: number;
  readonly wordId: number;
  /** They come into the portal by it. */
  readonly isNew: boolean;
  readonly http: Pick<Http, "ip" | "requestId">;
}

/**
 * Uses a code for a member of the portal, in a transaction of stoa_people or the system role. Uses of one code wait for one another, and each takes a seat by a conditional
 * update, so that never more are taken than there are (AUTH-4); what fails gives the seat back with the transaction (security.md 95, 96). Gives what was granted.
 */
export async function useCode(
  db: Db,
  { portalId, userId, wordId, isNew, http }: Use,
): Promise<{ granted: Granted; leadsTo: string | null }> {
  const code = await queries.lockWord(db, portalId, wordId);
  if (!code) throw noCode();
  const member = await queries.lockMember(db, null, portalId, userId);
  if (!member) throw forbidden("members_only", "Only members of this portal can use a code.");
  requireUsable(code, { email: member.email, isNew });
  if ((await queries.countUses(db, portalId, code.id, userId)) >= code.perPerson)
    throw conflict("code_used", "You have used this code already.");
  if (!(await queries.takeSeat(db, portalId, code))) throw taken();
  // Whoever gives does so with the rights of this moment.
  const all = await effectsNow(db, portalId, code);
  if (isNew) await requireMayAdmit(db, await giverNow(db, portalId, code.givenBy));
  const granted = await giveEffects(db, all, { userId, label: code.label });
  await db
    .insertInto("authorization_code_uses")
    .values({ portal_id: portalId, code_id: code.id, word_id: wordId, user_id: userId, is_new: isNew, granted: JSON.stringify(granted) })
    .execute();
  await peopleChanged(db, portalId);
  await note(
    { db, portal: { id: portalId }, actor: { userId }, http },
    {
      action: "code_redeemed",
      object: { kind: "user", id: userId },
      after: { code: code.id, label: code.label, kinds: Object.keys(granted) },
    },
  );
  return { granted, leadsTo: leadingTo(all) };
}

/** Throws unless somebody may let new people in: for the whole portal, because somebody new is in no group yet. */
export async function requireMayAdmit(db: Db, actor: Parameters<typeof requireActor>[0]) {
  const acting = requireActor(actor, admitsNew);
  if ((await scopeOf(db, acting)).parts !== null)
    throw forbidden("needs_portal_scope", "Only somebody who looks after the whole portal can add people.");
}

/** Where a code leads: to the first thing it gives that is a place. */
const leadingTo = (all: Awaited<ReturnType<typeof aboutEffects>>): string | null =>
  all.map(({ name, about }) => kindOf(name).leadsTo?.(about)).find((to) => to !== undefined) ?? null;

/** Who asks, and how the words are said. */
const asking = ({ open }: OpenContext) => open(async ({ actor, say }) => ({ ...requireActor(actor, signedIn), say }));

/** What the person asking would get by a code. */
export async function look(deps: RedeemDeps, context: OpenContext, typed: string): Promise<Result<typeof api.lookAtCode>> {
  const { portalId, userId, say } = await asking(context);
  return withCode(
    deps,
    { portalId, ip: context.http.ip },
    typed,
    (work) => context.databases.inPeople(portalId, "what a code gives", work),
    async (db, code) => {
      const member = await queries.lockMember(db, null, portalId, userId);
      requireUsable(code, { email: member?.email ?? null, isNew: false });
      return { label: code.label, gets: tellEffects(say, await effectsNow(db, portalId, code)) };
    },
  );
}

/** Uses a code for the person asking. */
export async function redeem(
  deps: RedeemDeps,
  context: OpenContext,
  { code: typed }: Parsed<typeof api.redeemCode>["body"],
): Promise<Result<typeof api.redeemCode>> {
  const { portalId, userId, say } = await asking(context);
  const { http } = context;
  return withCode(
    deps,
    { portalId, ip: http.ip },
    typed,
    (work) => context.databases.inPeople(portalId, "somebody uses a code", work),
    async (db, { wordId }) => {
      const { granted, leadsTo } = await useCode(db, { portalId, userId, wordId, isNew: false, http });
      return { gets: tellGranted(say, granted), leadsTo };
    },
  );
}
