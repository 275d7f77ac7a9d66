import { isScored, reduceFact, shownState } from "#features/blocks/block.ts";
import type { Block, BlockFact, ShownState } from "#features/blocks/kinds.ts";
import { learnerContent, pagesOf, type CompletionRule, type Content, type Spoken } from "#features/courses/content.ts";
import { draftContent } from "#features/courses/draft.ts";
import { shownRule } from "#features/courses/shown-rule.ts";
import { findDraft, freshTexts, listTexts, savedIn, textsOf, translated, type Translations } from "#features/courses/server/service.ts";
import type { Db } from "#platform/db/connect.ts";
import { conflict, invalid, notFound } from "#platform/errors.ts";
import type { PreviewedCourse, ShownDocument } from "../contract.ts";
import { findCurrent, type Course, type Key } from "./queries.ts";

interface Document {
  readonly shows: ShownDocument;
  readonly content: Content;
  readonly completion: CompletionRule;
  /** Its texts in other languages. */
  readonly translations: Translations;
}

/** The document of a course that is asked for, or the other one where it has only that; an empty one where it has neither. */
export async function findDocument(
  db: Db,
  key: Key,
  { hasDraft, hasCurrent }: Pick<Course, "hasDraft" | "hasCurrent">,
  asked: ShownDocument,
): Promise<Document> {
  const shows = asked === "current" ? (hasCurrent ? "current" : "draft") : hasDraft || !hasCurrent ? "draft" : "current";
  const nothing = {
    shows,
    content: { chapters: [] },
    completion: { kind: "pages", percent: 100 },
    translations: {},
  } as const satisfies Document;
  if (shows === "current") {
    const version = await findCurrent(db, key);
    return version ? { shows, ...version } : nothing;
  }
  const found = await findDraft(db, key);
  if (!found) return nothing;
  const content = draftContent(found.draft, found.pages);
  return { shows, content, completion: found.draft.completion, translations: await findTranslations(db, key, content) };
}

/** Whatever is translated of a draft, whether learners will get it or not. */
async function findTranslations(db: Db, key: Key, content: Content): Promise<Translations> {
  const rows = await listTexts(db, key);
  const texts = textsOf(content);
  return Object.fromEntries([...new Set(rows.map(({ language }) => language))].map((one) => [one, freshTexts(texts, savedIn(rows, one))]));
}

/** A document in a language, as far as it is translated. */
export function spokenIn({ content, translations }: Document, language: string): { content: Content; spoken?: Spoken } {
  const texts = Object.hasOwn(translations, language) ? translations[language] : undefined;
  if (!texts) return { content };
  const { content: other, inSource } = translated(content, texts);
  return { content: other, spoken: { language, inSource } };
}

/** A course as it is shown: its blocks without answers, as a learner gets them. */
export function shownCourse(
  { id, title, type, language: source }: Pick<Course, "id" | "title" | "type" | "language">,
  document: Document,
  language: string,
): PreviewedCourse {
  const { shows, completion } = document;
  const { content, spoken } = spokenIn(document, language);
  // The document of a SCORM course is its package, which is opened by itself (packages.ts).
  const shown = type === "online" ? learnerContent(content, spoken) : { chapters: [] };
  return {
    course: { id, title, type },
    source,
    languages: Object.keys(document.translations),
    shows,
    content: shown,
    completion: shownRule(completion, content),
  };
}

/** A block of a document; undefined where it has none with this id. */
export const blockIn = (content: Content, blockId: string): Block | undefined =>
  pagesOf(content)
    .flatMap(({ page }) => page.blocks)
    .find(({ id }) => id === blockId);

/**
 * The state of a block after one fact, as if it were the first; nothing is stored. reveals: whether the right answers of a quiz come with every marking, not only
 * when it is passed. Throws 404 for a block that the document does not have, 400 and 409 for a fact that it does not take.
 */
export function stateAfter(content: Content, fact: BlockFact, { reveals }: { readonly reveals: boolean }): ShownState | null {
  const found = blockIn(content, fact.blockId);
  if (!found) throw notFound("block", "This block is no longer in the course. Reload the page.");
  // A try is never the last one here. The right answers are in the marking where no try would be left.
  const block = isScored(found) ? { ...found, submissions: reveals ? 1 : null } : found;
  const progress = { state: null, submissions: [], isPartDone: false };
  const reduced = reduceFact(block, fact, { ...progress, isNewer: true, now: new Date().toISOString() });
  if (!reduced) throw invalid("fact.kind", "other_kind", "This block does not take that.");
  if (reduced.refused !== undefined) throw conflict("refused", "This block cannot take that as it is now.");
  const { state = null, submission } = reduced;
  const shown = shownState(block, {
    ...progress,
    state,
    submissions: submission ? [{ ...submission, blockId: block.id }] : [],
  });
  return shown && "result" in shown && shown.result ? { ...shown, result: { ...shown.result, submissionsLeft: null } } : shown;
}
