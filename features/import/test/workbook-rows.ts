import { openWorkbook } from "../server/reading/workbook.ts";
import { tableLimits } from "../server/reading/table.ts";
import { bytesOf } from "./made-files.ts";

/** The cells of every sheet of a workbook, read as an import reads them. */
export async function workbookRows(data: Buffer): Promise<(readonly string[])[][]> {
  const workbook = await openWorkbook(bytesOf(data), tableLimits);
  const sheets: (readonly string[])[][] = [];
  for (const sheet of workbook.sheets) {
    const rows: (readonly string[])[] = [];
    for await (const some of workbook.rows(sheet)) rows.push(...some.map(({ cells }) => cells));
    sheets.push(rows);
  }
  workbook.close();
  return sheets;
}
