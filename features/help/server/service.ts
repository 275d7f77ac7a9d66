import { announcementHtml } from "#features/portal/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import type { Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { forbidden, notFound } from "#platform/errors.ts";
import { languages, type Language } from "#platform/languages.ts";
import type { Context } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import type { HelpScreen } from "../help-screens.ts";
import { ownId } from "../own-name.ts";
import { mayReadAbout, mayReadOwn } from "../policy.ts";
import type { HelpTexts } from "../writing-contract.ts";
import { plainWords } from "../plain-words.ts";
import * as queries from "./queries.ts";
import type { StoredArticle } from "./queries.ts";

export const noArticle = () => notFound("help_article", "There is no such article in the help.");

/** Whether a built-in article is for somebody: where one of its screens is. */
const mayReadBuiltIn = (article: string, actor: Actor, screens: readonly HelpScreen[]) =>
  screens.some((screen) => screen.article === article && mayReadAbout(screen, actor));

/** Whether somebody reads what the portal says in an article. */
const reads = (actor: Actor, screens: readonly HelpScreen[], { article, state, roles }: StoredArticle): boolean =>
  ownId(article) === null ? mayReadBuiltIn(article, actor, screens) : state === "published" && mayReadOwn(roles, actor);

/** The text in the reader's language. Where a built-in article has none in it, the built-in text is shown; an own one is read in another. */
function textIn(texts: HelpTexts, article: string, language: Language) {
  const fits = languages.filter((one) => one === language);
  const found = [...fits, ...(ownId(article) === null ? [] : languages)].find((one) => texts[one] !== null);
  const text = found && texts[found];
  return found && text ? { ...text, language: found } : null;
}

/** What the portal's help differs in from the built-in one, for the person asking. */
export async function showHelp({ db, actor, language }: Context, screens: readonly HelpScreen[]): Promise<Result<typeof api.listHelp>> {
  const mine = (await queries.listArticles(db, actor.portalId)).filter((one) => reads(actor, screens, one));
  const rows = mine.map(({ article, isHidden, texts }) => {
    const text = textIn(texts, article, language);
    return { article, isHidden, text: text && { title: text.title, words: plainWords(text.html), language: text.language } };
  });
  return { rows: rows.filter(({ isHidden, text }) => isHidden || text !== null) };
}

/** What the portal has of an article that somebody reads; null for a built-in one as it comes. Throws the same 404 for one that is not for them as for none. */
async function readable(db: Db, actor: Actor, article: string, screens: readonly HelpScreen[]): Promise<StoredArticle | null> {
  const found = await queries.findArticle(db, actor.portalId, article);
  if (found ? !reads(actor, screens, found) : !mayReadBuiltIn(article, actor, screens)) throw noArticle();
  return found ?? null;
}

/** What the portal says in an article, sanitised once more (security.md 43), and what the person answered about it. Throws 404. */
export async function showArticle(
  { db, actor, language }: Context,
  article: string,
  screens: readonly HelpScreen[],
): Promise<Result<typeof api.getHelp>> {
  const found = await readable(db, actor, article, screens);
  const text = found && !found.isHidden ? textIn(found.texts, article, language) : null;
  return {
    isHidden: found?.isHidden ?? false,
    text: text && { ...text, html: announcementHtml(text.html) },
    helped: await queries.findAnswer(db, actor.portalId, actor.userId, article),
  };
}

/** Keeps whether an article helped the person asking. Throws 404 for one that they do not read, 403 for a visitor. */
export async function answer(
  { db, actor }: Context,
  article: string,
  helped: boolean,
  screens: readonly HelpScreen[],
): Promise<Result<typeof api.answerHelp>> {
  if ((await readable(db, actor, article, screens))?.isHidden) throw noArticle();
  if (!(await queries.saveAnswer(db, actor.portalId, actor.userId, article, helped)))
    throw forbidden("help_members_only", "Only members of this portal say whether the help helped.");
  return { helped };
}
