import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { listPage, listQuery } from "#platform/list/contract.ts";
import { bothWays, listOf, oneOf } from "#platform/list/list.ts";
import { words } from "#platform/words.ts";
import { registrationModes } from "./contract.ts";

// The staff's part: what the page for those who are not signed in loads knows nothing of lists.

/** unconfirmed: the email was not confirmed yet. expired: nobody did anything for 30 days. */
export const registrationStates = ["waiting", "unconfirmed", "joined", "declined", "expired"] as const;
export const RegistrationRow = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  state: z.enum(registrationStates),
  askedAt: z.string(),
  expiresAt: z.string(),
  decidedAt: z.nullable(z.string()),
  /** Who decided; null for an open portal. */
  decidedBy: z.nullable(z.string()),
  reason: z.string(),
  /** The version of the terms that was agreed to; 0 for none. */
  termsVersion: z.int(),
  userId: z.nullable(z.int()),
});
export type RegistrationRow = z.infer<typeof RegistrationRow>;

export const registrationList = listOf({
  sorts: bothWays("asked", "name"),
  sort: "-asked",
  filters: { state: oneOf(registrationStates) },
  pageSize: 25,
});

export const listRegistrations = endpoint({
  method: "GET",
  path: "/rest/registration/requests",
  summary: "Who registered, with what became of it.",
  query: listQuery(registrationList),
  response: listPage(RegistrationRow, { canChange: z.boolean() }),
});

/** The most requests that are decided at a time. */
export const mostAtATime = 200;
const filtered = listQuery(registrationList).shape;
export const decideRegistrations = endpoint({
  method: "POST",
  path: "/rest/registration/requests/decide",
  summary:
    "Lets people in who registered, or declines them with a reason. They are told by mail. Those that were decided meanwhile are left alone.",
  body: z.object({
    ids: z.optional(
      z
        .array(z.int())
        .check(z.minLength(1, words("Choose somebody.")), z.maxLength(mostAtATime, words("Choose {maximum} or fewer at a time."))),
    ),
    /** In place of ids: all that match, the newest 200 of them at a time. */
    all: z.optional(z.object({ q: filtered.q, state: filtered.state })),
    approves: z.boolean(),
    reason: z.string().check(z.trim(), z.maxLength(500, words("Write {maximum} characters or fewer."))),
  }),
  response: z.object({ decided: z.int(), left: z.int() }),
});

const aDomain = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(190),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/, words("Write a domain such as example.org.")),
  );
export const RegistrationSettings = z.object({
  mode: z.enum(registrationModes),
  domains: z.array(aDomain).check(z.maxLength(100, words("Write {maximum} domains or fewer."))),
  fieldIds: z.array(z.int()).check(z.maxLength(20, words("Choose {maximum} fields or fewer."))),
  terms: z.string().check(z.trim(), z.maxLength(20_000, words("Write {maximum} characters or fewer."))),
});
export type RegistrationSettings = z.infer<typeof RegistrationSettings>;

const SettingsReply = z.extend(RegistrationSettings, {
  termsVersion: z.int(),
  /** The portal's setting preventSelfRegistration is on: nobody registers, whatever else is chosen. */
  isPrevented: z.boolean(),
  /** The fields that can be asked. */
  fields: z.array(z.object({ id: z.int(), name: z.string(), isRequired: z.boolean() })),
});
export const getRegistrationSettings = endpoint({
  method: "GET",
  path: "/rest/registration/settings",
  summary: "Who may register in the portal, what is asked, and the terms.",
  response: SettingsReply,
});
export const saveRegistrationSettings = endpoint({
  method: "PUT",
  path: "/rest/registration/settings",
  summary: "Changes who may register in the portal, what is asked, and the terms. Other terms are a new version.",
  body: RegistrationSettings,
  response: SettingsReply,
});
