import type { Db } from "#platform/db/connect.ts";
import { languageFor } from "#platform/languages.ts";
import type { Environment } from "../contract.ts";
import { signedLinkPath } from "../signed-link-path.ts";
import type { Portal } from "./directory.ts";
import { inLanguageOf, joined, textFor } from "./shown-announcements.ts";
import { shownIn, type AudienceOf, type Shown } from "./shown.ts";

type Words = Pick<Environment, "Announcement" | "QuickLinks">;

/** What a portal shows somebody, in their language, else the portal's. */
export const wordsOf = (portal: Pick<Portal, "locale">, { announcements, quickLinks }: Shown, locale: string | null): Words => ({
  Announcement: joined(announcements.map(({ texts }) => textFor(texts, locale, portal.locale))),
  QuickLinks: quickLinks
    .filter(({ language }) => language === null || language === languageFor(locale, portal.locale, undefined))
    .map(({ id, titles, address, signed, icon, newTab }) => ({
      Id: id,
      Title: inLanguageOf(titles, locale, portal.locale) ?? "",
      // What a signed link has in its address is for its receiver alone.
      Address: signed ? `${signedLinkPath}${id}` : address,
      Icon: icon,
      NewTab: newTab,
    })),
});

/** What the portal shows a member now, for somebody who looks at it without being them. */
export const shownTo = async (
  db: Db,
  portal: Portal,
  { userId, locale }: { readonly userId: number; readonly locale: string | null },
  audienceOf: AudienceOf,
): Promise<Words> => wordsOf(portal, await shownIn({ ...portal, groupLooks: [] }, audienceOf).to(db, { userId }), locale);
