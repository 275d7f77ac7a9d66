import { CourseFields } from "#features/authoring/fields-contract.ts";
import { packagedDraft } from "#features/authoring/server/service.ts";
import type { Block } from "#features/blocks/kinds.ts";
import { pagesOf, type Content, type Page } from "#features/courses/content.ts";
import { draftContent } from "#features/courses/draft.ts";
import {
  countTexts,
  findDraft,
  freshTexts,
  isFresh,
  listTexts,
  savedIn,
  saysSomething,
  textsOf,
  textsOfBlock,
  textsOfCourse,
  titleTexts,
  withText,
  type CourseWords,
  type PlacedText,
  type SavedTexts,
  type Text,
  type Translations,
} from "#features/courses/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import { languageOf, languages } from "#platform/languages.ts";
import type { Context } from "#platform/serve.ts";
import { most } from "../policy.ts";
import { same } from "#platform/same.ts";
import { SavedBlock } from "../shapes.ts";
import type * as api from "../translation-contract.ts";
import * as drafts from "./queries.ts";
import type { Key } from "./queries.ts";
import { requireEditable, tellSaved } from "./service.ts";
import * as queries from "./translation-queries.ts";

type Scope = Pick<Context, "db" | "actor" | "portal">;
type Course = Awaited<ReturnType<typeof queries.findCourse>>;

/** A text of a course, and what it belongs to. */
export interface OwnedText extends PlacedText {
  /** "course", "chapter", "page", or the kind of a block. */
  readonly owner: string;
  readonly ownerId: string;
}
const ownedBy = (owner: string, ownerId: string, texts: readonly PlacedText[]): OwnedText[] =>
  texts.map((text) => ({ ...text, owner, ownerId }));

/** All texts of a document by part: the titles of its chapters, then each page. */
export const partsOfContent = (content: Content): { page: Page | null; texts: OwnedText[] }[] => [
  { page: null, texts: chapterTexts(content) },
  ...pagesOf(content).map(({ page }) => ({ page, texts: pageTexts(page) })),
];

/** The texts of a course by part: its own fields with the titles of its chapters, then each page. */
const partsOf = (course: CourseWords, content: Content): { pageId: string | null; texts: OwnedText[] }[] =>
  partsOfContent(content).map(({ page, texts }) =>
    page ? { pageId: page.id, texts } : { pageId: null, texts: [...fieldTexts(course), ...texts] },
  );
const fieldTexts = (course: CourseWords) => ownedBy("course", "course", textsOfCourse(course));
const chapterTexts = ({ chapters }: Content): OwnedText[] =>
  chapters.flatMap((chapter) => ownedBy("chapter", chapter.id, titleTexts("chapters", chapter)));
const pageTexts = (page: Page): OwnedText[] => [
  ...ownedBy("page", page.id, titleTexts("pages", page)),
  ...page.blocks.flatMap((block) => ownedBy(block.kind, block.id, textsOfBlock(block))),
];

/** Whether a course's own language is this one, of whatever country. */
const isSource = (course: Pick<Course, "language">, language: string) => languageOf(course.language) === language;

/** The languages of a course, and how far each part is translated. */
export async function listTranslations(context: Scope, courseId: number): Promise<Result<typeof api.listTranslations>> {
  const { db } = context;
  const { key } = await requireEditable(context, courseId);
  const course = await queries.findCourse(db, key);
  const content = await contentOf(db, key);
  const parts = partsOf(course, content);
  const rows = await listTexts(db, key);
  return {
    source: course.language,
    languages: course.languages.map(({ language, isOffered }) => {
      const texts = savedIn(rows, language);
      return { language, isOffered, parts: parts.map((part) => ({ pageId: part.pageId, ...countTexts(part.texts, texts) })) };
    }),
    others: languages.filter((one) => !isSource(course, one) && !course.languages.some(({ language }) => language === one)),
    pages: pagesOf(content).map(({ page: { id, title } }) => ({ id, title })),
  };
}

type DraftKey = Awaited<ReturnType<typeof requireEditable>>["key"];

/** The document of a draft: of a SCORM course, that of its package. */
async function contentOf(db: Context["db"], key: DraftKey): Promise<Content> {
  if (key.type === "scorm") return (await packagedDraft(db, key)).content;
  const found = await findDraft(db, key);
  return found ? draftContent(found.draft, found.pages) : { chapters: [] };
}

/** A page of a draft, and the chapters without their pages; of a SCORM course, those of its package. */
async function partOf(db: Context["db"], key: DraftKey, pageId: string | null) {
  if (key.type === "scorm") {
    const content = await contentOf(db, key);
    return { content, page: pagesOf(content).find(({ page }) => page.id === pageId)?.page };
  }
  if (pageId !== null) return { content: { chapters: [] }, page: (await drafts.findPage(db, key, pageId))?.page };
  return { content: draftContent({ outline: (await drafts.findOutline(db, key)).outline }, []), page: undefined };
}

/** The texts of a page as they are now, and of what they are part of. Throws 404 for a page that the draft does not have. */
async function textsOfPart({ db }: Pick<Context, "db">, key: DraftKey, pageId: string | null) {
  const { content, page } = await partOf(db, key, pageId);
  if (pageId === null) {
    const course = await queries.findCourse(db, key);
    return { texts: [...fieldTexts(course), ...chapterTexts(content)], course, blocks: [] as Block[] };
  }
  if (!page) throw notFound("draft_page", "This page could not be found.");
  return { texts: pageTexts(page), course: null, blocks: page.blocks };
}

/** The texts of a page, or of the course itself, with their translations. */
export async function readTexts(
  context: Scope,
  courseId: number,
  language: string,
  pageId: string | undefined,
): Promise<Result<typeof api.readTexts>> {
  const { key } = await requireLanguage(context, courseId, language);
  const { texts } = await textsOfPart(context, key, pageId ?? null);
  const rows = await listTexts(context.db, key, { language, keys: texts.map((text) => text.key) });
  const known = savedIn(rows, language);
  return {
    texts: texts.map((text) => {
      const { value: source, ...place } = text;
      const translation = known.get(text.key);
      return {
        ...place,
        places: [...place.places],
        source,
        translation: translation?.value ?? null,
        madeFrom: translation && !isFresh(text, translation) ? translation.source : null,
      };
    }),
  };
}

/** Ring two, for a language that the course has. Throws 404 for another one. */
async function requireLanguage(context: Scope, courseId: number, language: string, { lock = false } = {}) {
  const { key } = await requireEditable(context, courseId, { lock });
  const { languages: known } = await queries.findCourse(context.db, key);
  const found = known.find((one) => one.language === language);
  if (!found) throw notFound("course_language", "This course does not have this language.");
  return { key, found };
}

/** Saves a translation unless the original, or the translation, is another one by now. */
export async function saveText(
  context: Context,
  courseId: number,
  language: string,
  { pageId, key: name, source, value: given, was }: Parsed<typeof api.saveText>["body"],
): Promise<Result<typeof api.saveText>> {
  const { db } = context;
  // What the course says about itself is stored as a whole: of two who translate it at once, the later one waits.
  const { key } = await requireLanguage(context, courseId, language, { lock: pageId === null });
  const { texts, course, blocks } = await textsOfPart(context, key, pageId);
  const text = texts.find((one) => one.key === name);
  if (!text) throw notFound("course_text", "This text is no longer in the course. Reload the page.");
  if (!same(text.value, source))
    throw conflict("source_changed", "The original has changed while you were translating it. Look at it once more.").with({
      source: text.value,
    });
  const value = given !== null && saysSomething(given) ? given : null;
  if (value !== null) requireFitting(text, value, blocks);
  if (!(await queries.saveText(db, { ...key, language, key: name }, { source, value, was }))) {
    const [theirs] = await listTexts(db, key, { language, keys: [name] });
    // What did not hear that it had arrived is sent again.
    if (theirs && same(theirs.value, value) && same(theirs.source, source)) return { translation: value };
    throw conflict("translation_changed", "Somebody else translated this meanwhile. Nothing of theirs was lost.").with({
      translation: theirs?.value ?? null,
    });
  }
  if (course) await keepCourseWords(db, key);
  if (text.owner !== "course") await queries.raiseRevision(db, key, language);
  await tellSaved(context, key);
  return { translation: value };
}

/** Throws 400 for a translation that its field does not take: it is too long, or rich text where plain words belong. */
function requireFitting(text: OwnedText, value: Text, blocks: readonly Block[]) {
  const wrong = invalid("value", "does_not_fit", "This translation is too long here, or has a form that is not possible here.");
  if (typeof value !== typeof text.value) throw wrong;
  const block = blocks.find(({ id }) => id === text.ownerId);
  const fits = block
    ? SavedBlock.safeParse(withText(block, text.key, value)).success
    : text.field === "summary" || text.field === "outcomes"
      ? fitsCourse(text.field, value)
      : typeof value === "string" && value.length <= most.title;
  if (!fits) throw wrong;
}
const fitsCourse = (field: "summary" | "outcomes", value: Text) =>
  (field === "summary" ? CourseFields.shape.summary : CourseFields.shape.outcomes).safeParse(field === "summary" ? value : [value]).success;

/** Stores what the course says about itself in the languages that learners get: it takes effect at once, as the fields do. */
async function keepCourseWords(db: Context["db"], key: Key) {
  const course = await queries.findCourse(db, key);
  const rows = await listTexts(db, key);
  const offered = course.languages.filter(({ isOffered }) => isOffered);
  await queries.saveCourseWords(
    db,
    key,
    Object.fromEntries(offered.map(({ language }) => [language, courseWordsIn(course, savedIn(rows, language))])),
  );
}

/** The fields that are translated, each with the text that it was made from: where the field says something else by now, it does not hold. */
function courseWordsIn(course: CourseWords, saved: SavedTexts) {
  const fresh = freshTexts(textsOfCourse(course), saved);
  const [title, summary] = [fresh["course/title"], fresh["course/summary"]];
  const outcomes = textsOfCourse({ title: "", summary: "", outcomes: course.outcomes }).map(({ key }) => fresh[key]);
  return {
    ...(title !== undefined && { title: { of: course.title, text: title } }),
    ...(summary !== undefined && { summary: { of: course.summary, text: summary } }),
    ...(outcomes.length > 0 && outcomes.every((text) => text !== undefined) && { outcomes: { of: course.outcomes, text: outcomes } }),
  };
}

/** Adds a language, or says whether learners get it. */
export async function changeLanguage(
  context: Context,
  courseId: number,
  language: string,
  { isOffered }: Parsed<typeof api.changeLanguage>["body"],
): Promise<Result<typeof api.changeLanguage>> {
  const { db } = context;
  const { key } = await requireEditable(context, courseId, { lock: true });
  const course = await queries.findCourse(db, key);
  if (isSource(course, language)) throw invalid("language", "own_language", "This is the course's own language.");
  const before = course.languages.find((one) => one.language === language);
  await queries.saveLanguage(db, key, language, isOffered);
  await keepCourseWords(db, key);
  await note(context, {
    action: before ? "course_language_changed" : "course_language_added",
    object: { kind: "course", id: courseId },
    ...(before && { before: { language, isOffered: before.isOffered } }),
    after: { language, isOffered },
  });
  return { isOffered };
}

/** Removes a language with its translations. */
export async function removeLanguage(context: Context, courseId: number, language: string): Promise<Result<typeof api.removeLanguage>> {
  const { db } = context;
  const { key, found } = await requireLanguage(context, courseId, language, { lock: true });
  const removed = await queries.deleteLanguage(db, key, language);
  await keepCourseWords(db, key);
  await note(context, {
    action: "course_language_removed",
    object: { kind: "course", id: courseId },
    before: { language, isOffered: found.isOffered, texts: removed },
  });
  return { removed };
}

/**
 * Brings back the languages that a version had, with its texts, which translate those of its document. What was translated since and is in no version stays;
 * where it translates another text by now, learners do not get it.
 */
export async function restoreTexts(
  db: Context["db"],
  key: Key & { userId: number },
  content: Content,
  translations: Translations,
): Promise<void> {
  const course = await queries.findCourse(db, key);
  const known = Object.keys(translations).filter((one) => !isSource(course, one));
  if (known.length === 0) return;
  const sources = new Map(textsOf(content).map((text) => [text.key, text.value]));
  const texts = known.flatMap((language) =>
    Object.entries(translations[language] ?? {}).flatMap(([name, value]) => {
      const source = sources.get(name);
      return source === undefined ? [] : [{ language, key: name, value, source }];
    }),
  );
  await queries.restoreTexts(db, key, known, texts);
  await keepCourseWords(db, key);
}

/** What a version gets besides its own language, and how much of it does not hold any more: of each language that learners get. */
export async function translationsOf(db: Context["db"], key: Key, content: Content) {
  const { languages: known } = await queries.findCourse(db, key);
  const offered = known.filter(({ isOffered }) => isOffered);
  const rows = offered.length > 0 ? await listTexts(db, key) : [];
  const texts = textsOf(content);
  const translations: Translations = Object.fromEntries(
    offered.map(({ language }) => [language, freshTexts(texts, savedIn(rows, language))]),
  );
  return {
    translations,
    revisions: Object.fromEntries(offered.map(({ language, revision }) => [language, revision])),
    behind: offered.flatMap(({ language }) => {
      const { total, translated, stale } = countTexts(texts, savedIn(rows, language));
      return total > translated || stale > 0 ? [{ language, missing: total - translated, stale }] : [];
    }),
  };
}
