import { sql } from "kysely";
import * as z from "zod/mini";
import type { Portal } from "#features/portal/server/directory.ts";
import type { Actor } from "#platform/actor.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { jsonOf, typed } from "#platform/db/typed.ts";
import { type FieldError, invalidFields } from "#platform/errors.ts";
import { phrase } from "#platform/words.ts";
import type { strengths } from "../contract.ts";
import { longestPassword, type PasswordPolicy } from "../password-policy.ts";
import { hashPassword, verifyPassword } from "./passwords.ts";
import { passwordPolicy } from "./settings.ts";
import { isStrong, weakness } from "./strength.ts";

// Every new password of the product comes through here, whatever asks for it: registration, a link, a change, the set-up, the environment.

/** What the product asks where no portal says more. */
export const productPolicy = passwordPolicy({});

type Problem = Pick<FieldError, "code" | "text" | "params">;

/** What is wrong with a new password; null for nothing. known: words that an attacker tries first. earlier: hashes of passwords that cannot be chosen again. */
export async function passwordProblem(
  password: string,
  { policy, known, earlier = [] }: { policy: PasswordPolicy; known: readonly string[]; earlier?: readonly string[] },
): Promise<Problem | null> {
  const { length } = [...password];
  if (length < policy.minLength)
    return { code: "too_small", text: phrase("Use at least {minimum} characters."), params: { minimum: policy.minLength } };
  if (length > longestPassword)
    return { code: "too_big", text: phrase("Use at most {maximum} characters."), params: { maximum: longestPassword } };
  const weak = await weakness(password, known);
  if (weak) return weak;
  for (const kept of earlier)
    if (await verifyPassword(kept, password))
      return { code: "used_before", text: phrase("You have used this password before. Choose another one.") };
  return null;
}

const Rules = z.object({ portals: jsonOf<{ name: string; settings: unknown }[]>(), earlier: z.array(z.string()) });

/** The strictest of several policies: an account has one password for all its portals. */
const strictest = (policies: readonly PasswordPolicy[]): PasswordPolicy => ({
  minLength: Math.max(...policies.map(({ minLength }) => minLength)),
  history: Math.max(...policies.map(({ history }) => history)),
  maxDays: 0,
});

/** A password that was accepted, hashed, with how many a person's portals remember. */
export interface AcceptedPassword {
  readonly hash: string;
  readonly history: number;
}

interface Asked {
  /** The field of the form, for the refusal. */
  readonly field: string;
  readonly password: string;
  readonly portalId: number;
  /** Whose password it becomes; null for somebody without an account. */
  readonly userId: number | null;
  /** The email, the names and the like. */
  readonly known: readonly string[];
}

/**
 * Judges a new password by the rules of the portal and of every other portal of the person, and hashes it; throws 400 at the field. It takes a while, so call it outside any
 * transaction.
 */
export async function acceptPassword(
  databases: Databases,
  productName: string,
  { field, password, portalId, userId, known }: Asked,
): Promise<AcceptedPassword> {
  const { portals, earlier } = await databases.inSystem("the rules for a new password", async (db) => {
    const { rows } = await typed(Rules)`
      select (select jsonb_agg(jsonb_build_object('name', p.name, 'settings', p.settings) order by p.id = ${portalId} desc, p.id) from portals p
          where p.id = ${portalId} or exists (select from memberships m where m.portal_id = p.id and m.user_id = ${userId})) as portals,
        coalesce((select case when u.password_hash is null then s.old_passwords else array_prepend(u.password_hash, coalesce(s.old_passwords, '{}')) end
          from users u left join account_security s on s.user_id = u.id where u.id = ${userId}), '{}') as earlier`.execute(db);
    return rows[0] ?? { portals: [], earlier: [] };
  });
  const policy = strictest(portals.map(({ settings }) => passwordPolicy(settings)));
  const names = portals.slice(0, 1).map(({ name }) => name);
  const problem = await passwordProblem(password, {
    policy,
    known: [...known, ...names, productName],
    earlier: earlier.slice(0, policy.history),
  });
  if (problem) throw invalidFields([{ field, ...problem }]);
  return { hash: await hashPassword(password), history: policy.history };
}

/** How strong a password is that somebody is choosing in a portal; actor: null for who is not signed in. What is kept of a person, such as earlier passwords, is asked when it is sent. */
export async function judge(
  password: string,
  { portal, actor, productName }: { portal: Portal | null; actor: Actor | null; productName: string },
): Promise<{ strength: (typeof strengths)[number]; problem: Problem | null }> {
  const policy = portal ? passwordPolicy(portal.settings) : productPolicy;
  const person = actor ? [actor.email, `${actor.givenName}${actor.familyName}`] : [];
  const known = [...person, ...(portal ? [portal.name] : []), productName];
  const problem = await passwordProblem(password, { policy, known });
  if (problem) return { strength: problem.code === "too_small" ? "short" : "weak", problem };
  return { strength: (await isStrong(password, known)) ? "strong" : "good", problem };
}

/** Makes an accepted password that of a person, as the system role. The one before is remembered as long as a portal asks for that. */
export async function storePassword(db: Db, userId: number, { hash, history }: AcceptedPassword): Promise<void> {
  await sql`
    insert into account_security as s (user_id, old_passwords)
    select id, (array_remove(array[password_hash], null))[1:${history - 1}::int] from users where id = ${userId}
    on conflict (user_id) do update set old_passwords = (excluded.old_passwords || s.old_passwords)[1:${history - 1}::int]`.execute(db);
  await db
    .updateTable("users")
    .set({ password_hash: hash, password_changed_at: sql<Date>`now()`, must_change_password: false })
    .where("id", "=", userId)
    .execute();
}
