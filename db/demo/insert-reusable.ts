import { wordsOfBlock } from "#features/blocks/block.ts";
import type { Page } from "#features/courses/content.ts";
import type { Db } from "#platform/db/connect.ts";
import { callForHelp, callForHelpNow } from "./courses/reused-blocks.ts";
import type { SeededCourse } from "./insert-courses.ts";

const noFile = () => 0;
const noPart = () => ({ packageId: 0, scoKey: "" });

/** The pages of drafts that end with it, and the revision that each has. */
const uses = [
  { slug: "fire-safety", pageId: "fs-warn", revision: 2 },
  { slug: "first-aid", pageId: "fa-start", revision: 1 },
] as const;

/** Makes the block reusable with which two courses of the portal end a page; of the one there is an update. */
export async function insertReusable(
  db: Db,
  { portalId, authorId, now }: { readonly portalId: number; readonly authorId: number; readonly now: Date },
  courses: ReadonlyMap<string, SeededCourse>,
) {
  const used = uses.flatMap((use) => {
    const course = courses.get(use.slug);
    return course ? [{ ...use, courseId: course.id }] : [];
  });
  if (used.length < uses.length) return;
  const block = callForHelpNow("reusable", noFile, noPart);
  const { id } = await db
    .insertInto("reusable_blocks")
    .values({
      portal_id: portalId,
      title: callForHelp,
      block: JSON.stringify(block),
      words: wordsOfBlock(block).join(" "),
      file_ids: [],
      revision: 2,
      created_by: authorId,
      updated_by: authorId,
      created_at: now,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const { courseId, pageId, revision } of used) {
    const ofPage = db.selectFrom("course_draft_pages").select("page").where("portal_id", "=", portalId).where("course_id", "=", courseId);
    const page = (await ofPage.where("page_id", "=", pageId).executeTakeFirstOrThrow()).page as unknown as Page;
    const blocks = page.blocks.map((one, nth) => (nth === page.blocks.length - 1 ? { ...one, from: { reusableId: id, revision } } : one));
    await db
      .updateTable("course_draft_pages")
      .set({ page: JSON.stringify({ ...page, blocks }) })
      .where("portal_id", "=", portalId)
      .where("course_id", "=", courseId)
      .where("page_id", "=", pageId)
      .execute();
  }
}
