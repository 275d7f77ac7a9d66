import { publicPages, pageParts, type PublicPage, type PageContent } from "#features/portal/about-contract.ts";
import { paragraphs } from "#features/portal/paragraphs.ts";
import { announcementHtml, usualText } from "#features/portal/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { instantOrNull } from "#platform/instant.ts";
import { languages } from "#platform/languages.ts";
import { requireActor, type Context, type Http, type OpenContext, type PortalRef } from "#platform/serve.ts";
import { mostWritten, type listPages, type Page, type WrittenPage } from "../contract.ts";
import { writesPages } from "../policy.ts";
import * as queries from "./queries.ts";
import type { StoredPage } from "./queries.ts";

/** The most characters of a text once it is clean; beyond that nothing is read again. */
const mostKept = (page: PublicPage) => (page === "login" ? mostWritten(page) : 50_000);

const noText: PageContent["texts"] = { en: null, de: null };
/** What everybody reads: the ways to reach the portal are those of its row. */
const publishedOf = ({ page, published, ways }: StoredPage): PageContent => ({
  texts: published?.texts ?? noText,
  ways: pageParts[page].hasWays ? ways : null,
});
const isSame = (one: PageContent, other: PageContent) => JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
const inOrder = ({ texts: { en, de }, ways }: PageContent) => [en, de, ways && [ways.email, ways.phone, ways.address]];

const cleanOrNull = (html: string | null) => (html === null ? null : announcementHtml(html));
/** Stored texts, sanitised again before anybody reads them (security.md 39). */
const clean = ({ texts: { en, de }, ways }: PageContent): PageContent => ({ texts: { en: cleanOrNull(en), de: cleanOrNull(de) }, ways });

const told = (stored: StoredPage): Page => ({
  page: stored.page,
  revision: stored.revision,
  published: clean(publishedOf(stored)),
  draft: stored.draft && clean(stored.draft),
  changedBy: stored.changedBy,
  changedAt: instantOrNull(stored.changedAt),
  usual: { en: usualText(stored.page, "en", stored.portalName), de: usualText(stored.page, "de", stored.portalName) },
  versions: stored.versions,
});

/** The public pages of the portal. */
export const showPages = async ({ db, portal }: Pick<Context, "db" | "portal">): Promise<Result<typeof listPages>> => ({
  rows: (await queries.listPages(db, portal.id, publicPages)).map(told),
});

/** Who writes a page, in a transaction of stoa_people. */
interface Writing {
  readonly db: Db;
  readonly actor: Actor;
  readonly portal: PortalRef;
  readonly http: Http;
}
async function writing(
  { open, databases, http }: OpenContext,
  page: PublicPage,
  work: (doer: Writing, before: StoredPage) => Promise<void>,
): Promise<Page> {
  const asked = await open(async ({ actor, portal }) => ({ actor: requireActor(actor, writesPages), portal }));
  return databases.inPeople(asked.portal.id, "a public page of a portal is written", async (db) => {
    await work({ ...asked, db, http }, await queries.findPage(db, asked.portal.id, page));
    return told(await queries.findPage(db, asked.portal.id, page));
  });
}

const changedMeanwhile = () =>
  conflict("page_text_changed", "Somebody else changed this page meanwhile. Copy what you wrote, then load the page again.");

/** The content as it is stored. Throws 400 for a text of which nothing is left, and for one that is too long once it is clean. */
function cleaned(page: PublicPage, { texts, ways }: WrittenPage): PageContent {
  if ((ways !== null) !== pageParts[page].hasWays) throw invalid("ways", "ways", "Only the page Contact says how the portal is reached.");
  const of = (language: (typeof languages)[number]) => {
    const text = texts[language];
    if (text === null) return null;
    const html = announcementHtml(paragraphs(text));
    if (html.replaceAll(/<[^<>]*>|&nbsp;|\s/g, "") === "")
      throw invalid(`texts.${language}`, "empty_text", "Nothing of this text can be shown. Write it anew.");
    const most = mostKept(page);
    if (html.length > most)
      throw invalid(`texts.${language}`, "long_text", "With its formatting this text has {count} characters. It can have {most}.", {
        count: html.length,
        most,
      });
    return html;
  };
  return { texts: { en: of("en"), de: of("de") }, ways };
}

async function keep(doer: Writing, before: StoredPage, draft: PageContent | null, revision: number, action: string) {
  const { db, portal, actor } = doer;
  const { page } = before;
  if (!(await queries.updateDraft(db, { portalId: portal.id, userId: actor.userId, page, revision, draft }))) throw changedMeanwhile();
  await note(doer, { action, object: { kind: "portal", id: portal.id }, before: { page, draft: before.draft }, after: { page, draft } });
}

/** Keeps a draft; one like what is published is none. Throws 409 when it was changed since the revision named. */
export const saveDraft = (context: OpenContext, page: PublicPage, { revision, content }: { revision: number; content: WrittenPage }) =>
  writing(context, page, async (doer, before) => {
    const draft = cleaned(page, content);
    await keep(doer, before, isSame(draft, publishedOf(before)) ? null : draft, revision, "page_drafted");
  });

/** Gives up a draft. */
export const discardDraft = (context: OpenContext, page: PublicPage, revision: number) =>
  writing(context, page, (doer, before) => keep(doer, before, null, revision, "page_discarded"));

/** Takes what was published before as the draft. Throws 404 for a number that is none. */
export const restoreVersion = (context: OpenContext, page: PublicPage, number: number, revision: number) =>
  writing(context, page, async (doer, before) => {
    const version = await queries.findVersion(doer.db, doer.portal.id, page, number);
    if (!version) throw notFound("page_version", "This text could not be found.");
    await keep(doer, before, isSame(version, publishedOf(before)) ? null : version, revision, "page_restored");
  });

/** Shows the draft to everybody. Throws 409 when it was changed meanwhile, or there is none. */
export const publish = (context: OpenContext, page: PublicPage, revision: number) =>
  writing(context, page, async (doer, before) => {
    const { db, portal, actor } = doer;
    const { draft } = before;
    const by = { portalId: portal.id, userId: actor.userId, page };
    if (draft === null || before.revision !== revision || !(await queries.updateDraft(db, { ...by, revision, draft: null })))
      throw changedMeanwhile();
    await queries.insertVersion(db, { ...by, content: draft });
    await note(doer, {
      action: "page_published",
      object: { kind: "portal", id: portal.id },
      before: { page, ...publishedOf(before) },
      after: { page, ...draft },
    });
  });
