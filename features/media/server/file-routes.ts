import type { FastifyRequest } from "fastify";
import { namesInZip } from "#features/scorm/server/unpack-site.ts";
import type { PackageStore } from "#features/scorm/server/package-store.ts";
import { note } from "#platform/audit.ts";
import { sayIn, wordsOf } from "#platform/catalogue.ts";
import { AppError, invalid } from "#platform/errors.ts";
import { fewAtOnce } from "#platform/files/few-at-once.ts";
import { plainFileName } from "#platform/files/plain-file-name.ts";
import { declaresMore, dropRest, receiveForm, takesForm } from "#platform/files/receive-form.ts";
import type { FileStore, StoredFile } from "#platform/files/store.ts";
import type { Language } from "#platform/languages.ts";
import { requireActor, type OpenContext, type Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import type { FileReply } from "../contract.ts";
import { mostOf, fileUseOf } from "../file-place.ts";
import { answer, answered, askingReply, refusedReply } from "./answers.ts";
import { changing, forget, makes } from "./changing-course.ts";
import { emptyForm, placeOf, takeField, type FileForm, type Place } from "./file-form.ts";
import { findInPlace, findOffered, lockFiles, pagesWithFiles, placeMedia, type CourseKey } from "./file-queries.ts";
import * as service from "./files.ts";
import { keepMade, keysForUpload } from "./keep-made.ts";
import { makeMedia, tooLarge, type Made } from "./make-media.ts";
import { insertLoose, insertMedia, type StoredSize } from "./queries.ts";

const MB = 1024 ** 2;
type Changed = Parameters<Parameters<typeof changing>[2]>[0];
interface Deps {
  readonly files: FileStore;
  readonly packages: PackageStore;
}

/** The list of a course's files: what is there, sending to it (specification §7), taking from another course, taking out. */
export function courseFileRoutes(serve: Serve, deps: Deps) {
  const underWay = fewAtOnce();
  serve(api.listFiles, makes, ({ params }, context) => service.listFiles(context, params.courseId), { isLarge: true });
  serve(api.takeFile, makes, ({ params }, context) => service.takeFile(context, params.courseId, params.fileId));
  serve(api.removeFile, makes, ({ params }, context) => service.removeFile(context, params.courseId, params.fileId));
  serve(api.putBack, makes, ({ params, body }, context) => service.putBackFile(context, params.courseId, params.fileId, body));
  serve.raw({
    method: "POST",
    path: api.courseFilesPath,
    rule: makes,
    summary:
      "Takes a file into the list of an online course as a form of path, title, overrideFile and file. ShowWarning: another file stands there; send it again with overrideFile to replace it.",
    longBody: true,
    prepare: takesForm(api.mostBytes.video),
    handler: async (request, reply, context) => {
      try {
        const { userId } = await context.open(async ({ actor }) => requireActor(actor, makes));
        return reply.send(await underWay(userId, () => takeOne(context, deps, request)));
      } finally {
        dropRest(request, reply);
      }
    },
  });
}

async function takeOne(context: OpenContext, { files, packages }: Deps, request: FastifyRequest): Promise<FileReply> {
  const { courseId: asked } = request.params as { courseId: string };
  const keys = keysForUpload(files);
  const course = await changing(context, asked, async ({ db, portal, actor, courseId }) => {
    if (!request.isMultipart()) throw invalid("file", "no_form", "Send the file in a form.");
    await insertLoose(db, portal.id, keys);
    return { portalId: portal.id, courseId, userId: actor.userId };
  });
  const language = await context.language();
  const form = emptyForm();
  const placed = (name: string): Place => {
    const place = placeOf(form, name);
    return place instanceof AppError ? answer(refusedReply(wordsOf(language, place.text, place.params))) : place;
  };
  const asks = async (db: Changed["db"], place: Place) => {
    if (!form.override) await askFirst(db, course, form, place, language);
  };
  try {
    const { fileName, stored } = await receive(request, files, keys[0], form, async (name) => {
      // What comes before the file can spare sending it.
      const place = placed(name);
      await changing(context, asked, ({ db }) => asks(db, place));
    });
    const place = placed(fileName);
    const { data, smaller = [], ...made } = await prepared({ files, packages, context, language }, course, keys[0], place);
    const { kept, sizes, unused } = await keepMade(files, { data, smaller }, keys, stored);
    const reply = await changing(context, asked, async (scope) => {
      await lockFiles(scope, course);
      await asks(scope.db, place);
      return record(scope, context, { course, form, place, kept, sizes, made });
    });
    await forget(context, files, course.portalId, unused);
    return reply;
  } catch (error) {
    await forget(context, files, course.portalId, keys, true);
    return answered(error, language);
  }
}

/** Reads the form into the store. `before` is called with the file's name where fields came before it. */
async function receive(
  request: FastifyRequest,
  files: FileStore,
  key: string,
  form: FileForm,
  before: (name: string) => Promise<void>,
): Promise<{ fileName: string; stored: StoredFile }> {
  let found: { fileName: string; stored: StoredFile } | undefined;
  await receiveForm(request, {
    field: (name, value) => takeField(form, name, value),
    file: async ({ file, filename }) => {
      const fileName = plainFileName(filename) || "file";
      if (form.hasFields) await before(fileName);
      const use = fileUseOf(fileName) ?? "document";
      const most = mostOf(use);
      const overLimit = () => tooLarge(use === "archive" ? "document" : use, most / MB);
      // Once its name is known, so that each kind is refused with its own words, and before any of it is read.
      if (declaresMore(request, most)) throw overLimit();
      const stored = await files.put(file, { key, maxBytes: most }).catch((error: unknown) => {
        throw error instanceof AppError && error.code === "too_large" ? overLimit() : error;
      });
      if (stored.bytes === 0) throw invalid("file", "empty", "This file is empty.");
      found = { fileName, stored };
    },
  });
  if (!found) throw invalid("file", "missing", "Choose a file.");
  return found;
}

interface Preparing extends Deps {
  readonly context: OpenContext;
  readonly language: Language;
}

/** Looks at what came and prepares it for its use. A zip is looked through: what is not taken outside is not taken inside (security.md #81). */
async function prepared(
  { files, packages, context: { databases }, language }: Preparing,
  course: CourseKey & { userId: number },
  key: string,
  { use, name, title }: Place,
): Promise<Made> {
  if (use !== "archive") return makeMedia(files, { use, key, name, title, focus: [50, 50] });
  const names = await namesInZip({ databases, files, packages, key, language }, course);
  if ("refusal" in names) return answer(refusedReply(names.refusal));
  const other = names.find((each) => [null, "archive"].includes(fileUseOf(each)) || /\.svg$/i.test(each));
  if (other !== undefined)
    throw invalid("file", "other_inside", "The zip holds a file of a kind that is not taken here: {name}.", { name: other });
  return { data: null, name, mediaType: "application/zip" };
}

/** Throws the question that comes before another file is replaced, where there is one. */
async function askFirst(db: Changed["db"], key: CourseKey, { replaces }: FileForm, { folder, title }: Place, language: Language) {
  const there = replaces === null ? await findInPlace(db, key, { folder, title }) : await findOffered(db, key, replaces);
  if (!there) return;
  const count = (await pagesWithFiles(db, key)).filter(({ fileId }) => fileId === there.fileId).length;
  answer(
    askingReply(
      sayIn(language)(
        '"{name}" is there already. {count, plural, =0 {No page shows it.} one {One page shows it, and will show the new file.} other {# pages show it, and will show the new file.}} Published versions keep the earlier one. Replace it?',
        { name: there.name, count },
      ),
    ),
  );
}

interface Recording {
  readonly course: CourseKey;
  readonly form: FileForm;
  readonly place: Place;
  readonly kept: StoredFile;
  readonly sizes: readonly StoredSize[];
  readonly made: Omit<Made, "data" | "smaller">;
}

async function record(scope: Changed, { http }: OpenContext, { course, form, place, kept, sizes, made }: Recording): Promise<FileReply> {
  const { db } = scope;
  const there = form.replaces === null ? await findInPlace(db, course, place) : await findOffered(db, course, form.replaces);
  const { name, mediaType: mime, ...shape } = made;
  if (there) service.checkSuccessor(there, { mime, isSite: false });
  const fileId = await insertMedia(db, course, { ...kept, ...made }, sizes);
  await placeMedia(db, course, fileId, there?.folder ?? place.folder);
  const file = { fileId, name, mime, bytes: kept.bytes, ...shape };
  const length = form.seconds !== null && { seconds: form.seconds };
  const replaced = there && (await service.replaceFile(scope, course, there, { ...file, ...length }));
  await note(
    { ...scope, http },
    {
      action: there ? "course_file_replaced" : "course_file_added",
      object: { kind: "course", id: course.courseId },
      ...(there && { before: { fileId: there.fileId, name: there.name } }),
      after: { fileId, name, mime, bytes: kept.bytes },
    },
  );
  return {
    isSuccessful: true,
    data: `/rest/files/${fileId}/${encodeURIComponent(name)}`,
    ShowWarning: false,
    Message: "",
    file,
    ...(replaced && { replaced }),
  };
}
