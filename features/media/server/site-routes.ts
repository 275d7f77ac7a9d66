import type { FastifyRequest } from "fastify";
import { openSite } from "#features/blocks/webPackage/open-site.ts";
import { filesOfOthers, findReadableFile, readerOf } from "#features/courses/server/service.ts";
import type { ContentOrigins } from "#features/scorm/server/content-origins.ts";
import type { PackageStore } from "#features/scorm/server/package-store.ts";
import type { Tokens } from "#features/scorm/server/tokens.ts";
import { unpackSite, type UnpackedSite } from "#features/scorm/server/unpack-site.ts";
import { uploadLimitBytes } from "#features/scorm/contract.ts";
import { signedIn } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import { sayIn, wordsOf } from "#platform/catalogue.ts";
import { AppError, invalid, refused } from "#platform/errors.ts";
import { fewAtOnce } from "#platform/files/few-at-once.ts";
import { plainFileName } from "#platform/files/plain-file-name.ts";
import { declaresMore, dropRest, receiveForm, takesForm } from "#platform/files/receive-form.ts";
import type { FileStore, StoredFile } from "#platform/files/store.ts";
import { requireActor, type Context, type OpenContext, type Serve } from "#platform/serve.ts";
import { takeTurns } from "#platform/take-turns.ts";
import { zipPath, type FileReply } from "../contract.ts";
import { answer, answered, askingReply, refusedReply } from "./answers.ts";
import { forget, inCourse, makes } from "./changing-course.ts";
import { emptyForm, placeOf, takeField, type FileForm } from "./file-form.ts";
import { addMedia, findInPlace, lockFiles } from "./file-queries.ts";
import { checkSuccessor, replaceFile } from "./files.ts";
import { deleteLoose, insertLoose } from "./queries.ts";
import { noSite, openSiteFor } from "./open-site-for.ts";
import { findLooseSite, insertSite, insertZip } from "./site-queries.ts";

const MB = 1024 ** 2;
type Scope = Pick<Context, "db" | "actor" | "portal">;

export interface SiteDeps {
  readonly files: FileStore;
  readonly packages: PackageStore;
  readonly tokens: Tokens;
  readonly originOf: ContentOrigins;
}

/** Web pages that come as a zip (specification §4, §7): unpacked like SCORM packages, played on the content origin without any way into the application. */
export function siteRoutes(serve: Serve, deps: SiteDeps) {
  const underWay = fewAtOnce();
  /** How many zips of one portal a process unpacks at a time. */
  const turn = takeTurns(2);
  serve(openSite, signedIn, ({ body }, context) => open(context, deps, body));
  serve.raw({
    method: "POST",
    path: zipPath,
    rule: makes,
    summary:
      "Takes a zip of web pages as a form of title (the name of their folder) and file, and unpacks it. courseId in the query names the course that gets them; ShowWarning: send it again with overrideFile.",
    longBody: true,
    prepare: takesForm(uploadLimitBytes),
    handler: async (request, reply, context) => {
      try {
        const { userId } = await context.open(async ({ actor }) => requireActor(actor, makes));
        return reply.send(await underWay(userId, () => take(context, deps, request, turn)));
      } finally {
        dropRest(request, reply);
      }
    },
  });
}

/** Opens the request for an author and gives the course that the query names, if it names one; checked at every step. */
const asAuthor = <T>(context: OpenContext, asked: unknown, work: (scope: Scope, courseId: number | null) => Promise<T>) =>
  context.open(async ({ db, actor: asker, portal }) => {
    const scope = { db, portal, actor: requireActor(asker, makes) };
    if (asked === undefined) return work(scope, null);
    const courseId = /^[1-9]\d{0,14}$/.test(String(asked)) ? Number(asked) : 0;
    await inCourse(scope, courseId);
    return work(scope, courseId);
  });

async function take(
  context: OpenContext,
  { files, packages }: SiteDeps,
  request: FastifyRequest,
  turn: ReturnType<typeof takeTurns>,
): Promise<FileReply> {
  const { courseId: asked } = request.query as { courseId?: unknown };
  const key = files.newKey();
  const begun = await asAuthor(context, asked, async ({ db, portal, actor }, courseId) => {
    if (!request.isMultipart()) throw invalid("file", "no_form", "Send the file in a form.");
    if (declaresMore(request, uploadLimitBytes)) throw tooLarge();
    await insertLoose(db, portal.id, [key]);
    return { portalId: portal.id, courseId: courseId ?? 0, userId: actor.userId };
  });
  const language = await context.language();
  const say = sayIn(language);
  const form = emptyForm();
  const place = (name: string) => {
    const found = placeOf(form, name);
    if (found instanceof AppError) return answer(refusedReply(wordsOf(language, found.text, found.params)));
    return found.use === "archive" ? found : answer(refusedReply(say("Only a .zip can be extracted.")));
  };
  const askFirst = async (scope: Scope, courseId: number | null, title: string) => {
    const there = form.override ? undefined : await inPlace(scope, courseId, title);
    if (there) answer(askingReply(say('There is a folder "{title}" already. Replace what is in it?', { title })));
  };
  try {
    const { name, stored } = await receive(request, files, key, form, async (fileName) => {
      const { title } = place(fileName);
      await asAuthor(context, asked, (scope, courseId) => askFirst(scope, courseId, title));
    });
    const { title } = place(name);
    await asAuthor(context, asked, (scope, courseId) => askFirst(scope, courseId, title));
    const zip = { databases: context.databases, files, packages, key, language };
    const result = await turn(begun.portalId, () =>
      unpackSite(zip, begun, (site) =>
        asAuthor(context, asked, (scope, courseId) => record(scope, context, { courseId, title, stored, site })),
      ),
    );
    if ("refusal" in result) return answer(refusedReply(result.refusal));
    const { fileId } = result.recorded;
    const fileName = `${title}.zip`;
    return {
      isSuccessful: true,
      data: `/rest/files/${fileId}/${encodeURIComponent(fileName)}`,
      ShowWarning: false,
      Message: say("The zip was extracted."),
      file: { fileId, name: fileName, mime: "application/zip", bytes: stored.bytes },
    };
  } catch (error) {
    await forget(context, files, begun.portalId, [key], true);
    return answered(error, language);
  }
}

const tooLarge = () =>
  refused(413, "zip_too_large", "This zip is larger than {megabytes} MB, the most that is taken here.", {
    megabytes: uploadLimitBytes / MB,
  });

async function receive(
  request: FastifyRequest,
  files: FileStore,
  key: string,
  form: FileForm,
  before: (name: string) => Promise<void>,
): Promise<{ name: string; stored: StoredFile }> {
  let found: { name: string; stored: StoredFile } | undefined;
  await receiveForm(request, {
    field: (name, value) => takeField(form, name, value),
    file: async ({ file, filename }) => {
      const name = plainFileName(filename) || "file";
      if (form.hasFields) await before(name);
      const stored = await files.put(file, { key, maxBytes: uploadLimitBytes }).catch((error: unknown) => {
        throw error instanceof AppError && error.code === "too_large" ? tooLarge() : error;
      });
      if (stored.bytes === 0) throw invalid("file", "empty", "This file is empty.");
      found = { name, stored };
    },
  });
  if (!found) throw invalid("file", "missing", "Choose a file.");
  return found;
}

/** What stands under this title where the pages would go. */
async function inPlace({ db, portal, actor }: Scope, courseId: number | null, title: string) {
  if (courseId === null) return findLooseSite(db, portal.id, actor.userId, title);
  return findInPlace(db, { portalId: portal.id, courseId }, { folder: "", title });
}

interface Recording {
  readonly courseId: number | null;
  readonly title: string;
  readonly stored: StoredFile;
  readonly site: UnpackedSite;
}

async function record(scope: Scope, { http }: OpenContext, { courseId, title, stored, site }: Recording): Promise<{ fileId: number }> {
  const { db, portal, actor } = scope;
  const key = { portalId: portal.id, courseId: courseId ?? 0 };
  if (courseId !== null) await lockFiles(scope, key);
  const there = courseId === null ? undefined : await findInPlace(db, key, { folder: "", title });
  const name = `${title}.zip`;
  const fileId = await insertZip(db, portal.id, { ...stored, name });
  await deleteLoose(db, portal.id, [stored.key]);
  await insertSite(db, { ...site, portalId: portal.id, fileId, title, userId: actor.userId });
  if (courseId !== null) {
    if (there) checkSuccessor(there, { mime: "application/zip", isSite: true });
    await addMedia(db, key, fileId);
    if (there) await replaceFile(scope, key, there, { fileId, name, mime: "application/zip", bytes: stored.bytes });
  }
  await note(
    { ...scope, http },
    {
      action: "web_pages_added",
      ...(courseId !== null && { object: { kind: "course", id: courseId } }),
      after: { fileId, name, files: site.entryCount, bytes: site.bytes },
    },
  );
  return { fileId };
}

/** The address of web pages, for whoever may load their zip as a file of this course. Throws 404. */
async function open(
  { db, actor, portal, http }: Context,
  { tokens, originOf }: SiteDeps,
  { courseId, fileId }: { courseId: number; fileId: number },
) {
  const isOfCourse = (await filesOfOthers(db, { portalId: portal.id, courseId }, [fileId])).length === 0;
  if (!isOfCourse || !(await findReadableFile(db, readerOf(actor), fileId))) throw noSite();
  return openSiteFor(db, { tokens, originOf, origin: http.origin }, { ...actor, passId: 0 }, { courseId, fileId });
}
