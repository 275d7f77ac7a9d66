import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Bytes } from "../server/reading/bytes.ts";

/** Bytes in memory as a file that is read like a stored one. */
export const bytesOf = (data: Buffer | string): Bytes => {
  const buffer = typeof data === "string" ? Buffer.from(data) : data;
  return {
    size: buffer.length,
    open: async (range) => Readable.from(pieces(range ? buffer.subarray(range.start, range.end + 1) : buffer)),
  };
};

/** Small pieces of different lengths, so that a piece ends inside characters, quotes and tags. */
function* pieces(buffer: Buffer): Generator<Buffer> {
  for (let at = 0, step = 0; at < buffer.length; step += 1) {
    const length = buffer.length > 100_000 ? 65_536 : 1 + (step % 7) * 3;
    yield buffer.subarray(at, at + length);
    at += length;
  }
}

/** A zip of the given files. */
export async function zipOf(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name, { mtime: new Date(0), mode: 0o100644 });
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

const types = "http://schemas.openxmlformats.org";
export const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** A cell of a made workbook: a text, a number with the place of its style, or the XML of the cell itself. */
export type MadeCell = string | { readonly value: number; readonly style: number } | { readonly xml: string };

const letters = (column: number): string =>
  (column < 26 ? "" : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** The XML of a sheet with these rows; texts stand in the cells themselves. */
export const sheetXml = (rows: readonly (readonly MadeCell[])[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${types}/spreadsheetml/2006/main"><sheetData>${rows
    .map(
      (cells, at) =>
        `<row r="${at + 1}">${cells
          .map((cell, column) => {
            const place = `r="${letters(column)}${at + 1}"`;
            if (typeof cell === "string") return cell === "" ? "" : `<c ${place} t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
            return "xml" in cell ? cell.xml : `<c ${place} s="${cell.style}"><v>${cell.value}</v></c>`;
          })
          .join("")}</row>`,
    )
    .join("")}</sheetData></worksheet>`;

/** The parts of a workbook with one sheet; further parts replace these. Style 1 is a date, 2 a moment, 3 five digits. */
export const workbookParts = (rows: readonly (readonly MadeCell[])[], more: Readonly<Record<string, string | Buffer>> = {}) => ({
  "[Content_Types].xml": `<Types xmlns="${types}/package/2006/content-types"/>`,
  "xl/workbook.xml": `<workbook xmlns="${types}/spreadsheetml/2006/main" xmlns:r="${types}/officeDocument/2006/relationships"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${types}/package/2006/relationships"><Relationship Id="rId1" Type="${types}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  "xl/styles.xml": `<styleSheet xmlns="${types}/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="00000"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
  "xl/worksheets/sheet1.xml": sheetXml(rows),
  ...more,
});

export const workbookOf = (rows: readonly (readonly MadeCell[])[], more?: Readonly<Record<string, string | Buffer>>) =>
  zipOf(workbookParts(rows, more));
