import * as z from "zod/mini";
import { languageFor, type Language } from "#platform/languages.ts";
import { sayIn } from "#platform/catalogue.ts";
import { systemAnnouncementId } from "../announcements-contract.ts";
import { paragraphs } from "../paragraphs.ts";
import { announcementHtml } from "./announcement-html.ts";
import { escaped, inLanguageOf, type PortalAnnouncement } from "./shown-announcements.ts";

const Moments = z.object({ startsAt: z.number(), endsAt: z.number() });

/** What system admins tell everybody in all portals, as it is stored (features/portals writes it). Texts are plain, instants milliseconds. */
export const SystemAnnouncement = z.object({
  texts: z.object({ en: z.nullable(z.string()), de: z.nullable(z.string()) }),
  startsAt: z.nullable(z.number()),
  endsAt: z.nullable(z.number()),
  /** In which its dates were written. */
  timeZone: z.string(),
  /** When the installation is not to be used. */
  maintenance: z.nullable(Moments),
  changedAt: z.number(),
});
export type SystemAnnouncement = z.infer<typeof SystemAnnouncement>;

/** What the installation tells: an announcement with its dates, or, as earlier versions have it, HTML for the sign-in page alone. */
export interface SystemWords {
  readonly html: string;
  readonly dated: SystemAnnouncement | null;
}

const Earlier = z.object({ html: z.string() });

/** Reads the setting `announcement`; HTML is sanitised again (security.md 39). What cannot be read says nothing. */
export function systemWordsIn(stored: unknown): SystemWords {
  const dated = SystemAnnouncement.safeParse(stored);
  if (dated.success) return { html: "", dated: dated.data };
  return { html: announcementHtml(Earlier.safeParse(stored).data?.html ?? ""), dated: null };
}

/** Until when it is shown: without an end of its own, until the maintenance is over; and no longer than that where it says nothing else. */
function endOf({ texts, endsAt, maintenance }: SystemAnnouncement): number | null {
  const over = maintenance?.endsAt ?? null;
  if (endsAt === null || over === null) return endsAt ?? over;
  return texts.en === null && texts.de === null ? Math.min(endsAt, over) : endsAt;
}

/** A text as HTML in a language, and after it when the maintenance is. The browser puts its own words in the place of that paragraph (web/maintenance.ts). */
function htmlOf(text: string | null, { maintenance, timeZone }: SystemAnnouncement, language: Language): string {
  const html = paragraphs(escaped(text ?? ""));
  if (!maintenance) return html;
  const times = new Intl.DateTimeFormat(language === "pseudo" ? "en" : language, {
    day: "numeric",
    month: "short",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZone,
    timeZoneName: "short",
  });
  const time = (at: number) => `<time datetime="${new Date(at).toISOString()}">${escaped(times.format(at))}</time>`;
  const said = sayIn(language)("Maintenance from {from} until {until}", {
    from: time(maintenance.startsAt),
    until: time(maintenance.endsAt),
  });
  return `${html}<p>${said}</p>`;
}

/** What the sign-in page of a portal says now in a language, else in the portal's, as HTML; empty for nothing. */
export function systemHtml({ html, dated }: SystemWords, locale: string, portalLocale: string, now = Date.now()): string {
  if (!dated) return html;
  const ends = endOf(dated);
  if ((dated.startsAt !== null && now < dated.startsAt) || (ends !== null && now >= ends)) return "";
  const { maintenance } = dated;
  const ahead = { ...dated, maintenance: maintenance && now < maintenance.endsAt ? maintenance : null };
  return htmlOf(inLanguageOf(dated.texts, locale, portalLocale), ahead, languageFor(locale, portalLocale, undefined));
}

/** The same as the first of what a portal tells those who are signed in. HTML of earlier versions is for the sign-in page alone. */
export function systemAnnouncementsIn({ dated }: SystemWords): readonly PortalAnnouncement[] {
  if (!dated) return [];
  const { texts, startsAt, changedAt } = dated;
  const hasText = texts.en !== null || texts.de !== null;
  const of = (language: "en" | "de") =>
    hasText && texts[language] === null
      ? null
      : { title: sayIn(language)("System announcement"), html: htmlOf(texts[language], dated, language) };
  return [
    {
      id: systemAnnouncementId,
      askedAt: changedAt,
      texts: { en: of("en"), de: of("de") },
      audience: null,
      startsAt,
      endsAt: endOf(dated),
      mustRead: false,
      blocks: false,
      isImportant: true,
      presence: "message",
    },
  ];
}
