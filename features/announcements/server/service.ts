import { sql } from "kysely";
import { changesOfObject } from "#features/audit/server/service.ts";
import { instantsOf, localPeriod } from "#features/account/server/period.ts";
import type { Condition } from "#features/conditions/condition.ts";
import { quickOf } from "#features/conditions/quick.ts";
import { requireVisible } from "#features/conditions/server/service.ts";
import { groupsMissing, namesGroup, tryCondition } from "#features/groups/server/service.ts";
import { foundBy, isCrowded, pageFoundBy, type Search } from "#features/people/server/service.ts";
import { announced } from "#features/notifications/events/announced/announced.ts";
import { textTest } from "#features/notifications/events/text_test/text-test.ts";
import { tellerIn, writeLetter } from "#features/notifications/server/service.ts";
import { announcementHtml, announcementLines, cleanTexts, textFor } from "#features/portal/server/service.ts";
import { placeOf, scopeOf } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { instant, instantOrNull } from "#platform/instant.ts";
import { languageOf, languages } from "#platform/languages.ts";
import { countLists, readAllLarge, type LargeListSql } from "#platform/list/server/large-page.ts";
import { readPage } from "#platform/list/server/page.ts";
import type { CsvColumn } from "#platform/list/server/serve-export.ts";
import { requireActor, type Context, type Http, type OpenContext, type PortalRef } from "#platform/serve.ts";
import {
  AnnouncementEvent,
  announcementList,
  changesList,
  longestHtml,
  mostShown,
  Reader,
  reminderHours,
  reportList,
} from "../contract.ts";
import type * as api from "../contract.ts";
import type { Announcement, AnnouncementChange, AnnouncementTerms, AnnouncementWords, ForWhom } from "../contract.ts";
import { announces } from "../policy.ts";
import { paragraphs } from "#features/portal/paragraphs.ts";
import * as queries from "./queries.ts";
import type { StoredAnnouncement } from "./queries.ts";

/** Announcements that are for members of a group, for what depends on it. */
export const announcementsNamingGroup = ({ portalId, groupId }: { readonly portalId: number; readonly groupId: number }) => sql`
  select 'announcement' as kind, a.id, coalesce(a.texts -> 'en' ->> 'title', a.texts -> 'de' ->> 'title') as name, '/portal/announcement/' || a.id as "to"
  from announcements a where a.portal_id = ${portalId} and a.deleted_at is null and (a.ends_at is null or a.ends_at > now())
    and a.audience is not null and ${namesGroup(sql`a.audience`, groupId)}`;

const noAnnouncement = () => notFound("announcement", "This announcement could not be found.");

type Found = StoredAnnouncement & { readonly forWhom: ForWhom };
async function find(db: Db, portalId: number, id: number, options?: { readonly lock: boolean }): Promise<Found> {
  const found = await queries.findAnnouncement(db, portalId, id, options);
  if (!found) throw noAnnouncement();
  const named = await withNames(db, portalId, [found]);
  return named[0] as Found;
}

/** Announcements with their audiences in short; a statement only where one is for groups or for a course. */
async function withNames<One extends Pick<StoredAnnouncement, "audience">>(db: Db, portalId: number, all: readonly One[]) {
  const levels = all.map((one) => ({ one, quick: quickOf(one.audience) }));
  const groupIds = levels.flatMap(({ quick }) => (quick.level === "groups" ? quick.groupIds : []));
  const courseIds = levels.flatMap(({ quick }) => (quick.level === "course" ? [quick.courseId] : []));
  const names = groupIds.length + courseIds.length > 0 ? await queries.namesOf(db, portalId, { groupIds, courseIds }) : [];
  const found = (kind: "group" | "course", id: number) => names.find((named) => named.kind === kind && named.id === id);
  return levels.map(({ one, quick }) => ({
    ...one,
    forWhom: {
      level: quick.level,
      names:
        quick.level === "groups"
          ? quick.groupIds.map((id) => found("group", id)?.name ?? null)
          : quick.level === "course"
            ? [found("course", quick.courseId)?.name ?? null]
            : [],
      isDraft: quick.level === "course" && found("course", quick.courseId)?.isDraft === true,
    },
  }));
}

const told = ({ isPublished: _published, ...one }: Found): Announcement => ({
  ...one,
  texts: cleanTexts(one.texts),
  ...localPeriod(one),
  askedAt: instantOrNull(one.askedAt),
  toldAt: instantOrNull(one.toldAt),
  remindedAt: instantOrNull(one.remindedAt),
  changedAt: instant(one.changedAt),
});

/** One announcement. Throws 404. */
export const showAnnouncement = async ({ db, portal }: Pick<Context, "db" | "portal">, id: number): Promise<Announcement> =>
  told(await find(db, portal.id, id));

/** A page of the portal's announcements. */
export async function showAnnouncements(
  { db, portal, language }: Pick<Context, "db" | "portal" | "language">,
  query: Parsed<typeof api.listAnnouncements>["query"],
): Promise<Result<typeof api.listAnnouncements>> {
  const list = queries.announcementsOf(portal.id, query, language);
  const found = await readPage(db, queries.StoredRow, { page: query.page, pageSize: announcementList.pageSize }, list);
  return {
    ...found,
    rows: (await withNames(db, portal.id, found.rows)).map(({ audience: _audience, ...row }) => ({
      ...row,
      startsAt: instantOrNull(row.startsAt),
      endsAt: instantOrNull(row.endsAt),
      changedAt: instant(row.changedAt),
    })),
  };
}

/** Whom a condition would reach. */
export const tryAudience = (context: Context, condition: Condition): Promise<Result<typeof api.tryAudience>> =>
  tryCondition(context, condition);

/** Who changes announcements, in a transaction of stoa_people in which nobody else changes those of the portal. */
interface Announcing {
  readonly db: Db;
  readonly actor: Actor;
  readonly portal: PortalRef;
  readonly http: Http;
}
async function announcing<T>({ open, databases, http }: OpenContext, why: string, work: (doer: Announcing) => Promise<T>): Promise<T> {
  const asked = await open(async ({ actor, portal }) => ({ actor: requireActor(actor, announces), portal }));
  return databases.inPeople(asked.portal.id, why, async (db) => {
    await queries.lockPortal(db, asked.portal.id);
    return work({ ...asked, db, http });
  });
}

/** The texts as they are stored. Throws 400 for one of which nothing is left. */
function cleaned(texts: AnnouncementWords): AnnouncementWords {
  const clean = (language: (typeof languages)[number]) => {
    const text = texts[language];
    if (!text) return null;
    const html = announcementHtml(paragraphs(text.html));
    if (html.replaceAll(/<[^<>]*>|&nbsp;|\s/g, "") === "")
      throw invalid(`texts.${language}.html`, "empty_text", "Nothing of this text can be shown. Write it anew.");
    if (html.length > longestHtml) throw invalid(`texts.${language}.html`, "text_too_long", "This text is too long. Shorten it.");
    return { title: text.title, html };
  };
  return { en: clean("en"), de: clean("de") };
}

/** What stands in the table for what was typed. Throws where the dates or the audience cannot be. */
async function checkedTerms({ db, actor, portal }: Announcing, terms: AnnouncementTerms, before?: StoredAnnouncement) {
  const instants = instantsOf(terms);
  const { audience, mustRead, blocks, remindDays } = terms;
  if (audience && JSON.stringify(audience) !== JSON.stringify(before?.audience)) {
    await requireVisible(db, actor, audience);
    if (await groupsMissing(db, portal.id, audience))
      throw invalid("audience", "unknown_group", "One of these groups does not exist any more. Choose again.");
  }
  return {
    texts: JSON.stringify(cleaned(terms.texts)),
    audience: audience && JSON.stringify(audience),
    ...instants,
    must_read: mustRead,
    // Only what is to be confirmed can be waited for.
    blocks: mustRead && blocks,
    remind_days: mustRead ? remindDays : null,
    is_pinned: terms.isPinned,
    is_important: terms.isImportant,
    presence: terms.presence,
    by_mail: terms.byMail,
  };
}

/** What the audit log says of one: the texts stand in it as they were shown. */
const facts = ({ texts, audience, startsAt, endsAt, timeZone, mustRead, ...rest }: Announcement) => {
  const { blocks, remindDays, isPinned, isImportant, presence, byMail } = rest;
  return { texts, audience, startsAt, endsAt, timeZone, mustRead, blocks, remindDays, isPinned, isImportant, presence, byMail };
};

/** Writes into the portal's row what is shown now. Throws 409 when that is too much for every page. */
async function show({ db, portal }: Announcing) {
  if ((await queries.showInPortal(db, portal.id)) > mostShown)
    throw conflict("too_many_shown", "A portal shows {most} announcements at once, now or later. Take one back first.", {
      most: mostShown,
    });
}

/** Writes an announcement as a draft. */
export const createAnnouncement = (context: OpenContext, terms: AnnouncementTerms): Promise<Announcement> =>
  announcing(context, "an announcement is written", async (doer) => {
    const { db, portal, actor } = doer;
    const id = await queries.insertAnnouncement(db, portal.id, actor.userId, await checkedTerms(doer, terms));
    const made = told(await find(db, portal.id, id));
    await note(doer, { action: "announcement_made", object: { kind: "announcement", id }, after: facts(made) });
    return made;
  });

/** Changes an announcement, one that is shown at once. Throws 409 when it was changed since the revision named. */
export const saveAnnouncement = (
  context: OpenContext,
  id: number,
  { revision, asksAgain, ...terms }: Parsed<typeof api.saveAnnouncement>["body"],
): Promise<Announcement> =>
  announcing(context, "an announcement is changed", async (doer) => {
    const { db, portal } = doer;
    const before = await find(db, portal.id, id, { lock: true });
    if (before.state === "deleted") throw noAnnouncement();
    if (before.revision !== revision)
      throw conflict("announcement_changed_by_another", "Somebody else changed this announcement meanwhile. Load it again.");
    const asks = asksAgain && before.isPublished;
    await queries.updateAnnouncement(db, portal.id, id, { ...(await checkedTerms(doer, terms, before)), ...(asks && { asks: true }) });
    await show(doer);
    const after = told(await find(db, portal.id, id));
    await note(doer, {
      action: "announcement_changed",
      object: { kind: "announcement", id },
      before: facts(told(before)),
      after: { ...facts(after), ...(asks && { asksAgain: true }) },
    });
    return after;
  });

/** What each change does, and what the audit log calls it. */
const changes = {
  publish: { action: "announcement_published", set: { status: "published", asks: true } },
  withdraw: { action: "announcement_withdrawn", set: { status: "draft" } },
  delete: { action: "announcement_deleted", set: { isDeleted: true } },
  restore: { action: "announcement_restored", set: { isDeleted: false } },
} as const satisfies Record<AnnouncementChange, { action: string; set: queries.Change }>;

/** Publishes an announcement, takes it back, deletes it, or brings it back as it was. What is so already stays. Throws 409 for one whose end has passed. */
export const changeState = (context: OpenContext, id: number, change: AnnouncementChange): Promise<Announcement> =>
  announcing(context, "an announcement is published, taken back, deleted or brought back", async (doer) => {
    const { db, portal } = doer;
    const before = await find(db, portal.id, id, { lock: true });
    const isDeleted = before.state === "deleted";
    if (isDeleted !== (change === "restore") && !(isDeleted && change === "delete") && change !== "restore") throw noAnnouncement();
    const isSo = { publish: before.isPublished, withdraw: !before.isPublished, delete: isDeleted, restore: !isDeleted }[change];
    if (isSo) return told(before);
    if (change === "publish" && before.endsAt && before.endsAt <= new Date())
      throw conflict("already_over", "The end of this announcement has passed. Change its dates first.");
    const { action, set } = changes[change];
    await queries.updateAnnouncement(db, portal.id, id, set);
    await show(doer);
    const after = told(await find(db, portal.id, id));
    await note(doer, { action, object: { kind: "announcement", id }, before: { state: before.state }, after: { state: after.state } });
    return after;
  });

/** Sends an announcement to whoever asks, as everybody would get it by mail. It is a letter, so it goes to no webhook and to nobody else. Throws 404. */
export const testAnnouncement = (context: OpenContext, id: number): Promise<Result<typeof api.testAnnouncement>> =>
  announcing(context, "an announcement is tried", async (doer) => {
    const { db, portal, actor } = doer;
    const { texts } = await find(db, portal.id, id);
    const language = languageOf(actor.locale) ?? languageOf(portal.locale) ?? "en";
    const { title, html } = textFor(texts, actor.locale, portal.locale);
    const teller = tellerIn(language, actor.timeZone ?? portal.timeZone);
    const { subject, lines, action } = announced.words(teller, { title, text: announcementLines(html).join("\n") });
    const letter = { subject, lines: [...lines], ...action, after: [], hasLink: true };
    await writeLetter(db, portal.id, textTest, { address: actor.email, locale: language }, letter);
    await note(doer, { action: "announcement_tried", object: { kind: "announcement", id } });
    return { email: actor.email };
  });

/** Has everybody reminded who has not confirmed an announcement; a worker does it within a minute. Throws 409 where nobody has to, or has been just now. */
export const remindOfAnnouncement = (context: OpenContext, id: number): Promise<Announcement> =>
  announcing(context, "people are reminded of an announcement", async (doer) => {
    const { db, portal } = doer;
    const { mustRead, state, askedAt } = await find(db, portal.id, id, { lock: true });
    if (!mustRead || state !== "shown" || !askedAt)
      throw conflict("nothing_to_confirm", "Nobody has to confirm this announcement now. Publish it as one that is to be confirmed first.");
    if (!(await queries.askForReminder(db, portal.id, id, reminderHours)))
      throw conflict(
        "reminded_already",
        "People were reminded of this announcement a short while ago. They can be reminded again after {hours} hours.",
        {
          hours: reminderHours,
        },
      );
    await note(doer, { action: "announcement_reminded", object: { kind: "announcement", id } });
    return told(await find(db, portal.id, id));
  });

/** What was done with an announcement, newest first. Throws 404. */
export async function showChanges(
  { db, portal }: Pick<Context, "db" | "portal">,
  id: number,
  { page }: Parsed<typeof api.listChanges>["query"],
): Promise<Result<typeof api.listChanges>> {
  await find(db, portal.id, id);
  const found = await readPage(
    db,
    AnnouncementEvent,
    { page, pageSize: changesList.pageSize },
    changesOfObject(portal.id, "announcement", id),
  );
  return { ...found, rows: found.rows.map((row) => ({ ...row, at: instant(row.at) })) };
}

type Reading = Pick<Context, "db" | "actor" | "portal">;
type ReportQuery = Parsed<typeof api.listReaders>["query"];
/** Who is in the report of an announcement, by a search and an answer. */
type Report = (search: Search, asked: Pick<ReportQuery, "answer" | "sort"> & { readonly people?: number }) => LargeListSql;

/** The list of the report, for somebody who sees what its audience is about: who is meant would tell it (security.md 10). */
async function reportOf({ db, actor, portal }: Reading, id: number): Promise<Report> {
  const found = await find(db, portal.id, id);
  if (found.audience) await requireVisible(db, actor, found.audience);
  const [scope, place] = [await scopeOf(db, actor), await placeOf(db, portal, [found.audience])];
  const crowd = { isCrowded: await isCrowded(db, portal.id) };
  return (search, asked) => queries.readersOf(scope, found, place, search, { ...asked, ...crowd });
}

/** How many are meant, have opened and have confirmed it. A large number may be half a minute old, as every list's. */
async function figuresOf(db: Db, report: Report) {
  const everybody: Search = { sql: null, isNear: false };
  const asked = [null, "read", "confirmed"] as const;
  const lists = asked.map((answer) => report(everybody, { answer, sort: "name" }));
  const [people = 0, opened = 0, confirmed = 0] = await countLists(db, lists);
  return { people, opened: opened + confirmed, confirmed };
}

/** A page of who has read an announcement and who has not. */
export async function showReaders(
  reading: Reading,
  { params: { announcementId }, query }: Parsed<typeof api.listReaders>,
): Promise<Result<typeof api.listReaders>> {
  const { db, actor } = reading;
  const report = await reportOf(reading, announcementId);
  const sizes = { row: Reader, q: query.q, page: query.page, pageSize: reportList.pageSize };
  const figures = await figuresOf(db, report);
  const found = await pageFoundBy(db, actor, sizes, (search) => report(search, { ...query, people: figures.people }));
  return {
    ...found,
    ...figures,
    all: figures.people,
    rows: found.rows.map((row) => ({ ...row, readAt: instantOrNull(row.readAt), confirmedAt: instantOrNull(row.confirmedAt) })),
  };
}

/** All of them for the export, in batches. */
export async function* allReaders(reading: Reading, { params: { announcementId }, query }: Parsed<typeof api.listReaders>) {
  const report = await reportOf(reading, announcementId);
  const { list } = await foundBy(reading.db, reading.actor, query.q, (search) => report(search, query));
  yield* readAllLarge(reading.db, Reader, list);
}

/** The columns of the export. */
export function readerColumns(say: Say): readonly CsvColumn<Reader>[] {
  return [
    [say("Name"), (row) => row.name],
    [say("Email"), (row) => row.email],
    [say("Opened (UTC)"), (row) => row.readAt && instant(row.readAt)],
    [say("Confirmed (UTC)"), (row) => row.confirmedAt && instant(row.confirmedAt)],
  ];
}
