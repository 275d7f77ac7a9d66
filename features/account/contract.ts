import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words, type Words } from "#platform/words.ts";
import { languages } from "#platform/languages.ts";
import { isTimeZone, isPlainName, longestName, storedName } from "./policy.ts";

const name = (missing: Words, tooLong: Words, badCharacters: Words) =>
  z.pipe(
    z.string(missing).check(
      z.refine((value) => [...storedName(value)].length <= longestName, {
        ...tooLong,
        params: { code: "too_big", maximum: longestName },
      }),
      z.refine(isPlainName, { ...badCharacters, params: { code: "bad_characters" } }),
    ),
    z.transform(storedName),
  );

/** The fields that the profile form saves together. null: use the portal's language or time zone. */
export const Profile = z.object({
  givenName: name(
    words("Enter your given name."),
    words("Use at most {maximum} characters for your given name."),
    words("Use only letters, spaces and punctuation in your given name."),
  ),
  familyName: name(
    words("Enter your family name."),
    words("Use at most {maximum} characters for your family name."),
    words("Use only letters, spaces and punctuation in your family name."),
  ),
  locale: z.nullable(z.enum(languages)),
  timeZone: z.nullable(
    z.string().check(z.refine(isTimeZone, { ...words("Choose a time zone from the list."), params: { code: "unknown_zone" } })),
  ),
});

export const Theme = z.enum(["system", "light", "dark"]);
export type Theme = z.infer<typeof Theme>;

export const Account = z.object({
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  /** What they have chosen and the portal offers; null: they read it in its own language. */
  locale: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  theme: Theme,
  /** Whether single-letter shortcuts work (WCAG 2.1.4). */
  shortcuts: z.boolean(),
  passwordChangedAt: z.nullable(z.string()),
  /** When the person joined this portal; null for a visiting system admin. */
  joinedAt: z.nullable(z.string()),
  /** languages: those among which people choose. */
  portal: z.object({ name: z.string(), locale: z.string(), languages: z.array(z.string()), timeZone: z.string() }),
});
export type Account = z.infer<typeof Account>;

export const getAccount = endpoint({
  method: "GET",
  path: "/rest/account",
  summary: "The account of the person asking: profile, preferences and the portal's defaults.",
  response: Account,
});

export const saveProfile = endpoint({
  method: "PUT",
  path: "/rest/account/profile",
  summary: "Saves the person's own name, language and time zone.",
  body: Profile,
  response: Account,
});

export const savePreferences = endpoint({
  method: "PUT",
  path: "/rest/account/preferences",
  summary: "Saves the person's own theme or keyboard shortcuts; what is left out stays.",
  body: z.object({ theme: z.optional(Theme), shortcuts: z.optional(z.boolean()) }),
  response: Account,
});

/** A browser signed in to this portal. isCurrent marks the one that asks. */
export const Session = z.object({
  id: z.int(),
  userAgent: z.string(),
  ip: z.string(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof Session>;

export const listSessions = endpoint({
  method: "GET",
  path: "/rest/account/sessions",
  summary: "Where the person asking is signed in to this portal, this browser first.",
  response: z.object({ sessions: z.array(Session) }),
});

export const signOutSessions = endpoint({
  method: "POST",
  path: "/rest/account/sessions/signOut",
  summary: "Ends one of the person's own sessions in this portal, or all but the one asking. It works from the next request on.",
  body: z.union([z.strictObject({ sessionId: z.int() }), z.strictObject({ others: z.literal(true) })]),
  response: z.object({ ended: z.int() }),
});
