import { actorOf } from "#features/jobs/server/service.ts";
import { scopeOf } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Db } from "#platform/db/connect.ts";
import { AppError, conflict, forbidden } from "#platform/errors.ts";
import { requireActor } from "#platform/serve.ts";
import { effectNames, type EffectName, type Effects } from "../effects/effects.ts";
import type { Told } from "../told.ts";
import type { Giver } from "./effect-kind.ts";
import { kindOf } from "./effect-kinds.ts";
import { lockMember } from "./queries.ts";

/** What one use changed, by kind. */
export type Granted = Readonly<Partial<Record<EffectName, object>>>;

const chosen = (effects: Effects) => effectNames.flatMap((name) => (effects[name] === undefined ? [] : [{ name, effect: effects[name] }]));

/** Somebody as the rule of a kind sees them. Throws 403 where they may not give it. */
async function giverFor(db: Db, actor: Actor, name: EffectName): Promise<Giver> {
  const acting = requireActor(actor, kindOf(name).rule);
  return { db, portalId: acting.portalId, actor: acting, scope: await scopeOf(db, acting) };
}

/** What each effect is about, in the order in which they are given. Throws where this person may not give one of them (security.md 14). */
export async function aboutEffects(db: Db, actor: Actor, effects: Effects) {
  const all = [];
  for (const { name, effect } of chosen(effects)) {
    const giver = await giverFor(db, actor, name);
    all.push({ name, effect, giver, about: await kindOf(name).about(giver, effect) });
  }
  return all;
}

/** The same in words. */
export const tellEffects = (say: Say, all: Awaited<ReturnType<typeof aboutEffects>>): Told[] =>
  all.map(({ name, about }) => kindOf(name).tell(say, about));

/** What one use changed, in words. */
export const tellGranted = (say: Say, granted: Granted): Told[] =>
  effectNames.flatMap((name) => (granted[name] ? [kindOf(name).tell(say, granted[name])] : []));

const stale = () =>
  conflict("code_stale", "What this code gives is not there any more, or whoever made it may not give it any more. Ask for another code.");

/** The one who gives by a code, with the rights of this moment. Throws 409 where they are gone. */
export async function giverNow(db: Db, portalId: number, userId: number): Promise<Actor> {
  const actor = await actorOf(db, { portalId, userId });
  if (!actor) throw stale();
  return actor;
}

/** What a code gives now, for whoever has it. Throws 409 where its giver could not give it any more. */
export async function effectsNow(db: Db, portalId: number, { givenBy, effects }: { givenBy: number; effects: Effects }) {
  const actor = await giverNow(db, portalId, givenBy);
  try {
    return await aboutEffects(db, actor, effects);
  } catch (error) {
    if (error instanceof AppError) throw stale();
    throw error;
  }
}

/**
 * Gives somebody all effects. Whoever gives for a part of the portal gives to the people of that part alone, or to those whom the code has just put into one of its
 * groups. Throws 403 else.
 */
export async function giveEffects(
  db: Db,
  all: Awaited<ReturnType<typeof aboutEffects>>,
  to: { readonly userId: number; readonly label: string },
): Promise<Granted> {
  const granted: Partial<Record<EffectName, object>> = {};
  for (const { name, effect, giver, about } of all) {
    // The first kind is the groups, by which somebody may come into reach.
    if (name !== effectNames[0] && giver.scope.parts !== null && !(await isReached(db, giver, to.userId)))
      throw forbidden("not_for_you", "This code is for the people whom its maker looks after. Ask them for help.");
    const given = await kindOf(name).grant(giver, to, effect, about);
    if (given) granted[name] = given;
  }
  return granted;
}

const isReached = async (db: Db, { scope, portalId }: Giver, userId: number) =>
  (await lockMember(db, scope, portalId, userId))?.isReached === true;

/** Whether somebody may take back all that uses of these effects gave. Throws 403. */
export function requireMayGive(actor: Actor, effects: Effects): void {
  for (const { name } of chosen(effects)) requireActor(actor, kindOf(name).rule);
}

/** Takes back what one use gave, in the reverse order. Gives the names of what stays. */
export async function undoGranted(db: Db, actor: Actor, userId: number, granted: Granted): Promise<string[]> {
  const kept: string[] = [];
  for (const name of effectNames.toReversed()) {
    const one = granted[name];
    if (one) kept.push(...(await kindOf(name).undo(await giverFor(db, actor, name), userId, one)));
  }
  return kept;
}
