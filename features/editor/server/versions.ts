import { keepPackageDraft, updateCourse } from "#features/authoring/server/service.ts";
import { isPackagePart } from "#features/blocks/block.ts";
import { policyOf } from "#features/courses/completion-policy.ts";
import { pagesOf, type CompletionRule, type Content } from "#features/courses/content.ts";
import { outlineOf } from "#features/courses/draft.ts";
import { saveDraftOutline } from "#features/courses/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { conflict, notFound } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import type { Context } from "#platform/serve.ts";
import type * as api from "../publish-contract.ts";
import type { compareTranslations as Comparison, Side } from "../translation-contract.ts";
import * as queries from "./publish-queries.ts";
import { readWhole, reportOf } from "./publishing.ts";
import { findOutline, type Key } from "./queries.ts";
import { requireEditable } from "./service.ts";
import { changedTexts } from "./text-changes.ts";
import { restoreTexts } from "./translations.ts";

// The versions of a course and its draft: what each says, what differs, and the way back (EDT-9).

/** The draft as the document that would be published. */
export async function readDraft(context: Context, courseId: number): Promise<Result<typeof api.readDraft>> {
  const { key } = await requireEditable(context, courseId);
  const { content, rule } = await readWhole(context, key);
  return { content, completion: rule };
}

/** A version with its document. Throws 404 for one that the course does not have. */
export async function readVersion(context: Context, courseId: number, number: number): Promise<Result<typeof api.readVersion>> {
  const { key } = await requireEditable(context, courseId);
  const found = await requireVersion(context, key, number);
  return { ...found, publishedAt: instant(found.publishedAt), report: reportOf(found.report) };
}

async function requireVersion({ db }: Context, key: Key, number: number) {
  const found = await queries.findVersion(db, key, number);
  if (!found) throw noVersion();
  return found;
}
const noVersion = () => notFound("course_version", "This version could not be found.");

/** What learners get in other languages by one version, or the draft, and by another. Throws 404 for a version that the course does not have. */
export async function compareTranslations(
  context: Context,
  courseId: number,
  { from, to }: Parsed<typeof Comparison>["query"],
): Promise<Result<typeof Comparison>> {
  const { key } = await requireEditable(context, courseId);
  const sideOf = (side: Side) => (side === "draft" ? readWhole(context, key) : requireTexts(context, key, side));
  return { languages: changedTexts(await sideOf(from), await sideOf(to)) };
}

async function requireTexts({ db }: Context, key: Key, number: number) {
  const found = await queries.findVersionTexts(db, key, number);
  if (!found) throw noVersion();
  return found;
}

/** Makes the draft what a version was, its translations included. Refused when somebody changed the outline since; what a page of the draft said is in no version, so ask first. */
export async function restoreVersion(
  context: Context,
  courseId: number,
  number: number,
  { outlineRevision }: Parsed<typeof api.restoreVersion>["body"],
): Promise<Result<typeof api.restoreVersion>> {
  const { db } = context;
  const { key } = await requireEditable(context, courseId, { lock: true });
  const { content, completion } = await requireVersion(context, key, number);
  const { translations } = await requireTexts(context, key, number);
  await restoreTexts(db, key, content, translations);
  const next = await (key.type === "scorm" ? restorePackage : restoreDocument)(db, key, { content, completion, outlineRevision });
  if (next === null)
    throw conflict("outline_changed", "Somebody else changed the outline while you were working on it. Nothing of theirs was lost.");
  await note(context, { action: "course_version_restored", object: { kind: "course", id: courseId }, after: { version: number } });
  return { outlineRevision: next };
}

interface Restored {
  readonly content: Content;
  readonly completion: CompletionRule;
  readonly outlineRevision: number;
}
type DraftKey = Key & { readonly userId: number };

/** Makes the pages, the outline and the rule of a draft those of a version. Returns its new revision; null when it was saved since. */
async function restoreDocument(db: Context["db"], key: DraftKey, { content, completion, outlineRevision }: Restored) {
  await queries.restorePages(db, key, content);
  return saveDraftOutline(db, key, { outline: outlineOf(content), completion }, outlineRevision);
}

/** The same for a SCORM course: its draft gets the package and the rules of a version. */
async function restorePackage(db: Context["db"], key: DraftKey, { content, completion, outlineRevision }: Restored) {
  if ((await findOutline(db, key)).revision !== outlineRevision) return null;
  const [part] = pagesOf(content).flatMap(({ page }) => page.blocks.filter(isPackagePart));
  await keepPackageDraft(db, key, {
    policy: policyOf(completion),
    newWindow: part?.newWindow === true,
    ...(part?.packageId != null && { packageId: part.packageId }),
  });
  // Rules that somebody chose before are those of another package: their save is refused, not taken over what was restored.
  await updateCourse(db, key.portalId, key.courseId, {});
  return (await findOutline(db, key)).revision;
}
