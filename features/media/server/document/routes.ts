import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { buffer } from "node:stream/consumers";
import type { Block } from "#features/blocks/kinds.ts";
import { saveDraftPage, updateDraft } from "#features/courses/server/service.ts";
import { note } from "#platform/audit.ts";
import { AppError, conflict, invalid, refused } from "#platform/errors.ts";
import { fewAtOnce } from "#platform/files/few-at-once.ts";
import { plainFileName } from "#platform/files/plain-file-name.ts";
import { declaresMore, dropRest, receiveForm, takesForm } from "#platform/files/receive-form.ts";
import type { FileStore, StoredFile } from "#platform/files/store.ts";
import { requireActor, type OpenContext, type Serve } from "#platform/serve.ts";
import { takeTurns } from "#platform/take-turns.ts";
import { documentPath, mostDocumentBytes, type DocumentReply } from "../../contract.ts";
import { changing, forget, makes } from "../changing-course.ts";
import { makePicture } from "../make-media.ts";
import { insertLoose, insertMedia, lockOutline } from "../queries.ts";
import { chaptersOf, pageOf, type FoundChapter } from "./course-of.ts";
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

/** Makes chapters and pages of a document: first it says what it would make, then it adds that to the draft, all or nothing. */
export function documentRoutes(serve: Serve, { files }: { files: FileStore }) {
  const underWay = fewAtOnce();
  serve.raw({
    method: "POST",
    path: documentPath,
    rule: makes,
    summary:
      "Takes a document (Word, Markdown, HTML) as a form of file; do=look says what it would make, do=add adds it to the course's draft.",
    longBody: true,
    prepare: takesForm(mostDocumentBytes),
    handler: async (request, reply, context) => {
      try {
        const { userId } = await context.open(async ({ actor }) => requireActor(actor, makes));
        return reply.send(await underWay(userId, () => takeDocument(context, files, request)));
      } finally {
        dropRest(request, reply);
      }
    },
  });
}

async function takeDocument(context: OpenContext, files: FileStore, request: FastifyRequest): Promise<DocumentReply> {
  const { courseId } = request.params as { courseId: string };
  const { do: wanted } = request.query as { do?: unknown };
  const upload = files.newKey();
  const portalId = await changing(context, courseId, async ({ db, portal }) => {
    if (wanted !== "look" && wanted !== "add") throw invalid("do", "no_such_step", "Say whether to look or to add.");
    if (!request.isMultipart()) throw invalid("file", "no_form", "Send the file in a form.");
    if (declaresMore(request, mostDocumentBytes)) throw tooLarge();
    await insertLoose(db, portal.id, [upload]);
    return portal.id;
  });
  try {
    const { name, kind } = await receive(request, files, upload);
    const bytes = await buffer(await files.open(upload));
    const { pieces, pictures } = await turn(0, () => readDocument({ kind, bytes }));
    const chapters = chaptersOf(pieces, name);
    const taken = wanted === "add" ? await add(context, files, { portalId, courseId, chapters, pictures }) : null;
    return replyOf(chapters, taken);
  } finally {
    await forget(context, files, portalId, [upload]);
  }
}

const tooLarge = () =>
  refused(413, "document_too_large", "This document is larger than {megabytes} MB, the most that is taken here.", {
    megabytes: mostDocumentBytes / MB,
  });

/** taken: the pictures that could be taken, once the document was added. */
function replyOf(chapters: readonly FoundChapter[], taken: ReadonlySet<string> | null): DocumentReply {
  let missingPictures = 0;
  return {
    chapters: chapters.map(({ title, pages }) => ({
      title,
      pages: pages.map(({ title: name, words, tables, parts }) => {
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

/** Reads the form into the store. Gives the document's name without its ending, and its kind. */
async function receive(request: FastifyRequest, files: FileStore, key: string): Promise<{ name: string; kind: DocumentKind }> {
  let found: { name: string; kind: DocumentKind } | undefined;
  await receiveForm(request, {
    field: () => {
      throw invalid("form", "unknown_field", "The form has a field that is not taken here.");
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
  return found;
}

interface Addition {
  readonly portalId: number;
  readonly courseId: string;
  readonly chapters: readonly FoundChapter[];
  readonly pictures: readonly Uint8Array[];
}

/** Stores the pictures, then adds everything to the draft in one transaction. Gives the names of the pictures that could be taken. */
async function add(
  context: OpenContext,
  files: FileStore,
  { portalId, courseId: asked, chapters, pictures }: Addition,
): Promise<Set<string>> {
  const wanted = new Set(
    chapters.flatMap(({ pages }) => pages.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "picture" ? [part.source] : [])))),
  );
  const coming = pictures.flatMap((bytes, at) => (wanted.has(`kept:${at}`) ? [{ source: `kept:${at}`, bytes, key: files.newKey() }] : []));
  const keys = coming.map(({ key }) => key);
  if (keys.length > 0) await changing(context, asked, ({ db }) => insertLoose(db, portalId, keys));
  try {
    const stored: { source: string; made: Awaited<ReturnType<typeof makePicture>>; file: StoredFile }[] = [];
    for (const { source, bytes, key } of coming) {
      // A drawing of an office program, for example, which no browser shows.
      const made = await makePicture(Buffer.from(bytes), "picture").catch((error: unknown) => {
        if (error instanceof AppError && error.status === 400) return null;
        throw error;
      });
      if (made) stored.push({ source, made, file: await files.put(made.data, { key }) });
    }
    await changing(context, asked, async ({ courseId, ...scope }) => {
      const key = { portalId, courseId };
      const outline = await lockOutline(scope.db, key);
      if (!outline) throw conflict("no_draft", "Open the course in the editor first, then add the document.");
      const shown = new Map<string, { fileId: number; width: number; height: number }>();
      for (const { source, made, file } of stored) {
        const fileId = await insertMedia(scope.db, key, { ...file, ...made });
        shown.set(source, { fileId, width: made.width, height: made.height });
      }
      const pictureOf = (source: string, alt: string): Block | undefined => {
        const picture = shown.get(source);
        return picture && { id: randomUUID(), kind: "image", alt, ...picture };
      };
      const author = { ...key, userId: scope.actor.userId };
      const added = chapters.map(({ title, pages }) => ({ id: randomUUID(), title, pages: pages.map((page) => pageOf(page, pictureOf)) }));
      for (const page of added.flatMap(({ pages }) => pages)) await saveDraftPage(scope.db, author, page, 0);
      await updateDraft(scope.db, author, "online", {
        outline: {
          chapters: [...outline.chapters, ...added.map(({ id, title, pages }) => ({ id, title, pageIds: pages.map((page) => page.id) }))],
        },
      });
      await note(
        { ...scope, http: context.http },
        {
          action: "document_imported",
          object: { kind: "course", id: courseId },
          after: { chapters: added.length, pages: added.flatMap(({ pages }) => pages).length, pictures: shown.size },
        },
      );
    });
    await forget(context, files, portalId, keys, true);
    return new Set(stored.map(({ source }) => source));
  } catch (error) {
    await forget(context, files, portalId, keys, true);
    throw error;
  }
}
