import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import * as z from "zod/mini";
import type { JobKind, RunningJob } from "#features/jobs/server/job-kind.ts";
import type { Actor } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import { forbidden } from "#platform/errors.ts";
import { languageFor, type Language } from "#platform/languages.ts";
import { mayExport } from "../policy.ts";
import { asCsv, asJson, asPage, listFiles, pagesOf, readPart, type Heading } from "./export-files.ts";
import { exportParts, type Whose } from "./export-parts.ts";
import { findSubject } from "./queries.ts";

const Input = z.object({ userId: z.int() });
export type ExportInput = z.infer<typeof Input>;
type Job = RunningJob<ExportInput, object>;

/** Puts all that a portal keeps of one person into a ZIP: a readable page, CSV and JSON, and their files (X-5, GDPR articles 15 and 20). */
export const dataExport: JobKind<ExportInput, object, { readonly rows: number }> = {
  name: "export-person",
  input: Input,
  title: (say) => say("Export a person's data"),
  mayTakeFile: (owner, { userId }) => mayExport(owner, userId),
  facts: (say, { result }) => (result ? [{ label: say("Rows"), value: String(result.rows) }] : []),
  async run(job) {
    const { whose, heading, language, files } = await begin(job);
    let rows = 0;
    let done = 0;
    const pages = pagesOf(async (part, page) => {
      const { found } = await job.chunk(async ({ db, owner }) => {
        requireExport(owner, job.input.userId);
        return {
          found: await readPart(db, part, whose, page),
          checkpoint: {},
          done: Math.min(done, exportParts.length),
          total: exportParts.length,
        };
      });
      return found;
    });

    const zip = new ZipFile();
    const out = zip.outputStream as Readable;
    zip.on("error", (error: Error) => out.destroy(error));
    const add = (name: string, made: () => AsyncIterable<string>) =>
      zip.addReadStreamLazy(name, { mtime: heading.at }, (give) => {
        const stream = Readable.from(encoded(made()));
        stream.once("error", (error) => out.destroy(error));
        give(null, stream);
      });
    add("index.html", () => asPage(pages, heading, language));
    for (const part of exportParts) {
      add(`data/${part.name}.json`, async function* json() {
        for await (const text of asJson(counted(pages(part), (count) => (rows += count)))) yield text;
        done++;
      });
      add(`data/${part.name}.csv`, () => asCsv(pages(part), language));
    }
    for (const [nth, { name, key }] of files.entries()) {
      if (key === null || (await job.files.stat(key)) === null) continue;
      zip.addReadStreamLazy(`files/${nth + 1}-${plainName(name)}`, { mtime: heading.at }, (give) => {
        job.files.open(key).then(
          (stream) => give(null, stream),
          (error: Error) => out.destroy(error),
        );
      });
    }
    zip.end();
    await job.keepFile({ name: `data-${heading.at.toISOString().slice(0, 10)}.zip`, type: "application/zip", data: out });
    return { result: { rows } };
  },
};

/** Whose data it is and what the readable page says above them, with the rights of this moment. */
async function begin(job: Job) {
  const { userId } = job.input;
  return job.chunk(async ({ db, owner, note }) => {
    requireExport(owner, userId);
    const subject = await findSubject(db, owner, userId);
    const whose: Whose = { portalId: job.portalId, userId, isOwn: owner.userId === userId };
    await note([{ action: "person_exported", object: { kind: "user", id: userId } }]);
    const { name, locale } = await findPortal(db, job.portalId);
    const heading: Heading = { name: subject.name, portal: name, at: new Date() };
    const language: Language = languageFor(owner.locale, locale, undefined);
    return { whose, heading, language, files: await listFiles(db, whose), checkpoint: {}, done: 0, total: exportParts.length };
  });
}

const findPortal = (db: Db, id: number) =>
  db.selectFrom("portals").select(["name", "locale"]).where("id", "=", id).executeTakeFirstOrThrow();

function requireExport(owner: Actor, userId: number) {
  if (!mayExport(owner, userId)) throw forbidden("not_yours", "Only an admin exports the data of others.");
}

async function* counted<Row>(pages: AsyncIterable<readonly Row[]>, count: (rows: number) => void) {
  for await (const rows of pages) {
    count(rows.length);
    yield rows;
  }
}

async function* encoded(texts: AsyncIterable<string>) {
  for await (const text of texts) yield Buffer.from(text);
}

/** A file name without anything that would lead out of its folder or that a system refuses. */
const plainName = (name: string | null) =>
  (name ?? "file")
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, "_")
    .replace(/^\.+/, "_")
    .slice(0, 120) || "file";
