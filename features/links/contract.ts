import * as z from "zod/mini";
import { period } from "#features/account/period.ts";
import { Condition } from "#features/conditions/condition.ts";
import { quickLinkIcons } from "#features/portal/quick-link-icons.ts";
import { endpoint } from "#platform/contract.ts";
import { languages } from "#platform/languages.ts";
import { linkAddress } from "#platform/link-address.ts";
import { words } from "#platform/words.ts";

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
  address: z.string().check(
    z.trim(),
    z.maxLength(1000, words("Use at most {maximum} characters.")),
    z.refine(
      (typed) => linkAddress(typed) !== null,
      words("Write an address that begins with https:// or mailto:, or a path of this portal that begins with a slash."),
    ),
  ),
  icon: z.enum(quickLinkIcons),
  newTab: z.boolean(),
  /** Null: everybody. */
  audience: z.nullable(Condition),
  /** Only for people who read the portal in it; null: in any. */
  language: z.nullable(z.enum(languages)),
  ...period,
};
export const QuickLinkTerms = z.object(terms);
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

export const QuickLink = z.extend(QuickLinkTerms, {
  id: z.int(),
  revision: z.int(),
  isDeleted: z.boolean(),
  state: z.enum(quickLinkStates),
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

export const listQuickLinks = endpoint({
  method: "GET",
  path: "/rest/quickLinks",
  summary: "The quick links of the portal in their order, with whom each is for (QL-1).",
  response: z.object({ rows: z.array(QuickLink) }),
});

export const createQuickLink = endpoint({
  method: "POST",
  path: "/rest/quickLinks",
  summary: "Adds a quick link at the end. People have it at once.",
  body: QuickLinkTerms,
  response: QuickLink,
});

const oneLink = z.object({ linkId: z.coerce.number().check(z.int(), z.positive()) });
export const saveQuickLink = endpoint({
  method: "PUT",
  path: "/rest/quickLinks/:linkId",
  summary: "Changes a quick link.",
  params: oneLink,
  body: z.object({ ...terms, revision: z.int().check(z.gte(0), z.lte(2 ** 30)) }),
  response: QuickLink,
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
  summary: "Asks now whether a quick link leads somewhere (QL-2). Only public addresses are asked.",
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
