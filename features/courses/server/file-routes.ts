import { signedIn } from "#platform/actor.ts";
import type { Actor } from "#platform/actor.ts";
import { notFound } from "#platform/errors.ts";
import { sendFile } from "#platform/files/send-file.ts";
import type { FileStore } from "#platform/files/store.ts";
import { requireActor } from "#platform/serve.ts";
import type { Serve } from "#platform/serve.ts";
import { findReadableFile } from "./file-queries.ts";

const readsEveryFile = (actor: Actor) => actor.isManager || actor.isAdmin || actor.isSystemAdmin;

/** Serves the files of courses. The transaction ends before the first byte is sent, so that a slow reader holds no connection. */
export function fileRoutes(serve: Serve, { files }: { files: FileStore }) {
  serve.raw({
    method: ["GET", "HEAD"],
    path: "/rest/files/:fileId/:name",
    rule: signedIn,
    summary: "The bytes of a course file, with ranges. The name is decoration.",
    handler: async (request, reply, { open }) => {
      const { fileId } = request.params as { fileId: string };
      const file = await open(async ({ db, actor, portal }) => {
        const person = requireActor(actor, signedIn);
        if (!/^[1-9]\d{0,14}$/.test(fileId)) throw notFound("file", "This file could not be found.");
        const reader = { portalId: portal.id, userId: person.userId, isAuthor: person.isAuthor, readsEveryFile: readsEveryFile(person) };
        return findReadableFile(db, reader, Number(fileId));
      });
      if (!file) throw notFound("file", "This file could not be found.");
      if ((await files.stat(file.key))?.bytes !== file.bytes) {
        request.log.error({ fileId }, "the bytes of a file are missing from the store");
        throw notFound("file", "This file could not be found.");
      }
      return sendFile(request, reply, files, file);
    },
  });
}
