import { Readable } from "node:stream";
import { fromRandomAccessReaderPromise, RandomAccessReader, type Entry, type ZipFile } from "yauzl";
import { AppError, refused } from "#platform/errors.ts";
import type { Bytes } from "./bytes.ts";
import { cellText, dateStyles, type Styles } from "./cell-text.ts";
import { tooManyRows } from "./csv.ts";
import type { Row, TableLimits } from "./table.ts";
import { textStore, type TextStore } from "./text-store.ts";
import { brokenWorkbook, xmlReader, type XmlHandler } from "./xml-pieces.ts";

export interface Sheet {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

export interface Workbook {
  readonly sheets: readonly Sheet[];
  /** The rows of a sheet, some at a time. Rows without any text are left out. */
  rows(sheet: Sheet): AsyncGenerator<Row[]>;
  close(): void;
}

class StoredZip extends RandomAccessReader {
  readonly bytes: Bytes;
  constructor(bytes: Bytes) {
    super();
    this.bytes = bytes;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    const { bytes } = this;
    return Readable.from(
      (async function* read() {
        yield* await bytes.open({ start, end: end - 1 });
      })(),
      { objectMode: false },
    );
  }
}

/**
 * Opens a workbook (.xlsx). Only the parts that hold the table are unpacked, one at a time and never whole, and each only up to its limit: macros,
 * pictures, links and whatever else is in the file are not read.
 */
export async function openWorkbook(bytes: Bytes, limits: TableLimits): Promise<Workbook> {
  const { zip, parts } = await readDirectory(bytes, limits);
  try {
    sayWhatElse(parts);
    const sheets = await sheetsOf(zip, parts, limits);
    let known: { shared: TextStore; styles: Styles } | undefined;
    return {
      sheets,
      close: () => zip.close(),
      async *rows(sheet) {
        const entry = parts.get(sheet.path);
        if (!entry) throw brokenWorkbook();
        known ??= { shared: await sharedTexts(zip, parts, limits), styles: await stylesOf(zip, parts, limits) };
        yield* rowsOf(zip, entry, known.shared, known.styles, limits);
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readDirectory(bytes: Bytes, limits: TableLimits) {
  let zip: ZipFile | undefined;
  try {
    zip = await fromRandomAccessReaderPromise(new StoredZip(bytes), bytes.size, { autoClose: false, lazyEntries: true });
    const parts = new Map<string, Entry>();
    if (zip.entryCount > limits.entries) throw brokenWorkbook();
    for await (const entry of zip.eachEntry()) {
      if (parts.size > limits.entries) throw brokenWorkbook();
      if (!entry.fileName.endsWith("/")) parts.set(entry.fileName.replace(/^\/+/, "").toLowerCase(), entry);
    }
    return { zip, parts };
  } catch (error) {
    zip?.close();
    throw error instanceof AppError ? error : brokenWorkbook();
  }
}

/** Refuses other files that are zips too, by what they are. */
function sayWhatElse(parts: ReadonlyMap<string, Entry>) {
  if (parts.has("xl/workbook.xml")) return;
  if (parts.has("xl/workbook.bin"))
    throw refused(422, "workbook_binary", "This is a binary workbook (.xlsb). Open it, save it as .xlsx or .csv, and choose that file.");
  if (parts.has("word/document.xml")) throw refused(422, "file_document", "This is a text document. Choose a table, as .xlsx or .csv.");
  if (parts.has("ppt/presentation.xml")) throw refused(422, "file_slides", "This is a presentation. Choose a table, as .xlsx or .csv.");
  if (parts.has("content.xml"))
    throw refused(
      422,
      "workbook_open",
      "This is a document of OpenDocument (.ods). Open it, save it as .xlsx or .csv, and choose that file.",
    );
  if (parts.has("index/document.iwa") || parts.has("index.zip"))
    throw refused(422, "workbook_numbers", "This is a document of Numbers. Export it as Excel or CSV and choose that file.");
  if ([...parts.keys()].some((name) => /\.(?:csv|xlsx?|txt)$/.test(name)))
    throw refused(422, "file_packed", "This file is packed. Unpack it first, then choose the .xlsx or .csv in it.");
  throw refused(422, "zip_other", "This is a zip file without a table in it. Choose a table, as .xlsx or .csv.");
}

/** Reads one part of the workbook as XML. `pause` is called between pieces. */
async function* readPart(zip: ZipFile, entry: Entry, handler: XmlHandler, limits: TableLimits): AsyncGenerator<void> {
  const reader = xmlReader(handler);
  const decoder = new TextDecoder("utf-8");
  if ((entry.generalPurposeBitFlag & 1) !== 0)
    throw refused(422, "workbook_locked", "This workbook is protected by a password. Save it without one and choose it again.");
  let total = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const piece of stream) {
      total += (piece as Buffer).length;
      if (total > limits.partBytes) {
        stream.destroy();
        throw refused(
          422,
          "workbook_large",
          "Unpacked, this workbook is far larger than a table of people. Save the one sheet you need as a new file.",
        );
      }
      reader.push(decoder.decode(piece as Buffer, { stream: true }));
      yield;
    }
    reader.push(decoder.decode());
    reader.end();
  } catch (error) {
    throw error instanceof AppError ? error : brokenWorkbook();
  }
}

async function readAll(zip: ZipFile, entry: Entry | undefined, handler: XmlHandler, limits: TableLimits) {
  if (!entry) return;
  for await (const _ of readPart(zip, entry, handler, limits));
}

const nothing = () => undefined;

async function sheetsOf(zip: ZipFile, parts: ReadonlyMap<string, Entry>, limits: TableLimits): Promise<Sheet[]> {
  const targets = new Map<string, string>();
  await readAll(
    zip,
    parts.get("xl/_rels/workbook.xml.rels"),
    {
      open(name, attribute) {
        if (name !== "Relationship" || attribute("TargetMode") === "External") return;
        const target = attribute("Target") ?? "";
        targets.set(attribute("Id") ?? "", (target.startsWith("/") ? target.slice(1) : `xl/${target}`).toLowerCase());
      },
      close: nothing,
      text: nothing,
    },
    limits,
  );
  const sheets: Sheet[] = [];
  await readAll(
    zip,
    parts.get("xl/workbook.xml"),
    {
      open(name, attribute) {
        if (name !== "sheet" || sheets.length >= 200) return;
        const path = targets.get(attribute("id") ?? "");
        // Sheets of a diagram have no table.
        if (path && parts.has(path) && path.includes("worksheets/"))
          sheets.push({ name: attribute("name") ?? "", path, isHidden: (attribute("state") ?? "visible") !== "visible" });
      },
      close: nothing,
      text: nothing,
    },
    limits,
  );
  if (sheets.length === 0) throw refused(422, "sheets_none", "This workbook has no sheet with a table.");
  return sheets;
}

/** The texts that cells share; cells name them by their place. Phonetic readings are left out. */
async function sharedTexts(zip: ZipFile, parts: ReadonlyMap<string, Entry>, limits: TableLimits): Promise<TextStore> {
  const shared = textStore();
  let one = "";
  let isText = false;
  let isReading = false;
  let total = 0;
  await readAll(
    zip,
    parts.get("xl/sharedstrings.xml"),
    {
      open(name) {
        if (name === "si") one = "";
        else if (name === "t") isText = true;
        else if (name === "rPh") isReading = true;
      },
      close(name) {
        if (name === "t") isText = false;
        else if (name === "rPh") isReading = false;
        else if (name === "si") {
          total += one.length;
          if (total > limits.sharedLength || shared.length >= limits.sharedTexts)
            throw refused(
              422,
              "workbook_large",
              "Unpacked, this workbook is far larger than a table of people. Save the one sheet you need as a new file.",
            );
          shared.push(one);
        }
      },
      text(text) {
        if (isText && !isReading && one.length <= limits.cellLength) one += text;
      },
    },
    limits,
  );
  return shared;
}

async function stylesOf(zip: ZipFile, parts: ReadonlyMap<string, Entry>, limits: TableLimits): Promise<Styles> {
  const formats = new Map<number, string>();
  const used: number[] = [];
  let isCells = false;
  await readAll(
    zip,
    parts.get("xl/styles.xml"),
    {
      open(name, attribute) {
        if (name === "numFmt") formats.set(Number(attribute("numFmtId")), attribute("formatCode") ?? "");
        else if (name === "cellXfs") isCells = true;
        else if (name === "xf" && isCells && used.length < 70_000) used.push(Number(attribute("numFmtId") ?? 0));
      },
      close(name) {
        if (name === "cellXfs") isCells = false;
      },
      text: nothing,
    },
    limits,
  );
  let from1904 = false;
  await readAll(
    zip,
    parts.get("xl/workbook.xml"),
    {
      open(name, attribute) {
        if (name === "workbookPr") from1904 = ["1", "true"].includes(attribute("date1904") ?? "");
      },
      close: nothing,
      text: nothing,
    },
    limits,
  );
  return dateStyles(used, formats, from1904);
}

/** The number of a column from the letters of a cell's address, counted from 0. */
function columnOf(address: string): number {
  let column = 0;
  for (const letter of address) {
    const code = letter.charCodeAt(0) & 0xdf;
    if (code < 65 || code > 90) break;
    column = column * 26 + code - 64;
  }
  return column - 1;
}

async function* rowsOf(zip: ZipFile, entry: Entry, shared: TextStore, styles: Styles, limits: TableLimits): AsyncGenerator<Row[]> {
  let ready: Row[] = [];
  let taken = 0;
  let number = 0;
  let cells: string[] = [];
  let column = -1;
  let type = "n";
  let style = 0;
  let value = "";
  let isValue = false;
  let isReading = false;
  const handler: XmlHandler = {
    open(name, attribute) {
      if (name === "row") {
        const said = Number(attribute("r"));
        number = Number.isSafeInteger(said) && said > number ? said : number + 1;
        cells = [];
        column = -1;
      } else if (name === "c") {
        const address = attribute("r");
        column = address ? columnOf(address) : column + 1;
        type = attribute("t") ?? "n";
        style = Number(attribute("s") ?? 0);
        value = "";
      } else if (name === "v" || name === "t") isValue = true;
      else if (name === "rPh") isReading = true;
    },
    close(name) {
      if (name === "v" || name === "t") isValue = false;
      else if (name === "rPh") isReading = false;
      else if (name === "c") {
        const text = cellText(type, value, style, shared, styles);
        if (text === "") return;
        if (column < 0 || column >= limits.columns) throw tooManyColumns(limits.columns);
        while (cells.length < column) cells.push("");
        cells[column] = text;
      } else if (name === "row" && cells.length > 0) {
        taken += 1;
        if (taken > limits.rows + 100) throw tooManyRows(limits.rows);
        ready.push({ number, cells });
        cells = [];
      }
    },
    text(text) {
      if (isValue && !isReading && value.length <= limits.cellLength) value += text;
    },
  };
  for await (const _ of readPart(zip, entry, handler, limits)) {
    if (ready.length < 200) continue;
    const rows = ready;
    ready = [];
    yield rows;
  }
  if (ready.length > 0) yield ready;
}

export const tooManyColumns = (columns: number) =>
  refused(422, "columns_many", "This table has more than {columns, number} columns. Take out those that are not needed.", { columns });
