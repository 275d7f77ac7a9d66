import * as z from "zod/mini";
import { period } from "#features/account/period.ts";
import { Condition } from "#features/conditions/condition.ts";
import { quickLinkIcons } from "#features/portal/quick-link-icons.ts";
import { signedAddress, variablesIn, type SignedProblem } from "#features/portal/signed-address.ts";
import { endpoint } from "#platform/contract.ts";
import { languages } from "#platform/languages.ts";
import { linkAddress } from "#platform/link-address.ts";
import { words, type Words } from "#platform/words.ts";

/** How many a portal has: each page carries them. */
export const mostQuickLinks = 30;
/** Days for which a deleted one can be brought back. */
export const restoreDays = 7;

const Title = z.nullable(
  z.string().check(z.trim(), z.minLength(1, words("Write a title.")), z.maxLength(60, words("Use at most {maximum} characters."))),
);
const terms = {
  titles: z
    .object({ en: Title, de: Title })
    .check(z.refine((titles) => languages.some((one) => titles[one] !== null), words("Write it in one language at least."))),
  address: z.string().check(z.trim(), z.maxLength(1000, words("Use at most {maximum} characters."))),
  /** Whether people open it through the server, which tells its receiver who they are (docs/signed-links.md). */
  signed: z.boolean(),
  icon: z.enum(quickLinkIcons),
  newTab: z.boolean(),
  /** Null: everybody. */
  audience: z.nullable(Condition),
  /** Only for people who read the portal in it; null: in any. */
  language: z.nullable(z.enum(languages)),
  ...period,
};
interface Addressed {
  readonly signed: boolean;
  readonly address: string;
}
/** Why an address can't be that of a link, which depends on whether the link is signed. */
function problemOf({ signed, address }: Addressed): SignedProblem | "variable_unsigned" | "address" | null {
  if (!signed) return variablesIn(address).length > 0 ? "variable_unsigned" : linkAddress(address) === null ? "address" : null;
  const read = signedAddress(address);
  return "problem" in read ? read.problem : null;
}
const refuse = (code: NonNullable<ReturnType<typeof problemOf>>, why: Words) =>
  z.refine<Addressed>((link) => problemOf(link) !== code, { ...why, path: ["address"], params: { code } });
const fits = [
  refuse("address", words("Write an address that begins with https:// or mailto:, or a path of this portal that begins with a slash.")),
  refuse("variable_unsigned", words("Only a signed link has variables. Make it a signed link, or leave out what stands in braces.")),
  refuse("not_https", words("A signed link leads to an address that begins with https://.")),
  refuse("unknown_variable", words("What stands in braces is none of the variables. They are listed below the address.")),
  refuse("variable_in_host", words("A variable cannot stand in the name of the server, only after the slash that follows it.")),
  refuse("name_taken", words("The names stoa_time and stoa_signature are those of the signature. Choose another name.")),
] as const;
const Terms = z.object(terms);
export const QuickLinkTerms = Terms.check(...fits);
export type QuickLinkTerms = z.infer<typeof QuickLinkTerms>;

/** By its dates: not shown yet, shown now, or not any more. */
export const quickLinkStates = ["scheduled", "shown", "over"] as const;
export type QuickLinkState = (typeof quickLinkStates)[number];

/** Why a link leads nowhere; inner: into a network that is not public, where nothing is asked. */
export const linkProblems = [
  "gone",
  "status",
  "no_screen",
  "no_course",
  "unknown_host",
  "unreachable",
  "timeout",
  "certificate",
  "redirects",
  "inner",
] as const;
export type LinkProblem = (typeof linkProblems)[number];

/** What the last check found. dead: nothing was at its end twice in a row; failed: once; unasked: it leads where nothing is asked. */
export const linkHealths = ["works", "failed", "dead", "unasked"] as const;
export type LinkHealth = (typeof linkHealths)[number];

export const QuickLink = z.extend(Terms, {
  id: z.int(),
  revision: z.int(),
  isDeleted: z.boolean(),
  state: z.enum(quickLinkStates),
  /** When the secret of a signed link was made; null for every other one. */
  secretMadeAt: z.nullable(z.string()),
  /** How often it was followed in the last thirty days. */
  clicks: z.int(),
  /** Null: not checked since it leads there. */
  health: z.nullable(
    z.object({
      state: z.enum(linkHealths),
      problem: z.nullable(z.enum(linkProblems)),
      status: z.nullable(z.int()),
      checkedAt: z.string(),
      failingSince: z.nullable(z.string()),
    }),
  ),
});
export type QuickLink = z.infer<typeof QuickLink>;

/** A link as it was saved. secret: where one was made with it, what signs its addresses; it is never told again. */
export const SavedQuickLink = z.extend(QuickLink, { secret: z.nullable(z.string()) });
export type SavedQuickLink = z.infer<typeof SavedQuickLink>;

export const listQuickLinks = endpoint({
  method: "GET",
  path: "/rest/quickLinks",
  // QL-1
  summary: "The quick links of the portal in their order, with whom each is for.",
  response: z.object({ rows: z.array(QuickLink) }),
});

export const createQuickLink = endpoint({
  method: "POST",
  path: "/rest/quickLinks",
  summary: "Adds a quick link at the end. People have it at once. The secret of a signed one is told this one time.",
  body: QuickLinkTerms,
  response: SavedQuickLink,
});

const oneLink = z.object({ linkId: z.coerce.number().check(z.int(), z.positive()) });
export const saveQuickLink = endpoint({
  method: "PUT",
  path: "/rest/quickLinks/:linkId",
  summary: "Changes a quick link. One that is signed from now on gets a secret, told this one time; one that is signed no more loses it.",
  params: oneLink,
  body: z.object({ ...terms, revision: z.int().check(z.gte(0), z.lte(2 ** 30)) }).check(...fits),
  response: SavedQuickLink,
});

export const renewLinkSecret = endpoint({
  method: "POST",
  path: "/rest/quickLinks/:linkId/secret",
  summary: "Gives a signed quick link another secret, told this one time. The one before signs nothing from now on.",
  params: oneLink,
  response: SavedQuickLink,
});

export const quickLinkChanges = ["delete", "restore"] as const;
export type QuickLinkChange = (typeof quickLinkChanges)[number];
export const changeQuickLink = endpoint({
  method: "POST",
  path: "/rest/quickLinks/:linkId/state",
  summary: "Deletes a quick link, or brings a deleted one back as it was and where it was.",
  params: oneLink,
  body: z.object({ change: z.enum(quickLinkChanges) }),
  response: QuickLink,
});

export const checkQuickLink = endpoint({
  method: "POST",
  path: "/rest/quickLinks/:linkId/check",
  // QL-2
  summary: "Asks now whether a quick link leads somewhere. Only public addresses are asked.",
  params: oneLink,
  response: QuickLink,
});

export const orderQuickLinks = endpoint({
  method: "POST",
  path: "/rest/quickLinks/order",
  summary: "Puts the quick links in the order of these ids; those that are not named keep their order after them.",
  body: z.object({ ids: z.array(z.int().check(z.positive())).check(z.maxLength(mostQuickLinks)) }),
  response: z.object({ ids: z.array(z.int()) }),
});

export const tryQuickLinkAudience = endpoint({
  method: "POST",
  path: "/rest/quickLinks/try",
  summary: "Whom a condition would reach: how many, and the first of them by name. Nothing is changed.",
  body: z.object({ condition: Condition }),
  response: z.object({ total: z.int(), sample: z.array(z.object({ id: z.int(), name: z.string(), email: z.string() })) }),
});
