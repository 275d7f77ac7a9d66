import type { FileStore } from "#platform/files/store.ts";
import { knownHeadings } from "../headings.ts";
import type { StagedRow } from "./judge.ts";
import type { StoredImport } from "./queries.ts";
import type { Bytes } from "./reading/bytes.ts";
import { readFile } from "./reading/read-file.ts";
import { isComment } from "./reading/read-head.ts";

/** Rows that one chunk of a job reads, checks or writes. */
export const rowsAtATime = 1000;

export const storedBytes = (files: FileStore, { fileKey, fileBytes }: Pick<StoredImport, "fileKey" | "fileBytes">): Bytes => ({
  size: fileBytes,
  open: (range) => files.open(fileKey ?? "", range),
});

/** The rows of an uploaded table below its headings, from the one after `after`, some at a time; comments are left out. */
export async function* stagedRows(
  files: FileStore,
  one: Pick<StoredImport, "fileKey" | "fileBytes" | "reading">,
  after: number,
): AsyncGenerator<StagedRow[]> {
  const { encoding, delimiter, sheet, headerRow } = one.reading;
  const file = await readFile(storedBytes(files, one), knownHeadings, {
    encoding: encoding ?? undefined,
    delimiter: delimiter ?? undefined,
    sheet: sheet ?? undefined,
  });
  let ready: StagedRow[] = [];
  try {
    for await (const rows of file.rows()) {
      for (const { number, cells } of rows)
        if (number > Math.max(after, headerRow ?? 0) && !isComment(cells))
          ready.push({ number, cells: cells.map((cell) => cell.replaceAll("\0", "\ufffd").toWellFormed()) });
      while (ready.length >= rowsAtATime) {
        yield ready.slice(0, rowsAtATime);
        ready = ready.slice(rowsAtATime);
      }
    }
    if (ready.length > 0) yield ready;
  } finally {
    file.close();
  }
}
