import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { Entered, typedPassword } from "./contract.ts";

/** What can be proven besides the first factor. Each has a file of `factors/` and a line of `factors/factors.ts`. */
export const factorNames = ["passkey", "totp", "recovery"] as const;
export type FactorName = (typeof factorNames)[number];

const code = z
  .string(words("Enter the code."))
  .check(z.trim(), z.minLength(1, words("Enter the code.")), z.maxLength(40, words("Use at most {maximum} characters.")));

/** What proves a factor: a code, or what a browser says of a passkey, as JSON. */
const answer = z
  .string(words("Enter the code."))
  .check(z.trim(), z.minLength(1, words("Enter the code.")), z.maxLength(20_000, words("Use at most {maximum} characters.")));

/** The fields of the forms, which the screens check before sending. */
export const codeForm = z.object({ code });
export const confirmForm = z.object({ password: typedPassword });

export const stepState = endpoint({
  method: "GET",
  path: "/rest/auth/mfa",
  summary: "What stands between the browser asking and a session: a second factor, setting one up, or nothing.",
  response: z.object({
    /** offer: signed in, and asked to set up a second factor until dueAt. due: signed in, and nothing else is answered before. */
    step: z.nullable(z.enum(["factor", "enrol", "offer", "due"])),
    factors: z.array(z.enum(factorNames)),
    /** For how many days this browser may be trusted; 0: not at all. */
    trustedDays: z.int(),
    dueAt: z.nullable(z.string()),
  }),
});

export const proveFactor = endpoint({
  method: "POST",
  path: "/rest/auth/mfa",
  summary: "Proves a second factor and starts the session of the sign-in under way. After five wrong answers the sign-in begins anew.",
  body: z.object({ factor: z.enum(factorNames), code: answer, trust: z.boolean() }),
  response: Entered,
});

/** A second factor as its owner sees it. */
export const Factors = z.object({
  totpSince: z.nullable(z.string()),
  /** How many recovery codes are left; null: none were made. */
  recoveryLeft: z.nullable(z.int()),
  passkeys: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      madeAt: z.string(),
      usedAt: z.nullable(z.string()),
      /** A copy of it was noticed, so it opens nothing any more. */
      isCopied: z.boolean(),
    }),
  ),
  browsers: z.array(
    z.object({
      id: z.int(),
      userAgent: z.string(),
      ip: z.string(),
      lastSeenAt: z.string(),
      trustedUntil: z.string(),
      isCurrent: z.boolean(),
    }),
  ),
  isRequired: z.boolean(),
});
export type Factors = z.infer<typeof Factors>;

export const myFactors = endpoint({
  method: "GET",
  path: "/rest/auth/factors",
  summary: "The second factors of the person asking, and the browsers that need none.",
  response: Factors,
});

/** The password is asked of somebody who is signed in; in a sign-in under way it was just proven. */
const confirmed = z.object({ password: z.optional(typedPassword) });

export const startTotp = endpoint({
  method: "POST",
  path: "/rest/auth/factors/totp",
  summary: "A new secret for an authenticator app, told this one time. It counts once a code of it is confirmed.",
  body: confirmed,
  response: z.object({
    secret: z.string(),
    /** Links to an authenticator app on the same device. */
    uri: z.string(),
    /** The uri as a QR code: the path of its dark squares, in a picture of `size` squares each way. */
    qr: z.object({ size: z.int(), path: z.string() }),
  }),
});

/** What adding or removing a second factor leads to. redirect: where a sign-in under way goes on; null for somebody who was signed in. */
const Changed = z.object({ recoveryCodes: z.nullable(z.array(z.string())), redirect: z.nullable(z.string()) });

export const confirmTotp = endpoint({
  method: "POST",
  path: "/rest/auth/factors/totp/confirm",
  summary:
    "Adds the authenticator app by a first code. Ends the person's other sessions. With the first factor come recovery codes, told this one time.",
  body: codeForm,
  response: Changed,
});

export const removeTotp = endpoint({
  method: "POST",
  path: "/rest/auth/factors/totp/remove",
  summary: "Removes the authenticator app. Ends the person's other sessions.",
  body: confirmForm,
  response: z.object({ removed: z.boolean() }),
});

export const renewRecovery = endpoint({
  method: "POST",
  path: "/rest/auth/factors/recovery",
  summary: "New recovery codes in place of the older ones, told this one time.",
  body: confirmForm,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
});

export const distrustBrowser = endpoint({
  method: "POST",
  path: "/rest/auth/factors/browsers/forget",
  summary: "Asks one of the person's browsers for the second factor again, or all of them.",
  body: z.object({ browserId: z.nullable(z.int()) }),
  response: z.object({ ended: z.int() }),
});

const passkeyName = z
  .string(words("Name the passkey."))
  .check(z.trim(), z.minLength(1, words("Name the passkey.")), z.maxLength(80, words("Use at most {maximum} characters.")));
export const passkeyForm = z.object({ name: passkeyName });
/** What the browser is given, in the form of WebAuthn (PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON). */
const options = z.object({ options: z.looseObject({ challenge: z.string() }) });

export const startPasskey = endpoint({
  method: "POST",
  path: "/rest/auth/factors/passkey",
  summary: "What the browser needs to make a passkey for this portal.",
  body: confirmed,
  response: options,
});

export const confirmPasskey = endpoint({
  method: "POST",
  path: "/rest/auth/factors/passkey/confirm",
  summary:
    "Adds the passkey that the browser has made. Ends the person's other sessions. With the first factor come recovery codes, told this one time.",
  body: z.object({ answer, name: passkeyName }),
  response: Changed,
});

export const renamePasskey = endpoint({
  method: "POST",
  path: "/rest/auth/factors/passkey/rename",
  summary: "Gives one of the person's passkeys another name.",
  body: z.object({ passkeyId: z.int(), name: passkeyName }),
  response: z.object({ name: z.string() }),
});

export const removePasskey = endpoint({
  method: "POST",
  path: "/rest/auth/factors/passkey/remove",
  summary: "Removes a passkey. Ends the person's other sessions.",
  body: z.extend(confirmForm, { passkeyId: z.int() }),
  response: z.object({ removed: z.boolean() }),
});

export const askPasskey = endpoint({
  method: "POST",
  path: "/rest/auth/mfa/passkey",
  summary: "What the browser needs to prove a passkey of the person whose sign-in is under way.",
  response: options,
});

export const startPasskeySignIn = endpoint({
  method: "POST",
  path: "/rest/auth/passkey/start",
  summary: "What the browser needs to sign in with a passkey of this portal, whoever it belongs to.",
  response: options,
});

export const passkeySignIn = endpoint({
  method: "POST",
  path: "/rest/auth/passkey",
  summary: "Signs in with a passkey that has verified the person, which is two factors in one.",
  body: z.object({ answer, returnUrl: z.nullish(z.string().check(z.maxLength(4000, words("This address is too long.")))) }),
  response: Entered,
});
