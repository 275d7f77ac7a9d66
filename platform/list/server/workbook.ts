import { ZipFile } from "yazl";

/** A sheet to write: its name, and rows of texts, the first of which are headings. */
export interface MadeSheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  /** How wide each column is, in characters. */
  readonly widths: readonly number[];
}

const ns = "http://schemas.openxmlformats.org";
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const relations = `${ns}/officeDocument/2006/relationships`;

/** Text as XML keeps it; characters that XML cannot hold are left out. */
const escaped = (text: string) =>
  text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");

const letters = (column: number): string =>
  (column < 26 ? "" : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/** Every cell is a text in itself, so nothing in it is a formula. Style 1 is bold, for headings; 2 wraps long texts; 0 is text, so that zeros in front stay. */
function sheetXml({ rows, widths }: MadeSheet, style: 0 | 2): string {
  const lines = rows.map((cells, at) => {
    const written = cells.map((cell, column) =>
      cell === ""
        ? ""
        : `<c r="${letters(column)}${at + 1}" s="${at === 0 ? 1 : style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`,
    );
    return `<row r="${at + 1}">${written.join("")}</row>`;
  });
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${style}" customWidth="1"/>`);
  return `${head}<worksheet xmlns="${ns}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData>${lines.join("")}</sheetData></worksheet>`;
}

const styles = `${head}<styleSheet xmlns="${ns}/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf></cellXfs></styleSheet>`;

/** A workbook (.xlsx) of sheets. The first is the table; the others are to be read. */
export async function workbookOf(sheets: readonly MadeSheet[]): Promise<Buffer> {
  const files: Record<string, string> = {
    "[Content_Types].xml": `${head}<Types xmlns="${ns}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${sheets.map((_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join("")}</Types>`,
    "_rels/.rels": `${head}<Relationships xmlns="${ns}/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${head}<workbook xmlns="${ns}/spreadsheetml/2006/main" xmlns:r="${relations}"><sheets>${sheets.map(({ name }, at) => `<sheet name="${escaped(name.replaceAll(/[\\/?*[\]:]/g, " ").slice(0, 31))}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${head}<Relationships xmlns="${ns}/package/2006/relationships">${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`).join("")}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": styles,
  };
  sheets.forEach((sheet, at) => (files[`xl/worksheets/sheet${at + 1}.xml`] = sheetXml(sheet, at === 0 ? 0 : 2)));
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
