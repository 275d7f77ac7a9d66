import { sql, type CompiledQuery, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { RoleName } from "#features/portal/contract.ts";
import { elsewherePage, gatePages, holdsRole } from "#features/portal/policy.ts";
import { effectiveSettings } from "#features/portal/server/effective-settings.ts";
import type { Gate } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Config } from "#platform/config.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import type { Http, PortalRef } from "#platform/serve.ts";
import { hashToken, newToken } from "#platform/tokens.ts";
import { safeReturnUrl } from "../return-url.ts";
import type { ProvenBy, SignInSettings } from "../sign-in-settings.ts";
import { tellNewBrowser } from "./browsers.ts";
import { clearStepCookie, readBrowserToken, setBrowserCookie, setSessionCookies, setStepCookie } from "./cookies.ts";
import { belongsElsewhere } from "./handover-queries.ts";
import type { Limiter } from "./limiter.ts";
import { beginSession } from "./sessions.ts";
import { passwordPolicyOf, signInSettingsOf } from "./settings.ts";
import { insertStep, stepSeconds } from "./steps.ts";

// The one door of a portal. Whatever proved who somebody is, this file decides what comes next: a second factor, setting one up, a new password, the terms, missing fields, the session,
// and the page that was asked for.

export interface AuthDeps {
  readonly databases: Databases;
  readonly limiter: Limiter;
  readonly config: Pick<
    Config,
    | "secret"
    | "setupToken"
    | "sessionMaxHours"
    | "sessionVisitHours"
    | "sessionIdleMinutes"
    | "productName"
    | "contentOrigin"
    | "contentHosts"
    | "smtpUrl"
  >;
  /** The start page of a role, for somebody who asked for no page. */
  readonly homeOf: (role: string) => string;
}

/** Who somebody is, as a method of sign-in has proven it. */
export interface Proven {
  readonly userId: number;
  /** The method; a hand-over from another portal counts as what was done there. */
  readonly method: ProvenBy;
  /** Whether more than one factor was proven: by the method itself, in the portal that handed over, or as the second step of this sign-in. */
  readonly hasSecondFactor: boolean;
  /** The hash that the password was compared with: refused when another one was set meanwhile. */
  readonly passwordHash?: string;
  /** Whether the password was typed in the portal that handed over. */
  readonly isByPassword?: boolean;
  readonly returnUrl: string | null | undefined;
  /** The action in the audit log, such as signed_in. */
  readonly action: string;
  /** Whether this browser needs no second factor for some days. */
  readonly trust?: boolean;
  /** The second factor that was proven, for the audit log. */
  readonly factor?: string;
  /** What else is done when they pass, as parts of the `with` of the statement that starts the session. */
  readonly success?: RawBuilder<unknown>;
}

/** What the door lets happen: a session, or a step that comes before it. */
export interface Passed {
  readonly userId: number;
  readonly redirect: string;
  readonly step: "factor" | "enrol" | "elsewhere" | null;
  /** The token of the session or of the step. */
  readonly token: string;
  readonly browserToken: string;
}

const Standing = z.object({
  passwordHash: z.nullable(z.string()),
  mustChangePassword: z.boolean(),
  status: z.nullable(z.string()),
  mayEnter: z.nullable(z.boolean()),
  isSystemAdmin: z.boolean(),
  isAuthor: z.boolean(),
  isManager: z.boolean(),
  isAdmin: z.boolean(),
  lastRole: RoleName,
  hasFactor: z.boolean(),
  isTrusted: z.boolean(),
  passwordDays: z.number(),
  termsDue: z.nullable(z.int()),
  fieldsDue: z.boolean(),
  settings: z.record(z.string(), z.unknown()),
});
type Standing = z.infer<typeof Standing>;

/** What the door goes by. It holds the person until the transaction ends: a password or factor that is changed meanwhile waits, and then ends the session. */
const standingStatement = (portalId: number, userId: number, browserToken: string | null) => typed(Standing)`
    select u.password_hash as "passwordHash", u.must_change_password as "mustChangePassword", m.status,
      may_enter(m.status, u.is_system_admin) as "mayEnter",
      u.is_system_admin as "isSystemAdmin", coalesce(m.is_author, false) as "isAuthor", coalesce(m.is_manager, false) as "isManager",
      coalesce(m.is_admin, false) as "isAdmin", coalesce(r.role, 'Student') as "lastRole",
      s.totp_at is not null or exists (select from passkeys k where k.portal_id = p.id and k.user_id = u.id) as "hasFactor",
      coalesce(b.trusted_until > now(), false) as "isTrusted", p.settings,
      extract(epoch from now() - coalesce(u.password_changed_at, u.created_at))::float8 / 86400 as "passwordDays",
      case when m.user_id is not null and t.terms <> '' and not exists (select from terms_acceptances a
        where a.portal_id = t.portal_id and a.user_id = u.id and a.version >= t.terms_version) then t.terms_version end as "termsDue",
      m.user_id is not null and fields_due(p.id, u.id) as "fieldsDue"
    from users u
    join portals p on p.id = ${portalId}
    left join memberships m on m.portal_id = ${portalId} and m.user_id = u.id
    left join last_roles r on r.portal_id = ${portalId} and r.user_id = u.id
    left join account_security s on s.user_id = u.id
    left join registration_settings t on t.portal_id = p.id
    left join known_browsers b on b.portal_id = ${portalId} and b.user_id = u.id and b.token_hash = decode(${browserToken ? hashToken(browserToken).toString("hex") : null}, 'hex')
    where u.id = ${userId} and u.kind = 'person'
    for no key update of u`;

/** The statement that `pass` begins with, for the opening of its transaction. */
export const passFirst = (http: Http, portal: PortalRef, userId: number): CompiledQuery[] => [
  standingStatement(portal.id, userId, readBrowserToken(http)).compile(),
];

/** Of the gates that somebody stands before, the door leads to the first of these; a second factor that may still wait comes last. */
const leads = ["password", "terms", "fields", "factor"] as const satisfies readonly Gate[];

const dayMs = 86_400_000;

/** Whether a portal that wants a second factor from these roles wants one from somebody; a system admin has every role. */
export const needsFactor = (roles: SignInSettings["factorRoles"], person: Parameters<typeof holdsRole>[0]): boolean =>
  roles.some((role) => person.isSystemAdmin || holdsRole(person, role));

/**
 * Lets somebody through whose identity is proven, as the system role in the caller's transaction. Null when they may not enter, or when the method is off here.
 * What it gives is sent with `hand` once the transaction is done.
 */
export async function pass(db: Db, deps: AuthDeps, http: Http, portal: PortalRef, proven: Proven): Promise<Passed | null> {
  const known = readBrowserToken(http);
  const { userId, method } = proven;
  const standing = (await standingStatement(portal.id, userId, known).execute(db)).rows[0];
  if (!standing || (proven.passwordHash !== undefined && proven.passwordHash !== standing.passwordHash)) return null;
  // Who belongs to other portals only is told so, once all is proven that can be proven here (ENV-12); whoever may enter none is answered as a stranger.
  const isElsewhere = !standing.mayEnter;
  if (isElsewhere && (method !== "password" || !(await belongsElsewhere(db, userId, portal.id)))) return null;
  const values = effectiveSettings(standing.settings);
  const settings = signInSettingsOf(values);
  const wanted = safeReturnUrl(proven.returnUrl, http.origin);
  const browserToken = known ?? newToken();
  const hasSecond = proven.hasSecondFactor || (standing.hasFactor && standing.isTrusted && settings.trustedDays > 0);
  const isAsked = !isElsewhere && !standing.hasFactor && !proven.hasSecondFactor && needsFactor(settings.factorRoles, standing);
  const isLate = isAsked && (await graceEnd(db, portal.id, userId, settings.factorGraceDays)) <= Date.now();
  if ((standing.hasFactor && !hasSecond) || isLate) {
    const step = isLate ? "enrol" : "factor";
    if (proven.success) await sql`with ${proven.success} select`.execute(db);
    const token = await insertStep(db, { portalId: portal.id, userId, kind: step, method, returnUrl: wanted });
    return { userId, step, token, browserToken, redirect: withReturnUrl(gatePages.factor, wanted) };
  }
  if (isElsewhere) {
    if (proven.success) await sql`with ${proven.success} select`.execute(db);
    const token = await insertStep(db, {
      portalId: portal.id,
      userId,
      kind: "elsewhere",
      method,
      returnUrl: wanted,
      hasSecondFactor: hasSecond,
    });
    await note({ db, portal, actor: { userId }, http }, { action: "sign_in_failed" });
    return { userId, step: "elsewhere", token, browserToken, redirect: withReturnUrl(elsewherePage, wanted) };
  }
  // Whoever is no member is a system admin, whose visit ends by itself (security.md 35).
  const isVisit = standing.status === null;
  const { sessionMaxHours, sessionVisitHours } = deps.config;
  const maxHours = isVisit ? Math.min(sessionMaxHours, sessionVisitHours) : sessionMaxHours;
  const after = {
    ...(isVisit && { as: "system admin", hours: maxHours }),
    ...(proven.factor && { factor: proven.factor }),
  };
  const { token, newBrowser } = await beginSession(db, {
    portalId: portal.id,
    userId,
    userAgent: http.userAgent,
    ip: http.ip,
    requestId: http.requestId,
    maxHours,
    replaces: http.sessionToken,
    hasSecondFactor: hasSecond,
    termsDue: standing.termsDue,
    fieldsDue: standing.fieldsDue,
    browser: { token: browserToken, trustedDays: proven.trust ? settings.trustedDays : 0 },
    action: proven.action,
    ...(proven.success && { success: proven.success }),
    ...(Object.keys(after).length > 0 && { after }),
  });
  if (newBrowser !== null) await tellNewBrowser(db, http, { portalId: portal.id, userId, browserId: newBrowser });
  const { maxDays } = passwordPolicyOf(values);
  const isOld = (proven.passwordHash !== undefined || proven.isByPassword === true) && maxDays > 0 && standing.passwordDays > maxDays;
  // Nothing but a new password is answered from now on (platform/serve.ts).
  if (isOld) await db.updateTable("users").set({ must_change_password: true }).where("id", "=", userId).execute();
  const page = wanted ?? homeFor(deps, standing, standing.lastRole);
  const due = {
    password: standing.mustChangePassword || isOld,
    terms: standing.termsDue !== null,
    fields: standing.fieldsDue,
    factor: isAsked,
  };
  const gate = leads.find((one) => due[one]);
  const redirect = gate ? withReturnUrl(gatePages[gate], wanted) : page;
  return { userId, step: null, token, browserToken, redirect };
}

/** Sends the cookies of what the door gave. Returns what the answer says. */
export function hand(deps: AuthDeps, http: Http, { userId, redirect, step, token, browserToken }: Passed) {
  if (step) setStepCookie(http, token, stepSeconds);
  else {
    clearStepCookie(http);
    setSessionCookies(http, deps.config.secret, token);
  }
  if (browserToken !== readBrowserToken(http)) setBrowserCookie(http, browserToken);
  return { redirect, userId, ...(step && { step }) };
}

/** Until when somebody may go on without a second factor, as milliseconds since 1970; it begins with the first sign-in that asks for one. */
export async function graceEnd(db: Db, portalId: number, userId: number, days: number): Promise<number> {
  const { since } = await db
    .insertInto("factor_graces")
    .values({ portal_id: portalId, user_id: userId })
    .onConflict((at) => at.columns(["portal_id", "user_id"]).doUpdateSet({ since: sql<Date>`factor_graces.since` }))
    .returning("since")
    .executeTakeFirstOrThrow();
  return since.getTime() + days * dayMs;
}

/** The start page of the role somebody was last in; Student's when that role was withdrawn since. */
export const homeFor = (deps: Pick<AuthDeps, "homeOf">, person: Parameters<typeof holdsRole>[0], role: string): string => {
  const known = RoleName.safeParse(role).data;
  return deps.homeOf(known && holdsRole(person, known) ? known : "Student");
};

/** A page's path with a ReturnUrl, when there is one. */
export const withReturnUrl = (path: string, wanted: string | null): string =>
  wanted ? `${path}?ReturnUrl=${encodeURIComponent(wanted)}` : path;
