// Measures how much memory reading a table of 200,000 people takes, as text and as a workbook: node bin/stoa.mjs run features/import/test/import-memory.ts
import { createReadStream, createWriteStream, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { knownHeadings } from "../headings.ts";
import type { Bytes } from "../server/reading/bytes.ts";
import { readFile } from "../server/reading/read-file.ts";
import { workbookParts } from "./made-files.ts";

const people = 200_000;
const cells = (nth: number) => [
  `person${nth}@example.com`,
  `Given ${nth}`,
  `Family name ${nth}`,
  `K-${nth}`,
  "Europe/Berlin",
  "de",
  "Warehouse; Office",
];
const heading = ["email", "given name", "family name", "external id", "time zone", "language", "groups"];

function* textLines() {
  yield `${heading.join(",")}\n`;
  for (let nth = 0; nth < people; nth += 1) yield `${cells(nth).join(",")}\n`;
}
function* sheetXml() {
  yield "<worksheet><sheetData>";
  for (let nth = 0; nth <= people; nth += 1)
    yield `<row r="${nth + 1}">${heading.map((_, at) => `<c t="s"><v>${nth * heading.length + at}</v></c>`).join("")}</row>`;
  yield "</sheetData></worksheet>";
}
function* sharedXml() {
  yield "<sst>";
  for (let nth = -1; nth < people; nth += 1) yield (nth < 0 ? heading : cells(nth)).map((cell) => `<si><t>${cell}</t></si>`).join("");
  yield "</sst>";
}

/** A workbook as spreadsheets write them: every text once, in a part that the reader has to keep. */
async function writeWorkbook(path: string) {
  const zip = new ZipFile();
  const { "xl/worksheets/sheet1.xml": empty, ...parts } = workbookParts([]);
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), name);
  void empty;
  zip.addReadStream(Readable.from(sheetXml()), "xl/worksheets/sheet1.xml");
  zip.addReadStream(Readable.from(sharedXml()), "xl/sharedStrings.xml");
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

const bytesAt = (path: string): Bytes => ({
  size: statSync(path).size,
  open: async (range) => createReadStream("", { fd: await open(path), ...range }),
});

const mode = process.argv[2] ?? "text";
const path = join(tmpdir(), `stoa-import-${process.pid}`);
try {
  await (mode === "text" ? pipeline(Readable.from(textLines()), createWriteStream(path)) : writeWorkbook(path));
  globalThis.gc?.();
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  const began = performance.now();
  const file = await readFile(bytesAt(path), knownHeadings);
  let rows = 0;
  for await (const some of file.rows()) {
    rows += some.length;
    most = Math.max(most, process.memoryUsage().rss);
  }
  file.close();
  clearInterval(watch);
  process.stdout.write(
    `${mode}: ${rows} rows of ${Math.round(statSync(path).size / 1e6)} MB in ${Math.round(performance.now() - began)} ms, at most ${Math.round(most / 2 ** 20)} MB of memory\n`,
  );
} finally {
  rmSync(path, { force: true });
}
