import { pagesOf } from "#features/courses/content.ts";
import { courseTypeOf } from "#features/courses/course-type-names.ts";
import type { CourseType } from "#features/courses/course-type.ts";
import { outlineOf } from "#features/courses/draft.ts";
import { untitled } from "#features/courses/policy.ts";
import { saveDraftPage, updateDraft } from "#features/courses/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Context } from "#platform/serve.ts";
import type * as api from "../contract.ts";
import type { StarterName } from "../starters/starter-names.ts";
import { starters } from "../starters/starters.ts";
import { copyCourse } from "./copying.ts";
import * as queries from "./queries.ts";
import { findTemplates, isTemplate } from "./template-queries.ts";

/**
 * createCourse of specification §7: creates a draft of an online course, with a package or without, empty or as a template begins it. Classroom courses, and a template
 * that is not there any more, are refused with a message and status 200 (decisions.md).
 */
export async function makeCourse(
  context: Context,
  { courseTypeId, template }: Parsed<typeof api.createCourse>["body"],
): Promise<Result<typeof api.createCourse>> {
  const { say } = context;
  const type = courseTypeOf(courseTypeId);
  if (type === undefined || type === "classroom")
    return { message: say("Classroom courses cannot be created here yet. Choose an online course.") };
  if (template === undefined) return { CourseID: await emptyCourse(context, { type, title: untitled }) };
  if (typeof template === "number") {
    if (!(await isTemplate(context.db, { portalId: context.portal.id, courseId: template, type })))
      return { message: say("This template is no longer offered. Choose another one.") };
    // It is named before it can be published, as an empty course is.
    const { id } = await copyCourse(context, template, { title: untitled });
    return { CourseID: id };
  }
  if (type !== "online") return { message: say("This template is for online courses.") };
  return { CourseID: await fromStarter(context, template) };
}

/** Creates a draft without content, of the person asking, and notes it in the audit log. Gives its id. */
export async function emptyCourse(
  context: Context,
  { type, title, language, template }: { type: CourseType; title: string; language?: string; template?: StarterName },
): Promise<number> {
  const { db, actor, portal } = context;
  const spoken = language ?? (await queries.findPortalLanguage(db, portal.id));
  const id = await queries.insertCourse(db, {
    portalId: portal.id,
    userId: actor.userId,
    type,
    title: title || untitled,
    language: spoken,
  });
  await note(context, {
    action: "course_created",
    object: { kind: "course", id },
    after: { type, ...(template && { template }) },
  });
  return id;
}

/** Creates an online course that begins as one of the starters, in the language of the person asking. Gives its id. */
async function fromStarter(context: Context, name: StarterName): Promise<number> {
  const { db, actor, portal, say, language } = context;
  const content = starters[name](say).content;
  const courseId = await emptyCourse(context, { type: "online", title: untitled, language, template: name });
  const author = { portalId: portal.id, courseId, userId: actor.userId };
  await updateDraft(db, author, "online", { outline: outlineOf(content) });
  for (const { page } of pagesOf(content)) await saveDraftPage(db, author, page, 0);
  return courseId;
}

/** What a new course can begin as. */
export async function showTemplates({ db, portal, say }: Context): Promise<Result<typeof api.listTemplates>> {
  return {
    starters: (Object.keys(starters) as StarterName[]).map((name) => {
      const { title, summary, content } = starters[name](say);
      return { name, title, summary, pages: pagesOf(content).length };
    }),
    courses: await findTemplates(db, portal.id),
  };
}
