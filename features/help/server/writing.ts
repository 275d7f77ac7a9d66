import { paragraphs } from "#features/portal/paragraphs.ts";
import { announcementHtml } from "#features/portal/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import { languages } from "#platform/languages.ts";
import { requireActor, type Context, type Http, type OpenContext, type PortalRef } from "#platform/serve.ts";
import { ownId, ownName } from "../own-name.ts";
import { writesHelp } from "../policy.ts";
import * as api from "../writing-contract.ts";
import type { ArticleChange, ArticleTerms, HelpTexts, Writing } from "../writing-contract.ts";
import * as queries from "./queries.ts";
import type { StoredArticle } from "./queries.ts";
import { noArticle } from "./service.ts";

/** The most characters of a text once it is clean; beyond that nothing is read again. */
const mostKept = 50_000;
const noTexts: HelpTexts = { en: null, de: null };

const clean = (text: HelpTexts["en"]) => text && { title: text.title, html: announcementHtml(text.html) };
const told = ({ changedAt, ...one }: StoredArticle): Writing => ({
  ...one,
  texts: { en: clean(one.texts.en), de: clean(one.texts.de) },
  changedAt: instant(changedAt),
});
/** A built-in article of which a portal has nothing of its own. */
const asItCame = (article: string): Writing => ({
  article,
  isHidden: false,
  texts: noTexts,
  builtIn: null,
  state: "published",
  roles: [],
  revision: 0,
  changedAt: null,
  changedBy: null,
});

/** The built-in articles by name; whatever else is asked for is none. */
export type BuiltInNames = ReadonlySet<string>;

async function find(db: Db, portalId: number, article: string, names: BuiltInNames): Promise<Writing> {
  const found = await queries.findArticle(db, portalId, article);
  if (found) return told(found);
  if (!names.has(article)) throw noArticle();
  return asItCame(article);
}

/** What the portal has of its own in the help, and how many people each article helped. */
export async function showWriting({ db, portal }: Pick<Context, "db" | "portal">): Promise<Result<typeof api.listWriting>> {
  const [stored, counted] = [await queries.listArticles(db, portal.id), await queries.countAnswers(db, portal.id)];
  const counts = new Map(counted.map((one) => [one.article, one]));
  const known = new Set(stored.map(({ article }) => article));
  const others = counted.filter(({ article }) => !known.has(article) && !article.startsWith("own-"));
  return {
    rows: [...stored.map(told), ...others.map(({ article }) => asItCame(article))].map(
      ({ article, isHidden, state, roles, builtIn, texts }) => ({
        article,
        isHidden,
        state,
        roles,
        builtIn,
        titles: { en: texts.en?.title ?? null, de: texts.de?.title ?? null },
        helped: counts.get(article)?.helped ?? 0,
        didNot: counts.get(article)?.didNot ?? 0,
      }),
    ),
  };
}

/** What the portal has of its own in an article. Throws 404. */
export const showOne = ({ db, portal }: Pick<Context, "db" | "portal">, article: string, names: BuiltInNames): Promise<Writing> =>
  find(db, portal.id, article, names);

/** Who writes the help, in a transaction of stoa_people in which nobody else changes that of the portal. */
interface Doer {
  readonly db: Db;
  readonly actor: Actor;
  readonly portal: PortalRef;
  readonly http: Http;
}
async function writing<T>({ open, databases, http }: OpenContext, why: string, work: (doer: Doer) => Promise<T>): Promise<T> {
  const asked = await open(async ({ actor, portal }) => ({ actor: requireActor(actor, writesHelp), portal }));
  return databases.inPeople(asked.portal.id, why, async (db) => {
    await queries.lockPortal(db, asked.portal.id);
    return work({ ...asked, db, http });
  });
}

const changedMeanwhile = () =>
  conflict("help_changed_by_another", "Somebody else changed this article meanwhile. Copy what you wrote, then load it again.");

/** The texts as they are stored. Throws 400 for one of which nothing is left, and for one that is too long once it is clean. */
function cleaned(texts: HelpTexts): HelpTexts {
  const of = (language: (typeof languages)[number]) => {
    const text = texts[language];
    if (!text) return null;
    const html = announcementHtml(paragraphs(text.html));
    if (html.replaceAll(/<[^<>]*>|&nbsp;|\s/g, "") === "")
      throw invalid(`texts.${language}.html`, "empty_text", "Nothing of this text can be shown. Write it anew.");
    if (html.length > mostKept) throw invalid(`texts.${language}.html`, "long_text", "This text is too long. Shorten it.");
    return { title: text.title, html };
  };
  return { en: of("en"), de: of("de") };
}

/** Says a built-in article in the portal's words; without any, in the built-in ones again. Throws 404, and 409 when it was changed since the revision named. */
export const saveOverride = (
  context: OpenContext,
  article: string,
  { revision, texts: written, builtIn }: Parsed<typeof api.saveOverride>["body"],
  names: BuiltInNames,
): Promise<Writing> =>
  writing(context, "a built-in article of the help is said in other words", async (doer) => {
    const { db, portal, actor } = doer;
    if (!names.has(article)) throw noArticle();
    const before = await find(db, portal.id, article, names);
    if (before.revision !== revision) throw changedMeanwhile();
    const texts = cleaned(written);
    const isReset = languages.every((language) => texts[language] === null);
    const saved = { texts, builtIn: isReset ? null : builtIn };
    await queries.saveOverride(db, portal.id, actor.userId, article, saved);
    await queries.insertVersion(db, portal.id, actor.userId, article, saved);
    await note(doer, {
      action: isReset ? "help_reset" : "help_written",
      object: { kind: "portal", id: portal.id },
      before: { article, texts: before.texts },
      after: { article, texts },
    });
    return find(db, portal.id, article, names);
  });

/** Hides a built-in article from everybody of the portal, or shows it again. Throws 404. */
export const hideBuiltIn = (context: OpenContext, article: string, isHidden: boolean, names: BuiltInNames): Promise<Writing> =>
  writing(context, "a built-in article of the help is hidden or shown", async (doer) => {
    const { db, portal, actor } = doer;
    if (!names.has(article)) throw noArticle();
    const before = await find(db, portal.id, article, names);
    if (before.isHidden === isHidden) return before;
    await queries.saveOverride(db, portal.id, actor.userId, article, { isHidden });
    await note(doer, { action: isHidden ? "help_hidden" : "help_shown", object: { kind: "portal", id: portal.id }, after: { article } });
    return find(db, portal.id, article, names);
  });

const ownOne = async (db: Db, portalId: number, id: number): Promise<Writing> => find(db, portalId, ownName(id), new Set());
const facts = ({ texts, roles, state }: Writing) => ({ texts, roles, state });

async function checkRoom({ db, portal }: Doer) {
  if ((await queries.listIds(db, portal.id)).length >= api.mostArticles)
    throw conflict("too_many_articles", "A portal has {most} articles of its own at most. Delete one first.", { most: api.mostArticles });
}

/** Writes an article of the portal's own as a draft. Throws 409 where there are too many. */
export const createArticle = (context: OpenContext, { texts, roles }: ArticleTerms): Promise<Writing> =>
  writing(context, "an article of the help is written", async (doer) => {
    const { db, portal, actor } = doer;
    await checkRoom(doer);
    const id = await queries.insertArticle(db, portal.id, actor.userId, { texts: cleaned(texts), roles });
    const made = await ownOne(db, portal.id, id);
    await queries.insertVersion(db, portal.id, actor.userId, made.article, made);
    await note(doer, { action: "help_article_made", object: { kind: "help_article", id }, after: facts(made) });
    return made;
  });

/** Changes an article of the portal's own. Throws 404, and 409 when it was changed since the revision named. */
export const saveArticle = (
  context: OpenContext,
  id: number,
  { revision, texts, roles }: Parsed<typeof api.saveArticle>["body"],
): Promise<Writing> =>
  writing(context, "an article of the help is changed", async (doer) => {
    const { db, portal, actor } = doer;
    const before = await ownOne(db, portal.id, id);
    if (before.state === "deleted") throw noArticle();
    if (before.revision !== revision) throw changedMeanwhile();
    await queries.updateArticle(db, portal.id, actor.userId, id, { texts: cleaned(texts), roles });
    const after = await ownOne(db, portal.id, id);
    await queries.insertVersion(db, portal.id, actor.userId, after.article, after);
    await note(doer, {
      action: "help_article_changed",
      object: { kind: "help_article", id },
      before: facts(before),
      after: facts(after),
    });
    return after;
  });

/** What each change does, and what the audit log calls it. */
const changes = {
  publish: { action: "help_article_published", set: { status: "published" } },
  withdraw: { action: "help_article_withdrawn", set: { status: "draft" } },
  delete: { action: "help_article_deleted", set: { isDeleted: true } },
  restore: { action: "help_article_restored", set: { isDeleted: false } },
} as const satisfies Record<ArticleChange, { action: string; set: queries.ArticleSet }>;

/** Publishes an article of the portal's own, takes it back, deletes it, or brings it back as it was. What is so already stays. Throws 404. */
export const changeArticle = (context: OpenContext, id: number, change: ArticleChange): Promise<Writing> =>
  writing(context, "an article of the help is published, taken back, deleted or brought back", async (doer) => {
    const { db, portal, actor } = doer;
    const before = await ownOne(db, portal.id, id);
    const isDeleted = before.state === "deleted";
    if (isDeleted && (change === "publish" || change === "withdraw")) throw noArticle();
    const isSo = {
      publish: before.state === "published",
      withdraw: before.state === "draft",
      delete: isDeleted,
      restore: !isDeleted,
    }[change];
    if (isSo) return before;
    if (change === "restore") await checkRoom(doer);
    const { action, set } = changes[change];
    await queries.updateArticle(db, portal.id, actor.userId, id, set);
    await note(doer, { action, object: { kind: "help_article", id } });
    return ownOne(db, portal.id, id);
  });

type OfVersion = Parsed<typeof api.getHelpVersion>["params"];

const noVersion = () => notFound("help_version", "This version could not be found.");

/** What was saved of an article. Throws 404. */
export async function showVersions(
  { db, portal }: Pick<Context, "db" | "portal">,
  article: string,
  names: BuiltInNames,
): Promise<Result<typeof api.listHelpVersions>> {
  await find(db, portal.id, article, names);
  const rows = await queries.listVersions(db, portal.id, article);
  return { rows: rows.map(({ savedAt, ...row }) => ({ ...row, savedAt: instant(savedAt) })) };
}

/** One version of an article. Throws 404. */
export async function showVersion(
  { db, portal }: Pick<Context, "db" | "portal">,
  { article, versionId }: OfVersion,
  names: BuiltInNames,
): Promise<Result<typeof api.getHelpVersion>> {
  await find(db, portal.id, article, names);
  const found = await queries.findVersion(db, portal.id, article, versionId);
  if (!found) throw noVersion();
  const { builtIn: _, savedAt, texts, ...version } = found;
  return { ...version, savedAt: instant(savedAt), texts: { en: clean(texts.en), de: clean(texts.de) } };
}

/** Shows a version of an article again, as a new one. Throws 404, and 409 when the article was changed since the revision named. */
export const restoreVersion = (
  context: OpenContext,
  { article, versionId }: OfVersion,
  revision: number,
  names: BuiltInNames,
): Promise<Writing> =>
  writing(context, "an earlier version of an article of the help is shown again", async (doer) => {
    const { db, portal, actor } = doer;
    const before = await find(db, portal.id, article, names);
    if (before.state === "deleted") throw noArticle();
    const found = await queries.findVersion(db, portal.id, article, versionId);
    if (!found) throw noVersion();
    if (before.revision !== revision) throw changedMeanwhile();
    const { texts, builtIn } = found;
    const id = ownId(article);
    if (id === null) await queries.saveOverride(db, portal.id, actor.userId, article, { texts, builtIn });
    else await queries.updateArticle(db, portal.id, actor.userId, id, { texts });
    await queries.insertVersion(db, portal.id, actor.userId, article, { texts, builtIn });
    const after = await find(db, portal.id, article, names);
    await note(doer, {
      action: "help_version_restored",
      object: id === null ? { kind: "portal", id: portal.id } : { kind: "help_article", id },
      before: { article, texts: before.texts },
      after: { article, texts: after.texts, version: versionId },
    });
    return after;
  });

/** Puts the portal's own articles into an order. An id that is none of them is left out. */
export const orderArticles = (context: OpenContext, ids: readonly number[]): Promise<Result<typeof api.orderArticles>> =>
  writing(context, "articles of the help are put in order", async (doer) => {
    const { db, portal } = doer;
    const before = await queries.listIds(db, portal.id);
    await queries.orderArticles(db, portal.id, ids);
    const after = await queries.listIds(db, portal.id);
    if (before.join() !== after.join())
      await note(doer, { action: "help_articles_ordered", before: { ids: before }, after: { ids: after } });
    return { ids: after };
  });
