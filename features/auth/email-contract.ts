import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";
import { newEmail, typedPassword } from "./contract.ts";

// A person's own change of email (security.md row 58): the password is asked for, the link goes to the new address, and the old one is told.

/** Minutes for which the link to the new address works. */
export const emailChangeMinutes = 60;

/** The fields of the form. */
export const emailForm = z.object({
  email: newEmail,
  password: typedPassword,
});

/** A person's email as they see it themselves. */
export const OwnEmail = z.object({
  email: z.string(),
  /** Another system keeps it up to date, so it is not the person's to change. */
  isKept: z.boolean(),
  /** What waits for its link to be opened. */
  pending: z.nullable(z.object({ email: z.string(), until: z.string() })),
  /** This installation sends mail; without a mail server nothing leaves it. */
  isMailed: z.boolean(),
});
export type OwnEmail = z.infer<typeof OwnEmail>;

const token = z.string().check(z.maxLength(200, words("This token is too long.")));

export const myEmail = endpoint({
  method: "GET",
  path: "/rest/auth/email",
  summary: "The email of the person asking, and the one that waits to be confirmed.",
  response: OwnEmail,
});

export const askForEmail = endpoint({
  method: "POST",
  path: "/rest/auth/email",
  summary:
    "Sends a link to a new email and tells the present one. Nothing changes before the link is used. Whether somebody else has that email is told by no answer.",
  body: emailForm,
  response: OwnEmail,
});

export const withdrawEmail = endpoint({
  method: "POST",
  path: "/rest/auth/email/withdraw",
  summary: "Makes the link to the person's new email void. Harmless when none waits.",
  response: OwnEmail,
});

export const lookAtEmail = endpoint({
  method: "POST",
  path: "/rest/auth/email/look",
  summary: "What a link to a new email is about, for whoever has it. Looking uses nothing up.",
  body: z.object({ token }),
  /** from: the account's present email, masked. */
  response: z.object({ email: z.string(), from: z.string() }),
});

export const confirmEmail = endpoint({
  method: "POST",
  path: "/rest/auth/email/confirm",
  summary: "Makes the email of a link that of its person, once, and ends their other sessions on every portal.",
  body: z.object({ token }),
  response: z.object({ email: z.string(), redirect: z.string() }),
});
