import { sayIn, type Say } from "#platform/catalogue.ts";
import type { Result } from "#platform/contract.ts";
import { notFound } from "#platform/errors.ts";
import type { Language } from "#platform/languages.ts";
import type { OpenContext } from "#platform/serve.ts";
import { aboutPages, pageParts, type about, type AboutPage, type PageContent, type PublicPage } from "../about-contract.ts";
import { announcementHtml } from "./announcement-html.ts";
import type { Portal } from "./directory.ts";
import { listPages } from "./queries.ts";
import { escaped, inLanguageOf } from "./shown-announcements.ts";

/** What each page says where the portal has written nothing, as plain text; null for nothing. */
const usual: Readonly<Record<PublicPage, ((say: Say, portalName: string) => string) | null>> = {
  contact: (say, portalName) => say("These people run {portalName} and answer questions about courses and accounts.", { portalName }),
  copyright: (say, portalName) =>
    say(
      "Courses on {portalName} belong to their authors. Do not copy or pass them on without permission. Tell us through the contact page if something here uses your work without permission.",
      { portalName },
    ),
  privacy: (say, portalName) =>
    say(
      "{portalName} keeps your name, your email, the courses you take and the results you reach, so that your learning record is complete. It sets only the cookies that signing in needs, and one with your language where you choose one without being signed in. Ask through the contact page to see or correct what is kept about you.",
      { portalName },
    ),
  login: null,
};

/** The HTML of a page where the portal has written nothing, in a language; empty for a page that says nothing then. */
export function usualText(page: PublicPage, language: Language, portalName: string): string {
  const text = usual[page]?.(sayIn(language), portalName);
  return text === undefined ? "" : `<p>${escaped(text)}</p>`;
}

/** The text of a page for somebody: the portal's own, sanitised again (security.md 39), else the product's. */
function textOf(page: AboutPage, content: PageContent | undefined, { name, locale }: Pick<Portal, "name" | "locale">, language: Language) {
  const { en = null, de = null } = content?.texts ?? {};
  const own = inLanguageOf(
    { en: en === null ? null : (["en", en] as const), de: de === null ? null : (["de", de] as const) },
    language,
    locale,
  );
  if (own === null) return { html: usualText(page, language, name), language };
  return { html: announcementHtml(own[1]), language: own[0] };
}

/** The public pages about the portal that is asked, for whoever asks. */
export async function showAbout({ http, open, language }: OpenContext): Promise<Result<typeof about>> {
  const portal = http.portal as Portal | null;
  if (!portal) throw notFound("portal", "This portal could not be found.");
  const pages = await open(({ db }) => listPages(db, portal.id));
  const asked = await language();
  const { email = "", phone = "", address = "" } = portal.contact;
  const shown = (page: AboutPage) => ({
    ...textOf(page, pages.find((one) => one.page === page)?.content, portal, asked),
    ways: pageParts[page].hasWays ? { email, phone, address } : null,
  });
  return Object.fromEntries(aboutPages.map((page) => [page, shown(page)])) as Result<typeof about>;
}
