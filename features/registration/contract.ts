import * as z from "zod/mini";
import { newEmail, newPassword } from "#features/auth/contract.ts";
import { Told, TypedCode } from "#features/codes/told.ts";
import { FieldValues } from "#features/fields/definition.ts";
import { SheetField } from "#features/fields/sheet-contract.ts";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

/** off: nobody; open: whoever confirms their email; approval: whom somebody lets in. */
export const registrationModes = ["off", "open", "approval"] as const;
export type RegistrationMode = (typeof registrationModes)[number];

/** Minutes for which a link works that confirms an email. */
export const confirmMinutes = 24 * 60;

const aName = (what: ReturnType<typeof words>) =>
  z.string(what).check(z.trim(), z.minLength(1, what), z.maxLength(80, words("Use at most {maximum} characters.")));
const returnUrl = z.nullish(z.string().check(z.maxLength(4000, words("This address is too long."))));
const token = z.string().check(z.maxLength(200, words("This token is too long.")));

/** What somebody types who registers. */
export const registerForm = z.object({
  givenName: aName(words("Enter your given name.")),
  familyName: aName(words("Enter your family name.")),
  email: newEmail,
});
export const confirmForm = z.object({ newPassword });

const Form = z.object({
  mode: z.enum(registrationModes),
  domains: z.array(z.string()),
  fields: z.array(SheetField),
  terms: z.string(),
  termsVersion: z.int(),
});

export const registrationForm = endpoint({
  method: "GET",
  path: "/rest/registration",
  summary: "What somebody needs who registers: whether the portal takes them, from which domains, what it asks, and the terms.",
  response: Form,
});

export const registrationByCode = endpoint({
  method: "POST",
  path: "/rest/registration/code",
  summary: "The same for somebody with an authorization code, which lets them in whatever the mode, and what they get by it.",
  body: z.object({ code: TypedCode }),
  response: z.extend(Form, { gets: z.array(Told) }),
});

export const register = endpoint({
  method: "POST",
  path: "/rest/registration",
  summary: "Registers: sends a link to the email, whoever it belongs to. The answer is the same for everybody.",
  body: z.extend(registerForm, { values: FieldValues, termsVersion: z.nullish(z.int()), returnUrl, code: z.nullish(TypedCode) }),
  /** isMailed: this installation sends mail; without a mail server somebody lets them in by hand. */
  response: z.object({ hours: z.int(), isMailed: z.boolean() }),
});

export const lookAtRegistration = endpoint({
  method: "POST",
  path: "/rest/registration/look",
  summary: "What a link that confirms an email is about. Whoever has an account already chooses no password.",
  body: z.object({ token }),
  response: z.object({ email: z.string(), hasAccount: z.boolean() }),
});

export const confirmRegistration = endpoint({
  method: "POST",
  path: "/rest/registration/confirm",
  summary: "Confirms an email by its link, once: the person joins, or waits for somebody who lets them in.",
  body: z.object({ token, newPassword: z.nullish(newPassword) }),
  response: z.object({ state: z.enum(["joined", "waiting"]), redirect: z.string() }),
});
