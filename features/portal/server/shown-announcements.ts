import * as z from "zod/mini";
import { languageOf, languages } from "#platform/languages.ts";
import { Presence } from "../announcements-contract.ts";
import { announcementHtml } from "./announcement-html.ts";

const Text = z.nullable(z.object({ title: z.string(), html: z.string() }));
export const AnnouncementTexts = z.object({ en: Text, de: Text });
export type AnnouncementTexts = z.infer<typeof AnnouncementTexts>;

/** An announcement as the row of a portal has it: what is shown now or later (features/announcements writes it). Instants are milliseconds. */
export const PortalAnnouncement = z.object({
  id: z.int(),
  /** Since when it is asked for: who read it before this has not read it. */
  askedAt: z.number(),
  texts: AnnouncementTexts,
  /** A condition, which this feature does not know; null for everybody. */
  audience: z.unknown(),
  startsAt: z.nullable(z.number()),
  endsAt: z.nullable(z.number()),
  mustRead: z.boolean(),
  // Rows that were written by an earlier version have none of these.
  blocks: z.prefault(z.boolean(), false),
  isImportant: z.prefault(z.boolean(), false),
  presence: z.prefault(Presence, "portal"),
});
export type PortalAnnouncement = z.infer<typeof PortalAnnouncement>;

const clean = (text: AnnouncementTexts["en"]) => text && { title: text.title, html: announcementHtml(text.html) };
/** Stored texts, sanitised again before anybody reads them (security.md 39). */
export const cleanTexts = ({ en, de }: AnnouncementTexts): AnnouncementTexts => ({ en: clean(en), de: clean(de) });

/** Reads the announcements of a portal's row; texts are sanitised again (security.md 39). What cannot be read is left out. */
export const announcementsIn = (stored: unknown): readonly PortalAnnouncement[] =>
  (Array.isArray(stored) ? stored : []).flatMap((one) => {
    const read = PortalAnnouncement.safeParse(one);
    if (!read.success) return [];
    return [{ ...read.data, texts: cleanTexts(read.data.texts) }];
  });

/** What there is for somebody: in their language, else the portal's, else whichever there is; null for nothing. */
export function inLanguageOf<Text>(texts: Readonly<Record<"en" | "de", Text | null>>, ...locales: readonly (string | null)[]): Text | null {
  const wanted = [...locales.map(languageOf), ...languages].flatMap((language) =>
    language === "en" || language === "de" ? [texts[language]] : [],
  );
  return wanted.find((text) => text !== null) ?? null;
}

/** The text of an announcement for somebody. */
export const textFor = (texts: AnnouncementTexts, ...locales: readonly (string | null)[]) =>
  inLanguageOf(texts, ...locales) ?? { title: "", html: "" };

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** Plain text as HTML. */
export const escaped = (text: string): string => text.replace(/[&<>]/g, (one) => escapes[one] ?? one);
/** Announcements as one HTML, the specification's Announcement (§3): each with its title as a heading. */
export const joined = (texts: readonly { readonly title: string; readonly html: string }[]): string =>
  texts.map(({ title, html }) => `<h2>${escaped(title)}</h2>${html}`).join("");
