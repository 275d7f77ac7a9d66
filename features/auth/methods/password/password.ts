import { sql } from "kysely";
import * as z from "zod/mini";
import { note } from "#platform/audit.ts";
import { forbidden, notFound, refused } from "#platform/errors.ts";
import type { Http, PortalRef } from "#platform/serve.ts";
import { login } from "../../contract.ts";
import { type AuthDeps, hand, pass, type Passed, passFirst } from "../../server/door.ts";
import { dummyVerify, verifyPassword } from "../../server/passwords.ts";
import { maskedEmail } from "../../masked-email.ts";
import type { SignInMethod } from "../method.ts";

const wrong = () => refused(401, "wrong_sign_in", "This email and password do not match. Check both and try again.");

const Known = z.object({
  id: z.int(),
  password_hash: z.nullable(z.string()),
  mergedInto: z.nullable(z.string()),
});

interface Input {
  readonly email: string;
  readonly password: string;
  readonly returnUrl?: string | null | undefined;
}

/** Whose password is given: the person of an email, or who had it before they were merged. A select for the message that counts the attempt. */
const whoseIs = (email: string, portal: PortalRef) => sql`
  select u.id, u.password_hash, k.email as "mergedInto"
  from users u
  left join merges g on g.portal_id = ${portal.id} and g.gone_id = u.id and u.kind = 'departed' and g.done_at is not null and g.undone_at is null
  left join users k on k.id = g.kept_id and k.kind = 'person'
  where u.email = ${email} and (u.kind = 'person' or k.id is not null)`;

/**
 * Proves who somebody is by email and password. All refusals, whatever their reason, have the same answer and take the same time: one query, one password check,
 * one audit entry (security.md test 59).
 */
async function prove(deps: AuthDeps, http: Http, portal: PortalRef, input: Input): Promise<Passed> {
  const email = input.email.toLowerCase();
  const attempt = await deps.limiter.password(email, http.ip, whoseIs(email, portal));
  const known = attempt.found && Known.parse(attempt.found);
  const fits = known?.password_hash ? await verifyPassword(known.password_hash, input.password) : await dummyVerify(input.password);
  const noteFailed = () =>
    deps.databases.inPortal(portal.id, (db) =>
      note({ db, portal, actor: known ? { userId: known.id } : null, http }, { action: "sign_in_failed" }),
    );
  if (!known?.password_hash || !fits || known.mergedInto !== null) {
    await noteFailed();
    // Whoever knows the password of an account that was merged is told which one to use; nobody gets into the other one with it.
    if (known?.mergedInto != null && fits)
      throw forbidden("account_merged", "This account was joined with another one of yours. Sign in with {email} and its password.", {
        email: maskedEmail(known.mergedInto),
      });
    throw wrong();
  }
  // If the password was changed during the check, the old one is refused; a later change waits for this transaction and then ends the session. So does
  // another sign-in of the same person, which may come from another page of the same browser (startSession).
  const { id: userId, password_hash: passwordHash } = known;
  const passed = await deps.databases.inSystem(
    "start a session",
    (db) =>
      pass(db, deps, http, portal, {
        userId,
        method: "password",
        hasSecondFactor: false,
        passwordHash,
        returnUrl: input.returnUrl,
        action: "signed_in",
        success: attempt.success,
      }),
    passFirst(http, portal, userId),
  );
  if (!passed) {
    await noteFailed();
    throw wrong();
  }
  return passed;
}

/** Signing in with email and password. */
export const password: SignInMethod = {
  name: "password",
  mount(serve, deps) {
    serve.open(
      login,
      async ({ body }, { http }) => {
        if (!http.portal) throw notFound("portal", "This portal could not be found.");
        return hand(deps, http, await prove(deps, http, http.portal, body));
      },
      // An unsafe ReturnUrl is dropped and does not prevent signing in.
      { anyText: true },
    );
  },
};
