import { sql } from "kysely";
import { acceptPassword } from "#features/auth/server/new-password.ts";
import { safeReturnUrl } from "#features/auth/return-url.ts";
import type { Limiter } from "#features/auth/server/limiter.ts";
import { codeForNew, useCode } from "#features/codes/server/service.ts";
import type { FieldDefinition, FieldValues } from "#features/fields/definition.ts";
import { planValues, readFields } from "#features/fields/server/service.ts";
import { accountKnown } from "#features/notifications/events/account_known/account-known.ts";
import { confirmEmail } from "#features/notifications/events/confirm_email/confirm-email.ts";
import { registrationAsked } from "#features/notifications/events/registration_asked/registration-asked.ts";
import { adminsOf, letterSecret, notify, sendsMail, writeLetter } from "#features/notifications/server/service.ts";
import { settingOn, settingText } from "#features/portal/contract.ts";
import { note } from "#platform/audit.ts";
import { sayIn, type Say } from "#platform/catalogue.ts";
import type { Config } from "#platform/config.ts";
import { forNewcomer, requirePlace } from "#features/seats/server/service.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { deviceName } from "#platform/device.ts";
import { conflict, forbidden, invalid, invalidFields, notFound } from "#platform/errors.ts";
import type { Http } from "#platform/serve.ts";
import type { Language } from "#platform/languages.ts";
import { hashToken } from "#platform/tokens.ts";
import { confirmMinutes, registrationModes, type RegistrationMode } from "../contract.ts";
import type * as api from "../contract.ts";
import { join } from "./join.ts";
import { canAsk } from "#features/fields/asked-kinds.ts";
import * as queries from "./queries.ts";

export interface RegistrationDeps {
  readonly databases: Databases;
  readonly limiter: Pick<Limiter, "mailing" | "reset" | "redeeming">;
  readonly config: Pick<Config, "secret" | "smtpUrl" | "productName">;
  /** Makes the pages read the portal's settings anew. */
  readonly portalsChanged: () => void;
}

const portalOf = (http: Http): number => {
  if (!http.portal) throw notFound("portal", "This portal could not be found.");
  return http.portal.id;
};

/** How the portal takes registrations now. byCode: what is asked of those with a code besides; a code opens a closed portal, because its staff gave it. */
export async function standing(db: Db, portalId: number, byCode?: Pick<ByCode, "domains" | "fieldIds">) {
  const { stored, ...settings } = await queries.findSettings(db, portalId);
  const values = stored as Readonly<Record<string, string>>;
  const isPrevented = settingOn(values, "preventSelfRegistration");
  const chosen = settingText(values, "registrationMode");
  const mode: RegistrationMode = registrationModes.find((one) => one === chosen) ?? "off";
  const askedIds = [...settings.fieldIds, ...(byCode?.fieldIds ?? [])];
  const asked = (await readFields(db, portalId)).filter((field) => askedIds.includes(field.id) && canAsk(field));
  const effective = byCode ? ("open" as const) : isPrevented ? ("off" as const) : mode;
  return { ...settings, ...(byCode && { domains: byCode.domains }), chosen: mode, isPrevented, mode: effective, asked };
}

type ByCode = Awaited<ReturnType<typeof codeForNew>>;

/** What somebody needs who registers with a code. Throws 403, 404, 409 or 429 where it lets nobody in. */
export async function showFormOfCode(
  deps: RegistrationDeps,
  http: Http,
  say: Say,
  code: string,
): Promise<Result<typeof api.registrationByCode>> {
  const portalId = portalOf(http);
  const byCode = await codeForNew(deps, { portalId, ip: http.ip, say, email: null }, code);
  const found = await deps.databases.inPortal(portalId, async (db) => {
    await requirePlace(db, portalId);
    return standing(db, portalId, byCode);
  });
  return { ...formOf(found), gets: byCode.gets };
}

/** What somebody needs who registers. */
export async function showForm({ databases }: RegistrationDeps, http: Http): Promise<Result<typeof api.registrationForm>> {
  const portalId = portalOf(http);
  const found = await databases.inPortal(portalId, (db) => standing(db, portalId));
  if (found.mode === "off") return { mode: found.mode, domains: [], fields: [], terms: "", termsVersion: 0 };
  return formOf(found);
}

function formOf({ mode, domains, asked, terms, termsVersion }: Awaited<ReturnType<typeof standing>>): Result<typeof api.registrationForm> {
  return {
    mode,
    domains,
    terms,
    termsVersion,
    fields: asked.map(({ id, kind, name, help, isRequired, isUnique, isSensitive, patternSample, source, settings, options }) => ({
      id,
      kind,
      name,
      help,
      isRequired,
      isUnique,
      isSensitive,
      patternSample,
      source,
      settings,
      access: "edit" as const,
      options: options
        .filter(({ isRetired }) => !isRetired)
        .map((one) => ({ id: one.id, parentId: one.parentId, name: one.name, isRetired: false })),
    })),
  };
}

/**
 * Takes a registration and sends a link to its email. Whoever belongs to the portal already gets another letter, and everybody the same answer (security.md 59): who has
 * an account is told to the mailbox and to nobody else. No password is chosen before the email is confirmed, so nobody prepares an account for somebody else.
 */
export async function takeRegistration(
  deps: RegistrationDeps,
  http: Http,
  locale: Language,
  input: Parsed<typeof api.register>["body"],
): Promise<Result<typeof api.register>> {
  const { databases, limiter, config } = deps;
  const portalId = portalOf(http);
  const { email, values, code } = input;
  const byCode = code == null ? undefined : await codeForNew(deps, { portalId, ip: http.ip, say: sayIn(locale), email }, code);
  const form = await databases.inPortal(portalId, async (db) => {
    const found = await standing(db, portalId, byCode);
    // Whoever is let in by hand waits, and there may be a seat by then.
    if (found.mode === "open") await requirePlace(db, portalId);
    return { ...found, problems: found.mode === "off" ? [] : await problemsOf(db, portalId, found.asked, values) };
  });
  requireOpen(form, email);
  if (form.problems.length > 0) throw invalidFields(form.problems);
  if (form.terms !== "" && input.termsVersion !== form.termsVersion)
    throw input.termsVersion == null
      ? invalid("termsVersion", "terms", "Agree to the terms first.")
      : invalid("termsVersion", "new_terms", "The terms have changed. Read them again.");
  await limiter.mailing(email, http.ip);
  const secret = letterSecret(config.secret);
  await databases.inSystem("somebody registers", async (db) => {
    const known = await queries.findAccount(db, portalId, email);
    await note({ db, portal: { id: portalId }, actor: null, http }, { action: "registration_taken" });
    if (known?.isHidden) return;
    if (known?.isMember) {
      await writeLetter(db, portalId, accountKnown, { userId: known.userId }, {});
      return;
    }
    const until = new Date(Date.now() + confirmMinutes * 60_000);
    await db
      .insertInto("registrations")
      .values({
        portal_id: portalId,
        email,
        given_name: input.givenName,
        family_name: input.familyName,
        locale,
        field_values: JSON.stringify(onlyAsked(form.asked, values)),
        terms_version: form.terms === "" ? 0 : form.termsVersion,
        return_url: safeReturnUrl(input.returnUrl, http.origin),
        token_hash: secret.tokenHash,
        word_id: byCode?.wordId ?? null,
        ip: http.ip,
        device: deviceName(http.userAgent),
      })
      .execute();
    await writeLetter(db, portalId, confirmEmail, { address: email, locale }, { key: secret.key, until: until.toISOString() });
  });
  return { hours: confirmMinutes / 60, isMailed: await databases.inPortal(portalId, (db) => sendsMail(db, portalId, config.smtpUrl)) };
}

/** Throws unless the portal takes somebody with this email. */
function requireOpen({ mode, domains }: { mode: RegistrationMode; domains: readonly string[] }, email: string) {
  if (mode === "off") throw forbidden("registration_off", "This portal takes no registrations. Ask the people who run it.");
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (domains.length > 0 && !domains.includes(domain))
    throw invalid("email", "other_domain", "Only emails at {domains} can register here.", { domains: domains.join(", ") });
}

const onlyAsked = (asked: readonly FieldDefinition[], values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([id]) => asked.some((field) => String(field.id) === id)));

/** What is wrong with the values of a form, by field. */
async function problemsOf(db: Db, portalId: number, asked: readonly FieldDefinition[], values: FieldValues) {
  const plan = await planValues(db, portalId, asked, [{ userId: 0, values: onlyAsked(asked, values) }], "all");
  return plan.problems.map(({ fieldId, problem }) => ({ field: `fields.${fieldId}`, ...problem }));
}

const isMember = () => conflict("is_member", "Somebody with this email belongs to this portal already.");
const noLink = () => notFound("registration", "This link does not work, or no longer. Register again.");

/** What a link is about. Which links there are is told by no answer but to whoever has one. */
export async function lookAt(
  { databases, limiter }: RegistrationDeps,
  http: Http,
  token: string,
): Promise<Result<typeof api.lookAtRegistration>> {
  const portalId = portalOf(http);
  const attempt = await limiter.reset(http.ip);
  const found = await databases.inSystem("what a link that confirms an email is about", async (db) => {
    const registration = await queries.findByToken(db, portalId, hashToken(token), confirmMinutes);
    return (
      registration && { email: registration.email, hasAccount: (await queries.findAccount(db, portalId, registration.email)) !== undefined }
    );
  });
  if (!found) throw noLink();
  await attempt.succeeded();
  return found;
}

/** Confirms an email: the link is used up, and the person joins or waits. No transaction is open while it hashes. */
export async function confirm(
  { databases, limiter, config }: RegistrationDeps,
  http: Http,
  { token, newPassword }: Parsed<typeof api.confirmRegistration>["body"],
): Promise<Result<typeof api.confirmRegistration>> {
  const portalId = portalOf(http);
  const attempt = await limiter.reset(http.ip);
  const tokenHash = hashToken(token);
  const before = await databases.inSystem("whose email is confirmed", async (db) => {
    const registration = await queries.findByToken(db, portalId, tokenHash, confirmMinutes);
    return registration && { registration, isNew: !(await queries.findAccount(db, portalId, registration.email)) };
  });
  if (!before) throw noLink();
  let passwordHash: string | null = null;
  if (before.isNew) {
    if (!newPassword) throw invalid("newPassword", "required", "Choose a new password.");
    const { email, givenName, familyName } = before.registration;
    const known = [email, `${givenName}${familyName}`];
    const accepted = await acceptPassword(databases, config.productName, {
      field: "newPassword",
      password: newPassword,
      portalId,
      userId: null,
      known,
    });
    passwordHash = accepted.hash;
  }
  // Without a seat nothing is done: the link stays, and so does the seat of a code.
  const { state, leadsTo } = await forNewcomer(() =>
    databases.inSystem("an email is confirmed", async (db) => {
      const found = await queries.findByToken(db, portalId, tokenHash, confirmMinutes, { lock: true });
      if (!found) throw noLink();
      const { wordId } = found;
      if (wordId !== null) {
        const userId = await join(db, { ...found, passwordHash }, { portalId, by: null, http });
        if (userId === null) throw isMember();
        // The code takes its seat only now, and may be used up since: then nobody joins by it.
        const { leadsTo: place } = await useCode(db, { portalId, userId, wordId, isNew: true, http });
        return { state: "joined" as const, leadsTo: place };
      }
      const { mode, domains } = await standing(db, portalId);
      // The portal may have closed since.
      requireOpen({ mode, domains }, found.email);
      if (mode === "open") {
        if ((await join(db, { ...found, passwordHash }, { portalId, by: null, http })) === null) throw isMember();
        return { state: "joined" as const, leadsTo: null };
      }
      await sql`update registrations set state = 'waiting', confirmed_at = now(), password_hash = ${passwordHash}, token_hash = null
      where portal_id = ${portalId} and id = ${found.id}`.execute(db);
      await note(
        { db, portal: { id: portalId }, actor: null, http },
        { action: "registration_confirmed", object: { kind: "registration", id: found.id } },
      );
      const variables = { name: `${found.givenName} ${found.familyName}`.trim(), email: found.email };
      const admins = await adminsOf(db, portalId);
      await notify(
        db,
        portalId,
        registrationAsked,
        admins.map(({ userId }) => ({ subject: `registration:${found.id}`, userId, occurrence: "1", variables })),
      );
      return { state: "waiting" as const, leadsTo: null };
    }),
  );
  await attempt.succeeded();
  const returnUrl = before.registration.returnUrl ?? (leadsTo && `/v${leadsTo}`);
  return { state, redirect: `/v/auth/login${returnUrl ? `?ReturnUrl=${encodeURIComponent(returnUrl)}` : ""}` };
}
