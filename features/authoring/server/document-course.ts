import { serveDocuments } from "#features/media/server/document/serve-documents.ts";
import { takeDocument } from "#features/media/server/document/take-document.ts";
import { may } from "#features/portal/permissions.ts";
import type { FileStore } from "#platform/files/store.ts";
import { requireActor, type Context, type Serve } from "#platform/serve.ts";
import { documentCoursePath } from "../contract.ts";
import { emptyCourse } from "./making.ts";

/** Makes an online course of a document: first it says what it would make, then it makes the course with everything in it, or nothing. */
export function documentCourseRoutes(serve: Serve, { files }: { files: FileStore }) {
  serveDocuments(serve, {
    path: documentCoursePath,
    summary:
      "Takes a document (Word, Markdown, HTML) as a form of title and file; do=look says what it would make, do=add makes an online course of it.",
    take: async (context, request) => {
      const { reply, courseId } = await takeDocument<Context>(context, files, request, {
        isNew: true,
        open: (work) =>
          context.open(({ actor, ...scope }) => work({ ...scope, actor: requireActor(actor, may("make-courses")), http: context.http })),
        into: async (scope, title) => ({ courseId: await emptyCourse(scope, { type: "online", title }), chapters: [] }),
      });
      return { ...reply, ...(courseId !== null && { CourseID: courseId }) };
    },
  });
}
