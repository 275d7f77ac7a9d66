import type { FastifyRequest } from "fastify";
import { note } from "#platform/audit.ts";
import { invalid } from "#platform/errors.ts";
import { fewAtOnce } from "#platform/files/few-at-once.ts";
import { plainFileName } from "#platform/files/plain-file-name.ts";
import { declaresMore, dropRest, receiveForm, takesForm } from "#platform/files/receive-form.ts";
import type { FileStore, StoredFile } from "#platform/files/store.ts";
import { requireActor, type OpenContext, type Serve } from "#platform/serve.ts";
import { fetchMedia, getFetched, mediaPath, mediaUses, mostBytes, type MediaUse, type StoredMedia } from "../contract.ts";
import { isVideoTitle } from "../video-rules.ts";
import { changing, forget, makes } from "./changing-course.ts";
import { showFetched, startFetch } from "./from-address.ts";
import { keysForUpload } from "./keep-made.ts";
import { tooLarge, type Upload } from "./make-media.ts";
import { insertLoose } from "./queries.ts";
import { firstTitleOf, prepareStored, putUpload, recordPrepared } from "./take-stored.ts";

const MB = 1024 ** 2;

interface Deps {
  readonly files: FileStore;
  /** Counts what a portal asks of servers of others; throws 429 when it is too much. */
  readonly countAsked: (portalId: number) => Promise<void>;
}

/**
 * Takes files of courses. A file is written to disk as it arrives, looked at, prepared for its use and only then recorded; whatever goes wrong leaves
 * nothing behind. Who may not edit the course learns it before a byte is read.
 */
export function mediaRoutes(serve: Serve, { files, countAsked }: Deps) {
  const underWay = fewAtOnce();
  serve.open(fetchMedia, (input, context) => startFetch(context, input, countAsked), { rule: makes, storesFile: true });
  serve(getFetched, makes, ({ params }, context) => showFetched(context, params));
  serve.raw({
    method: "POST",
    path: mediaPath,
    rule: makes,
    summary: "Takes a file for an online course as a form of title and file; its use stands in the query. Gives the file as it is kept.",
    longBody: true,
    prepare: takesForm(Math.max(...Object.values(mostBytes))),
    handler: async (request, reply, context) => {
      try {
        const { userId } = await context.open(async ({ actor }) => requireActor(actor, makes));
        return reply.send(await underWay(userId, () => takeMedia(context, files, request)));
      } finally {
        dropRest(request, reply);
      }
    },
  });
}

async function takeMedia(context: OpenContext, files: FileStore, request: FastifyRequest): Promise<StoredMedia> {
  const { courseId: asked } = request.params as { courseId: string };
  const { use: wanted } = request.query as { use?: unknown };
  const use = mediaUses.find((each) => each === wanted);
  const keys = keysForUpload(files);
  const portalId = await changing(
    context,
    asked,
    async ({ db, portal }) => {
      if (!use) throw invalid("use", "no_such_use", "Say what the file is for.");
      if (!request.isMultipart()) throw invalid("file", "no_form", "Send the file in a form.");
      if (declaresMore(request, mostBytes[use])) throw tooLarge(use, mostBytes[use] / MB);
      await insertLoose(db, portal.id, keys);
      return portal.id;
    },
    { isCover: use === "cover" },
  );
  try {
    const { upload, stored } = await receive(request, files, use ?? "document", keys[0], focusOf(request.query));
    const prepared = await prepareStored(files, upload, keys, stored);
    const result = await changing(
      context,
      asked,
      async ({ courseId, ...scope }) => {
        const { media, added } = await recordPrepared(scope.db, { portalId, courseId }, prepared);
        await note({ ...scope, http: context.http }, added);
        return media;
      },
      { isCover: use === "cover" },
    );
    await forget(context, files, portalId, prepared.unused);
    return result;
  } catch (error) {
    await forget(context, files, portalId, keys, true);
    throw error;
  }
}

/** What of a cover stays, as the query says; the middle where it says nothing else. */
function focusOf(query: unknown): Upload["focus"] {
  const [, x, y] = /^(\d{1,3}),(\d{1,3})$/.exec(String((query as { focus?: unknown }).focus)) ?? [];
  return [Math.min(100, Number(x ?? 50)), Math.min(100, Number(y ?? 50))];
}

/** Reads the form into the store. Throws 400 for what is missing or not taken, 413 for a file that is too large for its use. */
async function receive(
  request: FastifyRequest,
  files: FileStore,
  use: MediaUse,
  key: string,
  focus: Upload["focus"],
): Promise<{ upload: Upload; stored: StoredFile }> {
  let title = "";
  let found: { upload: Upload; stored: StoredFile } | undefined;
  await receiveForm(request, {
    field: (name, value) => {
      // The server decides where a file goes, whatever the form says about paths (security.md §3.1).
      if (name !== "title") throw invalid("form", "unknown_field", "The form has a field that is not taken here.");
      title = value.normalize("NFC");
    },
    file: async ({ file, filename }) => {
      const name = plainFileName(filename) || "file";
      title ||= firstTitleOf(use, name);
      if (use === "video" && !isVideoTitle(title)) throw invalid("title", "bad_title", "Invalid characters in the video title.");
      const stored = await putUpload(files, file, key, use);
      found = { upload: { use, key, name, title, focus }, stored };
    },
  });
  if (!found) throw invalid("file", "missing", "Choose a file.");
  return found;
}
