import * as z from "zod/mini";
import { Id } from "#features/blocks/block-kind.ts";
import { defaultPolicy } from "./completion-policy.ts";
import { CompletionRule, type Content, Page } from "./content.ts";
import type { CourseType } from "./course-type.ts";

/** Chapters with the order of their pages; the pages are stored separately. */
export const DraftOutline = z.object({
  chapters: z.array(z.object({ id: Id, title: z.string(), pageIds: z.array(Id) })),
});
export type DraftOutline = z.infer<typeof DraftOutline>;

/** What a course's authors edit between two versions, for a course of any type. */
export const Draft = z.object({
  outline: DraftOutline,
  /** The completion rule of the next version. */
  completion: CompletionRule,
  presentation: z.object({
    /** Whether its packages open in a separate window (SCO-10). */
    newWindow: z.optional(z.boolean()),
    /** The package that a restored version had; without one, the newest of the course is the draft's. */
    packageId: z.optional(z.int()),
  }),
  /** The revision of everything except the pages. */
  revision: z.int(),
});
export type Draft = z.infer<typeof Draft>;

/** A page of a draft. A save names the revision that it is based on. */
export const DraftPage = z.object({ page: Page, revision: z.int() });
export type DraftPage = z.infer<typeof DraftPage>;

/** The completion rule of a new course of this type. */
export const firstCompletion = (type: CourseType): CompletionRule =>
  type === "scorm" ? { kind: "scorm", policy: defaultPolicy } : { kind: "pages", percent: 100 };

/** The document that a draft would be published as: pages in the order of the outline, without those that it does not name. */
export function draftContent({ outline }: Pick<Draft, "outline">, pages: readonly DraftPage[]): Content {
  const byId = new Map(pages.map(({ page }) => [page.id, page]));
  return {
    chapters: outline.chapters.map(({ id, title, pageIds }) => ({
      id,
      title,
      pages: pageIds.flatMap((pageId) => byId.get(pageId) ?? []),
    })),
  };
}

/** The outline of a document in the form that a draft stores it. */
export const outlineOf = ({ chapters }: Content): DraftOutline => ({
  chapters: chapters.map(({ id, title, pages }) => ({ id, title, pageIds: pages.map((page) => page.id) })),
});
