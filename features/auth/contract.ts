import * as z from "zod/mini";
import { endpoint } from "#platform/contract.ts";
import { words, type Words } from "#platform/words.ts";
import { longestPassword } from "./password-policy.ts";

/** Longer input is refused before it is hashed. */
export const typedPassword = z
  .string(words("Enter your password."))
  .check(z.minLength(1, words("Enter your password.")), z.maxLength(1000, words("This password is too long.")));
/** A password that somebody chooses. How long it must be depends on the portal, and how strong it is only the server says (server/new-password.ts). */
export const newPassword = z
  .string(words("Choose a new password."))
  .check(z.minLength(1, words("Choose a new password.")), z.maxLength(longestPassword, words("Use at most {maximum} characters.")));
const email = z
  .string(words("Enter your email."))
  .check(z.trim(), z.minLength(1, words("Enter your email.")), z.maxLength(254, words("This email is too long.")));
/**
 * What is taken for an email where somebody types one of their own or invites somebody: name@host.domain, without signs that nobody sees, by which two would look
 * alike or one be read backwards. It never goes back over what it has read, so that a long text costs no more than its length.
 */
const emailPattern =
  /^[^\s\p{Cc}\p{Cf}@"<>(),;:\\]+@[^\s\p{Cc}\p{Cf}@"<>(),;:\\][^\s\p{Cc}\p{Cf}@"<>(),;:\\.]*\.[^\s\p{Cc}\p{Cf}@"<>(),;:\\]+$/u;
/** An email that somebody gives as their own or invites: trimmed, in lower case. */
export const newEmail = z
  .string(words("Enter your email."))
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(254, words("This email is too long.")),
    z.regex(emailPattern, words("Enter an email such as name@example.org.")),
  );
const name = (what: Words) =>
  z.string(what).check(z.trim(), z.minLength(1, what), z.maxLength(80, words("Use at most {maximum} characters.")));

const returnUrl = z.nullish(z.string().check(z.maxLength(4000, words("This address is too long."))));

/** The fields of each form; the screens validate them before sending, the server again. */
export const loginForm = z.object({ email, password: typedPassword });
export const reauthForm = z.object({ password: typedPassword });
export const passwordForm = z.object({ currentPassword: typedPassword, newPassword });
export const resetForm = z.object({ newPassword });
export const forgotForm = z.object({ email });
export const setupForm = z.object({
  token: z.nullish(z.string().check(z.maxLength(200, words("This token is too long.")))),
  portalName: z
    .string(words("Name the portal."))
    .check(z.trim(), z.minLength(1, words("Name the portal.")), z.maxLength(120, words("Use at most {maximum} characters."))),
  host: z.nullish(z.string().check(z.trim(), z.maxLength(253, words("Use at most {maximum} characters.")))),
  givenName: name(words("Enter your given name.")),
  familyName: name(words("Enter your family name.")),
  email: z
    .string(words("Enter your email."))
    .check(
      z.trim(),
      z.maxLength(254, words("This email is too long.")),
      z.regex(/^[^\s@]+@[^\s@]+$/, words("Enter an email such as name@example.org.")),
    ),
  password: newPassword,
});

/**
 * Where somebody is led who proved who they are. step: what comes before their session begins, at that address, or elsewhere for somebody who does not belong to this portal, to whom it names
 * their own; left out when it has begun.
 */
export const Entered = z.object({ redirect: z.string(), userId: z.int(), step: z.optional(z.enum(["factor", "enrol", "elsewhere"])) });

/** decisions.md, "For scripts and other clients". With userId, a page that was signed out can check that the same person signs in again. */
export const login = endpoint({
  method: "POST",
  path: "/rest/auth/login",
  summary: "Signs in with email and password and starts a session for this portal, unless a second factor comes first",
  body: z.extend(loginForm, { returnUrl }),
  response: Entered,
});

export const logout = endpoint({
  method: "POST",
  path: "/rest/auth/logout",
  summary: "Ends the present session; harmless without one",
  response: z.object({ redirect: z.string() }),
});

export const changePassword = endpoint({
  method: "POST",
  path: "/rest/auth/changePassword",
  summary: "Sets a new password and ends the person's other sessions on every portal",
  body: z.extend(passwordForm, { returnUrl }),
  response: z.object({ redirect: z.string() }),
});

export const resetPassword = endpoint({
  method: "POST",
  path: "/rest/auth/reset",
  summary: "Sets the password of the person of a link, once, and ends their sessions. Which links there are is told by no answer.",
  body: z.extend(resetForm, { token: z.string().check(z.maxLength(200, words("This token is too long."))), returnUrl }),
  response: z.object({ redirect: z.string() }),
});

export const forgotPassword = endpoint({
  method: "POST",
  path: "/rest/auth/forgot",
  summary: "Sends a link to a new password to the person of an email. The answer is the same for everybody.",
  body: z.extend(forgotForm, { returnUrl }),
  /** isMailed: this installation sends mail; without a mail server nothing leaves it. */
  response: z.object({ minutes: z.int(), isMailed: z.boolean() }),
});

/** How a password that somebody is choosing stands: short and weak ones are refused when they are sent. */
export const strengths = ["short", "weak", "good", "strong"] as const;

export const judgePassword = endpoint({
  method: "POST",
  path: "/rest/auth/strength",
  summary: "How strong a password is that somebody is choosing, by the rules by which it is judged when it is sent. Nothing is kept of it.",
  body: z.object({ password: newPassword }),
  /** problem: why it would be refused. */
  response: z.object({ strength: z.enum(strengths), problem: z.nullable(z.string()) }),
});

export const setupState = endpoint({
  method: "GET",
  path: "/rest/auth/setup",
  summary: "Whether the first portal is still to be made, and whether that needs the token printed at start",
  /** minLength: of the password. */
  response: z.object({ needed: z.boolean(), tokenNeeded: z.boolean(), minLength: z.int() }),
});

export const setup = endpoint({
  method: "POST",
  path: "/rest/auth/setup",
  summary: "Makes the first portal and its system admin; works once, on an empty database",
  body: setupForm,
  response: z.object({ redirect: z.string(), userId: z.int() }),
});

/** The logo of one of one's portals, at the host where one is; its name has a part of its hash. */
export const portalLogoPath = (portalId: number | ":portalId", file: string) =>
  `/rest/environment/portals/${portalId}/logo/${file}` as const;

/** How somebody stands in the portals that they may switch to: those visited last come first. */
export const switchablePortals = endpoint({
  method: "GET",
  path: "/rest/environment/portals",
  summary:
    "The person's role, overdue courses and last visit in each portal that they may switch to, and its logo; the last visited first.",
  response: z.object({
    portals: z.array(
      z.object({
        id: z.int(),
        /** The highest that they hold there. */
        role: z.enum(["Student", "Author", "Manager", "Admin", "System"]),
        overdue: z.int(),
        lastVisitAt: z.nullable(z.string()),
        /** An address on this host; null where the portal has none. */
        logo: z.nullable(z.string()),
        /** Colours (#rrggbb) behind the logo, or behind the portal's initial, and of that. */
        tile: z.object({ background: z.string(), text: z.string() }),
      }),
    ),
  }),
});

export const switchPortal = endpoint({
  method: "POST",
  path: "/rest/environment/switchPortal",
  summary: "Makes a single-use token (60 s) that carries the person to another of their portals without signing in again.",
  body: z.object({ portalId: z.int(), path: z.optional(z.string().check(z.maxLength(2000))) }),
  response: z.object({ action: z.string(), token: z.string() }),
});
