import * as z from "zod/mini";
import type { CompiledQuery } from "kysely";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { whoAsks } from "#platform/db/read-ahead.ts";
import type { Statement } from "#platform/db/typed.ts";
import { languageOf, languages } from "#platform/languages.ts";
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
});
export type PortalAnnouncement = z.infer<typeof PortalAnnouncement>;

/** What is asked of the feature that knows audiences. */
export interface AudienceAsked {
  readonly portal: { readonly id: number; readonly timeZone: string };
  readonly userId: number;
  readonly now: Date;
  readonly announcements: readonly PortalAnnouncement[];
}
/** Gives a statement that tells which of some announcements with an audience are for a person. app/server.ts names it. */
export type AudienceOf = (asked: AudienceAsked) => Statement<{ id: number }>;

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

/** The text for somebody: in their language, else the portal's, else whichever there is. */
export function textFor(texts: AnnouncementTexts, ...locales: readonly (string | null)[]) {
  const wanted = [...locales.map(languageOf), ...languages].flatMap((language) =>
    language === "en" || language === "de" ? [texts[language]] : [],
  );
  return wanted.find((text) => text !== null) ?? { title: "", html: "" };
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** Announcements as one HTML, the specification's Announcement (§3): each with its title as a heading. */
export const joined = (texts: readonly { readonly title: string; readonly html: string }[]): string =>
  texts.map(({ title, html }) => `<h2>${title.replace(/[&<>]/g, (one) => escapes[one] ?? one)}</h2>${html}`).join("");

/**
 * What a portal shows now, and to whom. Only where something has an audience does anybody's answer need a statement; `ahead` is that statement, to be sent before it
 * is known who asks.
 */
export function shownAnnouncements(
  portal: { readonly id: number; readonly timeZone: string; readonly announcements: readonly PortalAnnouncement[] },
  audienceOf: AudienceOf,
  now = new Date(),
): { readonly ahead: readonly CompiledQuery[]; to(db: Db, actor: Pick<Actor, "userId">): Promise<readonly PortalAnnouncement[]> } {
  const at = now.getTime();
  const shown = portal.announcements.filter(
    ({ startsAt, endsAt }) => (startsAt === null || startsAt <= at) && (endsAt === null || at < endsAt),
  );
  const limited = shown.filter(({ audience }) => audience !== null);
  const ask = (userId: number) => audienceOf({ portal, userId, now, announcements: limited });
  return {
    ahead: limited.length > 0 ? [ask(whoAsks).compile()] : [],
    async to(db, { userId }) {
      if (limited.length === 0) return shown;
      const theirs = new Set((await ask(userId).execute(db)).rows.map(({ id }) => id));
      return shown.filter(({ id, audience }) => audience === null || theirs.has(id));
    },
  };
}
