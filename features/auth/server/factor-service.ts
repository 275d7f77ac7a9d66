import type { FactorChange } from "#features/notifications/events/factor_changed/factor-changed.ts";
import { factorChanged } from "#features/notifications/events/factor_changed/factor-changed.ts";
import { signInStopped } from "#features/notifications/events/sign_in_stopped/sign-in-stopped.ts";
import { notify } from "#features/notifications/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { invalid, notFound, refused, signedOut } from "#platform/errors.ts";
import { instantOrNull } from "#platform/instant.ts";
import type { Http, OpenContext, PortalRef } from "#platform/serve.ts";
import { factors, factorsOf } from "../factors/factors.ts";
import { codesLeft, makeCodes } from "../factors/recovery.ts";
import { confirmTotp } from "../factors/totp.ts";
import type * as api from "../factor-contract.ts";
import type { ProvenBy } from "../sign-in-settings.ts";
import { clearStepCookie, readStepToken, setSessionCookies } from "./cookies.ts";
import { type AuthDeps, graceEnd, hand, needsFactor, pass, type Passed } from "./door.ts";
import { dummyVerify, verifyPassword } from "./passwords.ts";
import { endEverything, renewAlone } from "./sessions.ts";
import { findSettings } from "./settings.ts";
import { countTry, findStep, mostTries, takeStep } from "./steps.ts";

const over = () => refused(401, "sign_in_over", "This sign-in took too long, or too many codes were wrong. Sign in again.");
const wrongCode = () => invalid("code", "wrong_code", "This code is not right, or was used already. Wait for the next one and try again.");

const portalOf = (http: Http): PortalRef => {
  if (!http.portal) throw notFound("portal", "This portal could not be found.");
  return http.portal;
};

/** The step of the browser's sign-in under way; null without one. As the system role. */
export async function ownStep(db: Db, http: Http) {
  const token = readStepToken(http);
  const step = token ? await findStep(db, portalOf(http).id, token) : undefined;
  return token && step ? { ...step, token } : null;
}

/** Ends the browser's sign-in under way, if there is one. */
export async function leaveStep({ databases }: AuthDeps, http: Http): Promise<void> {
  const token = readStepToken(http);
  clearStepCookie(http);
  const { portal } = http;
  if (token && portal) await databases.inSystem("leave a sign-in under way", (db) => takeStep(db, portal.id, token));
}

type State = Result<typeof api.stepState>;

/** What stands between a browser and its session. */
export async function showStep(deps: AuthDeps, { http, open }: OpenContext): Promise<State> {
  const portal = portalOf(http);
  const actor = await open(async (scope) => scope.actor);
  return deps.databases.inSystem("show a sign-in under way", async (db): Promise<State> => {
    const { trustedDays, factorRoles, factorGraceDays } = await findSettings(db, portal.id);
    const step = await ownStep(db, http);
    if (step && step.kind !== "elsewhere")
      return {
        step: step.kind === "enrol" ? "enrol" : "factor",
        factors: await factorsOf(db, portal.id, step.userId),
        trustedDays,
        dueAt: null,
      };
    if (!actor) return { step: null, factors: [], trustedDays, dueAt: null };
    const own = await factorsOf(db, portal.id, actor.userId);
    if (actor.gate === "factor") return { step: "due", factors: own, trustedDays, dueAt: null };
    const isAsked = needsFactor(factorRoles, actor) && own.every((name) => name === "recovery");
    const dueAt = isAsked ? new Date(await graceEnd(db, portal.id, actor.userId, factorGraceDays)).toISOString() : null;
    return { step: isAsked ? "offer" : null, factors: own, trustedDays, dueAt };
  });
}

/** Proves the second factor of a sign-in under way, which becomes a session. Counts and limits wrong answers, and tells the person when it stops them. */
export async function finishStep(deps: AuthDeps, http: Http, body: Parsed<typeof api.proveFactor>["body"]) {
  const portal = portalOf(http);
  const attempt = await deps.limiter.factor(http.ip);
  const step = await deps.databases.inSystem("find a sign-in under way", (db) => ownStep(db, http));
  if (step?.kind !== "factor") throw over();
  const { userId } = step;
  // A code of six digits can be guessed by trying, so of each person few are tried, whoever tries them and from wherever.
  const factor = factors[body.factor];
  const guess = factor.isGuessable ? await deps.limiter.code(userId) : null;
  const { passed, hasEnded } = await deps.databases.inSystem("prove a second factor", async (db) => {
    const asked = { portalId: portal.id, userId, secret: deps.config.secret, origin: http.origin };
    const { isRight, change } = await factor.prove(db, asked, body.code);
    if (change) await tellChanged(db, portal.id, userId, change);
    const noting = { db, portal, actor: { userId }, http };
    if (!isRight) {
      const tries = await countTry(db, portal.id, step.token);
      await note(noting, { action: "factor_failed", after: { factor: body.factor } });
      if (tries >= mostTries) await tellStopped(db, portal.id, userId, http.ip);
      return { passed: null, hasEnded: tries >= mostTries };
    }
    return { passed: await through(db, deps, http, portal, step, { trust: body.trust, factor: body.factor }), hasEnded: false };
  });
  if (hasEnded) clearStepCookie(http);
  if (!passed) throw hasEnded ? over() : wrongCode();
  await attempt.succeeded();
  await guess?.succeeded();
  return hand(deps, http, passed);
}

type Step = NonNullable<Awaited<ReturnType<typeof ownStep>>>;

/** Turns a step whose factor is proven into a session. Throws when another answer did so just now, or the person may not enter any more. */
async function through(
  db: Db,
  deps: AuthDeps,
  http: Http,
  portal: PortalRef,
  step: Step,
  { trust, factor, endsOthers = false }: { trust: boolean; factor: string; endsOthers?: boolean },
): Promise<Passed> {
  if (!(await takeStep(db, portal.id, step.token))) throw over();
  if (endsOthers) await endEverything(db, [step.userId]);
  const passed = await pass(db, deps, http, portal, {
    userId: step.userId,
    method: step.method as ProvenBy,
    hasSecondFactor: true,
    returnUrl: step.returnUrl,
    action: step.method === "handover" ? "portal_switched" : "signed_in",
    trust,
    factor,
  });
  if (!passed) throw over();
  return passed;
}

/** Who sets up a second factor: somebody signed in, whose password is checked, or somebody whose sign-in waits for it. */
type Enrolling =
  | { readonly userId: number; readonly email: string; readonly actor: Actor }
  | { readonly userId: number; readonly email: string; readonly step: Step };

/** Finds who sets up a factor. Throws 401 for nobody. */
export async function enrolling(deps: AuthDeps, { http, open }: OpenContext): Promise<Enrolling> {
  const actor = await open(async (scope) => scope.actor);
  if (actor) return { userId: actor.userId, email: actor.email, actor };
  return deps.databases.inSystem("find whose sign-in waits", async (db) => {
    const step = await ownStep(db, http);
    if (step?.kind !== "enrol") throw signedOut();
    const { email } = await db.selectFrom("users").select("email").where("id", "=", step.userId).executeTakeFirstOrThrow();
    return { userId: step.userId, email, step };
  });
}

/** Checks the password of somebody signed in before what protects their account changes. Throws 400 at the field, 429 after too many. */
export async function checkPassword(deps: AuthDeps, http: Http, actor: Actor, password: string | undefined): Promise<void> {
  const kept = await deps.databases.inSystem("check the present password", async (db) => {
    const row = await db.selectFrom("users").select("password_hash").where("id", "=", actor.userId).executeTakeFirstOrThrow();
    return row.password_hash;
  });
  const attempt = await deps.limiter.password(actor.email, http.ip);
  const typed = password ?? "";
  if (!(kept ? await verifyPassword(kept, typed) : await dummyVerify(typed)))
    throw invalid("password", "wrong_password", "This is not your current password.");
  await attempt.succeeded();
}

/**
 * Changes a second factor of somebody, as the system role. Everything else that could act for them ends (security.md 25); a session goes on under a new token, a
 * sign-in under way becomes one. Recovery codes come with the first factor. work returns false for a wrong answer.
 */
export async function changeFactors(
  deps: AuthDeps,
  http: Http,
  who: Enrolling,
  change: FactorChange,
  work: (db: Db) => Promise<boolean>,
): Promise<Result<typeof api.confirmTotp>> {
  const portal = portalOf(http);
  const made = await deps.databases.inSystem("change a second factor", async (db) => {
    await db.selectFrom("users").select("id").where("id", "=", who.userId).forUpdate().execute();
    const before = await factorsOf(db, portal.id, who.userId);
    if (!(await work(db))) return null;
    const isFirst = change.endsWith("_added") && !before.includes("recovery");
    const recoveryCodes = isFirst ? await makeCodes(db, who.userId) : null;
    await note({ db, portal, actor: { userId: who.userId }, http }, { action: change, object: { kind: "user", id: who.userId } });
    await tellChanged(db, portal.id, who.userId, change);
    if ("actor" in who) {
      const left = await factorsOf(db, portal.id, who.userId);
      const hasSecondFactor = change.endsWith("_added") ? true : left.every((name) => name === "recovery") ? false : null;
      const token = await renewAlone(db, who.actor, { hasSecondFactor });
      if (token === null) throw signedOut();
      return { recoveryCodes, token, passed: null };
    }
    const passed = await through(db, deps, http, portal, who.step, { trust: false, factor: change, endsOthers: true });
    return { recoveryCodes, token: null, passed };
  });
  if (!made) throw wrongCode();
  const { recoveryCodes, token, passed } = made;
  if (token !== null) setSessionCookies(http, deps.config.secret, token);
  return { recoveryCodes, redirect: passed ? hand(deps, http, passed).redirect : null };
}

/** What protects an account besides its password, in numbers. As the system role. */
export async function protectionOf(db: Db, userId: number) {
  const app = await db.selectFrom("account_security").select("totp_at").where("user_id", "=", userId).executeTakeFirst();
  return {
    totpSince: instantOrNull(app?.totp_at ?? null),
    recoveryLeft: await codesLeft(db, userId),
    passkeys: await countPasskeys(db, userId),
  };
}

const countPasskeys = async (db: Db, userId: number): Promise<number> => {
  const { count } = await db
    .selectFrom("passkeys")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Adds the app whose code is given. */
export const addTotp = (deps: AuthDeps, http: Http, who: Enrolling, code: string) =>
  changeFactors(deps, http, who, "totp_added", (db) => confirmTotp(db, { userId: who.userId, secret: deps.config.secret }, code));

/** Tells somebody, in the transaction that changes it, what became of their second factor. */
export function tellChanged(db: Db, portalId: number, userId: number, change: FactorChange, by: string | null = null, reason = "") {
  const at = new Date().toISOString();
  return notify(db, portalId, factorChanged, [
    { subject: `user:${userId}`, userId, occurrence: at, variables: { at, change, by, reason } },
  ]);
}

function tellStopped(db: Db, portalId: number, userId: number, ip: string) {
  const at = new Date().toISOString();
  return notify(db, portalId, signInStopped, [{ subject: `user:${userId}`, userId, occurrence: at, variables: { at, ip } }]);
}
