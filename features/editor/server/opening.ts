import { settingsOf } from "#features/authoring/server/service.ts";
import { pagesOf, type Content } from "#features/courses/content.ts";
import { outlineOf } from "#features/courses/draft.ts";
import type { Result } from "#platform/contract.ts";
import { instant } from "#platform/instant.ts";
import { same } from "#platform/same.ts";
import type { Context } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import type { PageHead } from "../contract.ts";
import { checksOf } from "../policy.ts";
import { changeIn, readWhole } from "./publishing.ts";
import * as queries from "./queries.ts";
import { requireEditable, scheduledFrom } from "./service.ts";

/** What the editor opens with. */
export async function openDraft(context: Context, courseId: number): Promise<Result<typeof api.openDraft>> {
  const { key } = await requireEditable(context, courseId);
  const { pages: stored, inStep, offered, scheduled, savedAt, ...draft } = await queries.findEditorDraft(context.db, key);
  // What a package has is stored once, in its manifest.
  const packaged = key.type === "scorm" ? await readWhole(context, key) : null;
  const pages = packaged
    ? headsIn(packaged.content, instant(savedAt))
    : stored.map(({ head: { id, title, minutes, rule }, updatedAt, ...rest }) => ({
        id,
        title,
        minutes,
        rule,
        ...rest,
        updatedAt: instant(updatedAt),
      }));
  return {
    ...(await settingsOf(context, draft)),
    type: key.type,
    ...(packaged && { outline: outlineOf(packaged.content), completion: packaged.rule }),
    pages,
    versions: draft.versions.map((version) => ({ ...version, publishedAt: instant(version.publishedAt) })),
    checks: checksOf({ title: draft.title, pageCount: pages.length }),
    hasChanges: packaged
      ? changeIn(packaged) !== "nothing"
      : !inStep ||
        inStep.outline !== draft.outlineRevision ||
        pages.some(({ id, revision }) => inStep.pages[id] !== revision) ||
        !same(inStep.languages ?? {}, offered),
    scheduled: scheduled && scheduledFrom(scheduled),
  };
}

/** The pages of a package as the outline shows them. */
const headsIn = (content: Content, updatedAt: string): PageHead[] =>
  pagesOf(content).map(({ page: { id, title, minutes, rule, blocks } }) => ({
    id,
    title,
    minutes,
    rule,
    kinds: blocks.map(({ kind }) => kind),
    revision: 0,
    updatedAt,
    updatedBy: null,
  }));
