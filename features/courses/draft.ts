import * as z from "zod/mini";
import { Id } from "#features/blocks/block-kind.ts";
import { defaultPolicy } from "./completion-policy.ts";
import { CompletionRule, type Content, Page } from "./content.ts";
import type { CourseType } from "./course-type.ts";

/** Chapters with the order of their pages; the pages are kept by themselves. */
export const DraftOutline = z.object({
  chapters: z.array(z.object({ id: Id, title: z.string(), pageIds: z.array(Id) })),
});
export type DraftOutline = z.infer<typeof DraftOutline>;

/** What a course's authors work on between two publishings, of whatever type it is. */
export const Draft = z.object({
  outline: DraftOutline,
  /** When the next version is complete. */
  completion: CompletionRule,
  presentation: z.object({
    /** Its packages open in a window of their own (SCO-10). */
    newWindow: z.optional(z.boolean()),
  }),
  /** Of everything but the pages. */
  revision: z.int(),
});
export type Draft = z.infer<typeof Draft>;

/** A page of a draft. A save names the revision it was made from. */
export const DraftPage = z.object({ page: Page, revision: z.int() });
export type DraftPage = z.infer<typeof DraftPage>;

/** The completion rule that a new course of a type begins with. */
export const firstCompletion = (type: CourseType): CompletionRule =>
  type === "scorm" ? { kind: "scorm", policy: defaultPolicy } : { kind: "pages", percent: 100 };

/** The document of a draft as it would be published: pages in the order of the outline; one that the outline does not name is left out. */
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

/** The outline of a document, as a draft keeps it beside the pages. */
export const outlineOf = ({ chapters }: Content): DraftOutline => ({
  chapters: chapters.map(({ id, title, pages }) => ({ id, title, pageIds: pages.map((page) => page.id) })),
});
