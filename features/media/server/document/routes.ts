import { conflict } from "#platform/errors.ts";
import type { FileStore } from "#platform/files/store.ts";
import type { Serve } from "#platform/serve.ts";
import { documentPath } from "../../contract.ts";
import { changing } from "../changing-course.ts";
import { lockOutline } from "../queries.ts";
import { serveDocuments } from "./serve-documents.ts";
import { takeDocument } from "./take-document.ts";

type Changing = Parameters<Parameters<typeof changing>[2]>[0];

/** Makes chapters and pages of a document: first it says what it would make, then it adds that to the draft, all or nothing. */
export function documentRoutes(serve: Serve, { files }: { files: FileStore }) {
  serveDocuments(serve, {
    path: documentPath,
    summary:
      "Takes a document (Word, Markdown, HTML) as a form of file; do=look says what it would make, do=add adds it to the course's draft.",
    take: async (context, request) => {
      const { courseId } = request.params as { courseId: string };
      const { reply } = await takeDocument<Changing>(context, files, request, {
        isNew: false,
        open: (work) => changing(context, courseId, work),
        async into({ db, portal, courseId: id }) {
          const outline = await lockOutline(db, { portalId: portal.id, courseId: id });
          if (!outline) throw conflict("no_draft", "Open the course in the editor first, then add the document.");
          return { courseId: id, chapters: outline.chapters };
        },
      });
      return reply;
    },
  });
}
