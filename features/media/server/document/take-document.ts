import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { buffer } from "node:stream/consumers";
import type { Block } from "#features/blocks/kinds.ts";
import type { DraftOutline } from "#features/courses/draft.ts";
import { saveDraftPage, updateDraft } from "#features/courses/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { AppError, invalid, refused } from "#platform/errors.ts";
import { plainFileName } from "#platform/files/plain-file-name.ts";
import { declaresMore, receiveForm } from "#platform/files/receive-form.ts";
import type { FileStore, StoredFile } from "#platform/files/store.ts";
import type { OpenContext } from "#platform/serve.ts";
import { takeTurns } from "#platform/take-turns.ts";
import { mostDocumentBytes, type DocumentReply } from "../../contract.ts";
import { forget } from "../changing-course.ts";
import { keepMade, keysForUpload } from "../keep-made.ts";
import { makePicture } from "../make-media.ts";
import { insertLoose, insertMedia, type StoredSize } from "../queries.ts";
import { chaptersOf, pageOf, titleOf, withoutTitle, type FoundChapter } from "./course-of.ts";
import { readDocument } from "./read-document.ts";
import type { DocumentKind } from "./worker.ts";

const MB = 1024 ** 2;
const kinds: Readonly<Record<string, DocumentKind>> = {
  docx: "word",
  md: "markdown",
  markdown: "markdown",
  txt: "markdown",
  html: "html",
  htm: "html",
};
/** Documents are read one after the other in a process: each may need several hundred megabytes. */
const turn = takeTurns(1);

interface Opened {
  readonly db: Db;
  readonly actor: Actor;
  readonly portal: { readonly id: number };
}

/** Where a document goes: into a course that is there, or into one that is made of it. */
export interface Destination<Scope extends Opened> {
  /** Whether the course is made of the document, which then names it; the form may bring another title. */
  readonly isNew: boolean;
  /** Opens the request for somebody who may send a document there. Throws what refuses them. */
  readonly open: <T>(work: (scope: Scope) => Promise<T>) => Promise<T>;
  /** The course that takes it, in the transaction that adds everything, and the chapters that it has already. */
  readonly into: (scope: Scope, title: string) => Promise<{ readonly courseId: number; readonly chapters: DraftOutline["chapters"] }>;
}

/** What a document makes; courseId: the course that it was added to, once it was. */
export interface Taken {
  readonly reply: DocumentReply;
  readonly courseId: number | null;
}

/** Takes a document from a form: says what it would make, or adds that to its destination, all or nothing. Throws 400 with what is wrong with it. */
export async function takeDocument<Scope extends Opened>(
  context: OpenContext,
  files: FileStore,
  request: FastifyRequest,
  destination: Destination<Scope>,
): Promise<Taken> {
  const { do: wanted } = request.query as { do?: unknown };
  const upload = files.newKey();
  const portalId = await destination.open(async ({ db, portal }) => {
    if (wanted !== "look" && wanted !== "add") throw invalid("do", "no_such_step", "Say whether to look or to add.");
    if (!request.isMultipart()) throw invalid("file", "no_form", "Send the file in a form.");
    if (declaresMore(request, mostDocumentBytes)) throw tooLarge();
    await insertLoose(db, portal.id, [upload]);
    return portal.id;
  });
  try {
    const { name, kind, title: given } = await receive(request, files, upload, destination.isNew);
    const bytes = await buffer(await files.open(upload));
    const { pieces, pictures } = await turn(0, () => readDocument({ kind, bytes }));
    const title = given || titleOf(pieces, name);
    const chapters = chaptersOf(destination.isNew ? withoutTitle(pieces) : pieces, name);
    const added = wanted === "add" ? await add(context, files, destination, { portalId, title, chapters, pictures }) : null;
    return { reply: replyOf(title, chapters, added?.pictures ?? null), courseId: added?.courseId ?? null };
  } finally {
    await forget(context, files, portalId, [upload]);
  }
}

const tooLarge = () =>
  refused(413, "document_too_large", "This document is larger than {megabytes} MB, the most that is taken here.", {
    megabytes: mostDocumentBytes / MB,
  });

/** taken: the pictures that could be taken, once the document was added. */
function replyOf(title: string, chapters: readonly FoundChapter[], taken: ReadonlySet<string> | null): DocumentReply {
  let missingPictures = 0;
  return {
    title,
    chapters: chapters.map((chapter) => ({
      title: chapter.title,
      pages: chapter.pages.map(({ title: name, words, tables, parts }) => {
        const shown = parts.flatMap((part) => (part.kind === "picture" ? [part.source] : []));
        const pictures = shown.filter((source) => (taken ? taken.has(source) : source !== "")).length;
        missingPictures += shown.length - pictures;
        return { title: name, words, pictures, tables };
      }),
    })),
    missingPictures,
    isAdded: taken !== null,
  };
}

interface Received {
  readonly name: string;
  readonly kind: DocumentKind;
}

/** Reads the form into the store. Gives the document's name without its ending, its kind, and the title that the form brought, "" for none. */
async function receive(request: FastifyRequest, files: FileStore, key: string, takesTitle: boolean): Promise<Received & { title: string }> {
  let found: Received | undefined;
  let title = "";
  await receiveForm(request, {
    field: (name, value) => {
      if (name !== "title" || !takesTitle) throw invalid("form", "unknown_field", "The form has a field that is not taken here.");
      title = titleOf([], value);
    },
    file: async ({ file, filename }) => {
      const [, name = "", ending = ""] = /^(.*)\.([^.]*)$/.exec(plainFileName(filename)) ?? [];
      const kind = Object.hasOwn(kinds, ending.toLowerCase()) ? kinds[ending.toLowerCase()] : undefined;
      if (!kind) throw invalid("file", "no_such_document", "Word documents (.docx), Markdown (.md) and web pages (.html) can be read.");
      await files.put(file, { key, maxBytes: mostDocumentBytes }).catch((error: unknown) => {
        throw error instanceof AppError && error.code === "too_large" ? tooLarge() : error;
      });
      found = { name: name || "Document", kind };
    },
  });
  if (!found) throw invalid("file", "missing", "Choose a file.");
  return { ...found, title };
}

interface Addition {
  readonly portalId: number;
  readonly title: string;
  readonly chapters: readonly FoundChapter[];
  readonly pictures: readonly Uint8Array[];
}
type Picture = Awaited<ReturnType<typeof makePicture>>;
type Stored = { readonly source: string; readonly made: Picture; readonly file: StoredFile; readonly sizes: readonly StoredSize[] };

/** Stores the pictures, then adds everything to the draft in one transaction. Gives the course, and the names of the pictures that could be taken. */
async function add<Scope extends Opened>(
  context: OpenContext,
  files: FileStore,
  destination: Destination<Scope>,
  { portalId, title, chapters, pictures }: Addition,
): Promise<{ courseId: number; pictures: Set<string> }> {
  const wanted = new Set(
    chapters.flatMap(({ pages }) => pages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "picture" ? [part.source] : [])))),
  );
  const coming = pictures.flatMap((bytes, at) =>
    wanted.has(`kept:${at}`) ? [{ source: `kept:${at}`, bytes, own: keysForUpload(files) }] : [],
  );
  const keys = coming.flatMap(({ own }) => own);
  if (keys.length > 0) await destination.open(({ db }) => insertLoose(db, portalId, keys));
  try {
    const stored: Stored[] = [];
    for (const { source, bytes, own } of coming) {
      // A drawing of an office program, for example, which no browser shows.
      const made = await makePicture(Buffer.from(bytes), "picture").catch((error: unknown) => {
        if (error instanceof AppError && error.status === 400) return null;
        throw error;
      });
      if (!made) continue;
      const { kept, sizes } = await keepMade(files, made, own);
      stored.push({ source, made, file: kept, sizes });
    }
    const courseId = await destination.open(async (scope) => {
      const into = await destination.into(scope, title);
      await addChapters({ ...scope, http: context.http }, into, chapters, stored);
      return into.courseId;
    });
    await forget(context, files, portalId, keys, true);
    return { courseId, pictures: new Set(stored.map(({ source }) => source)) };
  } catch (error) {
    await forget(context, files, portalId, keys, true);
    throw error;
  }
}

/** Adds chapters with their pages and pictures to a draft, after those that it has. */
async function addChapters(
  scope: Opened & Pick<OpenContext, "http">,
  into: Awaited<ReturnType<Destination<Opened>["into"]>>,
  chapters: readonly FoundChapter[],
  stored: readonly Stored[],
) {
  const key = { portalId: scope.portal.id, courseId: into.courseId };
  const shown = new Map<string, { fileId: number; width: number; height: number }>();
  for (const { source, made, file, sizes } of stored) {
    const fileId = await insertMedia(scope.db, key, { ...file, ...made }, sizes);
    shown.set(source, { fileId, width: made.width, height: made.height });
  }
  const pictureOf = (source: string, alt: string): Block | undefined => {
    const picture = shown.get(source);
    return picture && { id: randomUUID(), kind: "image", alt, ...picture };
  };
  const author = { ...key, userId: scope.actor.userId };
  const added = chapters.map(({ title, pages }) => ({ id: randomUUID(), title, pages: pages.map((page) => pageOf(page, pictureOf)) }));
  const pages = added.flatMap((chapter) => chapter.pages);
  for (const page of pages) await saveDraftPage(scope.db, author, page, 0);
  await updateDraft(scope.db, author, "online", {
    outline: {
      chapters: [...into.chapters, ...added.map(({ id, title, pages: own }) => ({ id, title, pageIds: own.map((page) => page.id) }))],
    },
  });
  await note(scope, {
    action: "document_imported",
    object: { kind: "course", id: into.courseId },
    after: { chapters: added.length, pages: pages.length, pictures: shown.size },
  });
}
