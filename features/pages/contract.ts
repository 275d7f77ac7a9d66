import * as z from "zod/mini";
import { publicPages, PageContent, type PublicPage } from "#features/portal/about-contract.ts";
import { endpoint } from "#platform/contract.ts";
import { words } from "#platform/words.ts";

const tooLong = words("Use at most {maximum} characters.");
/** The most characters of a text as it is written. What the sign-in page says comes with each of its pages. */
export const mostWritten = (page: PublicPage): number => (page === "login" ? 5_000 : longest);
const longest = 30_000;

const Text = z.nullable(z.string().check(z.trim(), z.minLength(1, words("Write a text.")), z.maxLength(longest, tooLong)));
const aLine = (most: number) => z.string().check(z.trim(), z.maxLength(most, tooLong));
/** Empty, or one that mail can be sent to. */
const Email = aLine(200).check(z.regex(/^(?:[^\s@<>,;"]+@[^\s@<>,;"]+)?$/, words("Write an email address, such as training@example.org.")));
const Phone = aLine(60).check(z.regex(/^[^<>]*$/, words("Write a telephone number.")));

/** What a page says, as it is written: HTML by language, null for a language without a text, and on Contact how the portal is reached. */
export const WrittenPage = z.object({
  texts: z.object({ en: Text, de: Text }),
  ways: z.nullable(z.object({ email: Email, phone: Phone, address: aLine(500) })),
});
export type WrittenPage = z.infer<typeof WrittenPage>;

/** One of the public pages of the portal, as its admins see it. */
export const Page = z.object({
  page: z.enum(publicPages),
  /** Of the draft; a change names the one that it was made on. */
  revision: z.int(),
  /** What everybody reads. Without a text in any language, the product's own, or nothing on the sign-in page. */
  published: PageContent,
  /** Null while nothing is being worked on. */
  draft: z.nullable(PageContent),
  /** Who changed the draft last. */
  changedBy: z.nullable(z.string()),
  changedAt: z.nullable(z.string()),
  /** What the page says where the portal has no text, as HTML; empty for nothing. */
  usual: z.object({ en: z.string(), de: z.string() }),
  /** What was published, the newest first; by is null for what the portal had at first. */
  versions: z.array(z.object({ number: z.int(), publishedAt: z.string(), by: z.nullable(z.string()) })),
});
export type Page = z.infer<typeof Page>;

export const listPages = endpoint({
  method: "GET",
  path: "/rest/pages",
  summary:
    "What the public pages Contact, Copyright and Privacy and the sign-in page say, what is being worked on, and what was published before.",
  response: z.object({ rows: z.array(Page) }),
});

const onePage = z.object({ page: z.enum(publicPages, words("Name one of the pages contact, copyright, privacy and login.")) });
const revision = z.int(words("Name the revision that you changed.")).check(z.gte(0), z.lte(2 ** 31 - 1));

export const saveDraft = endpoint({
  method: "PUT",
  path: "/rest/pages/:page/draft",
  summary:
    "Keeps what is being written; visitors do not see it. What is not allowed in a text is left out. 409 when it was changed meanwhile.",
  params: onePage,
  body: z.object({ revision, content: WrittenPage }),
  response: Page,
});

export const discardDraft = endpoint({
  method: "POST",
  path: "/rest/pages/:page/discard",
  summary: "Gives up what is being written.",
  params: onePage,
  body: z.object({ revision }),
  response: Page,
});

export const publishPage = endpoint({
  method: "POST",
  path: "/rest/pages/:page/publish",
  summary: "Shows to everybody what is being written. What was shown before can be restored.",
  params: onePage,
  body: z.object({ revision }),
  response: Page,
});

export const restoreVersion = endpoint({
  method: "POST",
  path: "/rest/pages/:page/versions/:number/restore",
  summary: "Takes what was published before as what is being written.",
  params: z.extend(onePage, { number: z.coerce.number().check(z.int(), z.positive(), z.lte(2 ** 31 - 1)) }),
  body: z.object({ revision }),
  response: Page,
});
