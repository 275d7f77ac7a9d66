import { signedIn } from "#platform/actor.ts";
import { notFound } from "#platform/errors.ts";
import { sendFile } from "#platform/files/send-file.ts";
import type { FileStore } from "#platform/files/store.ts";
import { requireActor } from "#platform/serve.ts";
import type { Http, Serve } from "#platform/serve.ts";
import { findCourseFile, findReadableFile, readerOf } from "./file-queries.ts";

export interface FileDeps {
  readonly files: FileStore;
  /** Browsers that have opened a preview link: whether a request may come from one, and the course whose files it then gets. */
  readonly guests: { has(http: Http): boolean; passOf(http: Http): Promise<{ readonly courseId: number } | null> };
}

/** Serves the files of courses. The transaction ends before the first byte is sent, so that a slow reader holds no connection. */
export function fileRoutes(serve: Serve, { files, guests }: FileDeps) {
  serve.raw({
    method: ["GET", "HEAD"],
    path: "/rest/files/:fileId/:name",
    rule: signedIn,
    forGuests: guests.has,
    summary: "The bytes of a course file, with ranges; of a picture, with w, a size for so many pixels. The name is decoration.",
    handler: async (request, reply, { open, http, databases }) => {
      const { fileId } = request.params as { fileId: string };
      const { w } = request.query as { w?: unknown };
      // Of a picture, the size for so many pixels (`pictureOf`).
      const width = typeof w === "string" && /^[1-9]\d{1,3}$/.test(w) ? Number(w) : null;
      const ofPerson = async () =>
        open(async ({ db, actor }) => {
          const person = requireActor(actor, signedIn);
          if (!/^[1-9]\d{0,14}$/.test(fileId)) throw notFound("file", "This file could not be found.");
          return findReadableFile(db, readerOf(person), Number(fileId), width);
        });
      const ofGuest = async () => {
        const pass = await guests.passOf(http);
        const portalId = http.portal?.id ?? 0;
        if (!pass || !/^[1-9]\d{0,14}$/.test(fileId)) return undefined;
        return databases.inPortal(portalId, (db) => findCourseFile(db, { portalId, courseId: pass.courseId }, Number(fileId), width));
      };
      const file = (http.sessionToken === null ? undefined : await ofPerson()) ?? (await ofGuest());
      if (!file) throw notFound("file", "This file could not be found.");
      if ((await files.stat(file.key))?.bytes !== file.bytes) {
        request.log.error({ fileId }, "the bytes of a file are missing from the store");
        throw notFound("file", "This file could not be found.");
      }
      return sendFile(request, reply, files, file);
    },
  });
}
