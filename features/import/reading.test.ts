import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AppError } from "#platform/errors.ts";
import { knownHeadings } from "./headings.ts";
import { readFile, type Reading } from "./server/reading/read-file.ts";
import { tableLimits, type TableLimits } from "./server/reading/table.ts";
import { bytesOf, sheetXml, workbookOf, workbookParts, zipOf, type MadeCell } from "./test/made-files.ts";

async function read(data: Buffer | string, reading?: Reading, limits?: Partial<TableLimits>) {
  const file = await readFile(bytesOf(data), knownHeadings, reading, { ...tableLimits, ...limits });
  try {
    const rows = (await Array.fromAsync(file.rows())).flat();
    return { ...file, cells: rows.map(({ cells }) => cells), numbers: rows.map(({ number }) => number) };
  } finally {
    file.close();
  }
}

const refusal = (data: Buffer | string, limits?: Partial<TableLimits>) =>
  read(data, undefined, limits).then(
    () => ({ refused: "read", said: "" }),
    ({ code, params, message }: AppError) => ({ refused: Object.keys(params).length > 0 ? { code, ...params } : code, said: message }),
  );

const people = [
  ["E-mail", "Vorname", "Nachname"],
  ["ada@example.com", "Ada", "Müller"],
];
const utf16 = (text: string, isBig = false) => {
  const buffer = Buffer.from(`\ufeff${text}`, "utf16le");
  return isBig ? buffer.swap16() : buffer;
};
const text = people.map((row) => row.join(";")).join("\r\n");

describe("a text file is read in whatever form it comes", () => {
  test.each<[name: string, data: Buffer, encoding: string]>([
    ["UTF-8", Buffer.from(text), "utf-8"],
    ["UTF-8 with a mark", Buffer.from(`\ufeff${text}`), "utf-8"],
    ["UTF-16, as Excel's Unicode text", utf16(text), "utf-16le"],
    ["UTF-16 of big ends", utf16(text, true), "utf-16be"],
    ["UTF-16 without a mark", utf16(text).subarray(2), "utf-16le"],
    ["Windows-1252", Buffer.from(text, "latin1"), "windows-1252"],
    ["an old Mac", Buffer.from(text.replaceAll("ü", "\u009f"), "latin1"), "macintosh"],
    ["MS-DOS", Buffer.from(text.replaceAll("ü", "\u0081"), "latin1"), "cp850"],
  ])("%s", async (_, data, encoding) => {
    const { cells, ...file } = await read(data);
    expect(cells).toEqual(people);
    expect(file).toMatchObject({ kind: "text", encoding, delimiter: ";" });
  });

  test.each<[name: string, bytes: readonly number[], before: string, after: string, encoding: string]>([
    ["Polish", [0xb3], "Pawe", "", "windows-1250"],
    ["Cyrillic", [0xc8, 0xe2, 0xe0, 0xed], "", "", "windows-1251"],
    ["the euro of ISO 8859-15", [0xa4], "5 ", "", "iso-8859-15"],
  ])("%s", async (_, high, before, after, encoding) => {
    const data = Buffer.concat([Buffer.from(`email,name\nx@example.com,${before}`), Buffer.from(high), Buffer.from(`${after}\n`)]);
    expect((await read(data)).encoding).toBe(encoding);
  });

  test("another encoding can be chosen", async () => {
    expect((await read(Buffer.from(text, "latin1"), { encoding: "windows-1251" })).cells[1]?.[2]).toBe("Mьller");
  });

  test.each([",", ";", "\t", "|", "^", ":"])("cells apart by %j", async (delimiter) => {
    const data = people.map((row) => row.join(delimiter)).join("\n");
    expect(await read(data)).toMatchObject({ cells: people, delimiter });
  });

  test("sep= says what stands between the cells, and rows keep their numbers", async () => {
    const { cells, numbers } = await read(`sep=|\r\nemail|note\r\nx@example.com|a;b;c\r\n`);
    expect(cells).toEqual([
      ["email", "note"],
      ["x@example.com", "a;b;c"],
    ]);
    expect(numbers).toEqual([2, 3]);
  });

  test("a decimal comma does not part cells", async () => {
    expect((await read("name;hours;rate\nAda;1,5;2,5\nBob;3,5;4,5\n")).delimiter).toBe(";");
  });

  test("quotes, line breaks in cells, quotes in quotes, and quotes that mean nothing", async () => {
    const data = 'email,note,size\r\n"a@example.com","He said ""no""\r\nand left", "x" \r\nb@example.com,5" pipe,"a"b\r\n';
    expect((await read(data)).cells).toEqual([
      ["email", "note", "size"],
      ["a@example.com", 'He said "no"\r\nand left', "x "],
      ["b@example.com", '5" pipe', "ab"],
    ]);
  });

  test.each(["\n", "\r\n", "\r"])("lines that end with %j, empty ones left out, ragged ones kept", async (end) => {
    const { cells, numbers } = await read(["email,name,city", "", "a@example.com", ",,", "b@example.com,Bob,Bern,extra,"].join(end));
    expect(cells).toEqual([["email", "name", "city"], ["a@example.com"], ["b@example.com", "Bob", "Bern", "extra"]]);
    expect(numbers).toEqual([1, 3, 5]);
  });
});

describe("a workbook is read as it is shown", () => {
  test("texts, numbers, zeros, dates, moments, booleans and formulas", async () => {
    const rows: MadeCell[][] = [
      ["Email", "Number", "Post code", "Born", "Since", "Active", "Sum", "Bad"],
      [
        "ada@example.com",
        { value: 0.1 + 0.2, style: 0 },
        { value: 1067, style: 3 },
        { value: 29_566, style: 1 },
        { value: 46_348.604166667, style: 2 },
        { xml: '<c r="F2" t="b"><v>1</v></c>' },
        { xml: '<c r="G2" t="str"><f>1+1</f><v>2</v></c>' },
        { xml: '<c r="H2" t="e"><v>#REF!</v></c>' },
      ],
    ];
    const { cells, kind, sheets } = await read(await workbookOf(rows));
    expect({ kind, sheets }).toEqual({ kind: "workbook", sheets: ["People"] });
    expect(cells[1]).toEqual(["ada@example.com", "0.3", "01067", "1980-12-11", "2026-11-22 14:30", "true", "2", "#REF!"]);
  });

  test("shared texts with runs of letters and readings, prefixes of names, and gaps", async () => {
    const shared = `<x:sst xmlns:x="m"><x:si><x:t>E-mail</x:t></x:si><x:si><x:r><x:t xml:space="preserve">Ada </x:t></x:r><x:r><x:t>L &amp; &#77;</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:si></x:sst>`;
    const sheet = `<x:worksheet xmlns:x="m"><x:sheetData><x:row r="2"><x:c r="B2" t="s"><x:v>0</x:v></x:c></x:row><x:row><x:c t="s"><x:v>1</x:v></x:c><x:c t="inlineStr"><x:is><x:t><![CDATA[<b>]]></x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>`;
    const { cells, numbers } = await read(await workbookOf([], { "xl/sharedStrings.xml": shared, "xl/worksheets/sheet1.xml": sheet }));
    expect(cells).toEqual([
      ["", "E-mail"],
      ["Ada L & M", "<b>"],
    ]);
    expect(numbers).toEqual([2, 3]);
  });

  test("the first sheet that is not hidden, or the one that is chosen", async () => {
    const parts = workbookParts([["hidden"]]);
    const two = await zipOf({
      ...parts,
      "xl/workbook.xml": parts["xl/workbook.xml"].replace(
        '<sheet name="People" sheetId="1" r:id="rId1"/>',
        '<sheet name="Old" sheetId="1" state="hidden" r:id="rId1"/><sheet name="New" sheetId="2" r:id="rId2"/>',
      ),
      "xl/_rels/workbook.xml.rels": parts["xl/_rels/workbook.xml.rels"].replace(
        "</Relationships>",
        '<Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
      ),
      "xl/worksheets/sheet2.xml": sheetXml([["shown"]]),
    });
    expect(await read(two)).toMatchObject({ sheets: ["Old", "New"], sheet: "New", cells: [["shown"]] });
    expect((await read(two, { sheet: "Old" })).cells).toEqual([["hidden"]]);
  });
});

const bomb = '<row r="1"><c t="inlineStr"><is><t>'.concat("x".repeat(3_000_000), "</t></is></c></row>");
const wholeSheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

/** What is said to whoever chose such a file, by its code; a broken file is not just refused but explained. */
const explanations: Readonly<Record<string, string>> = {
  cell_long: "In row 1 a cell has more than 10,000 characters.",
  columns_many: "This table has more than 200 columns. Take out those that are not needed.",
  file_binary: "This file is not a table that Stoa can read. Save it as .xlsx or .csv and choose that file.",
  file_contacts: "This file holds contacts or dates, not a table. Export them as .csv instead.",
  file_document: "This is a text document. Choose a table, as .xlsx or .csv.",
  file_empty: "This file is empty.",
  file_json: "This is a JSON file. Choose a table, as .xlsx or .csv.",
  file_packed: "This file is packed. Unpack it first, then choose the .xlsx or .csv in it.",
  file_page: "This is a web page, even if its name ends in .xls or .csv. Open it in a spreadsheet and save it as .xlsx.",
  file_pdf: "This is a PDF. Choose the table it was made from, as .xlsx or .csv.",
  file_picture: "This is a picture. Choose a table, as .xlsx or .csv.",
  file_slides: "This is a presentation. Choose a table, as .xlsx or .csv.",
  file_xml: "This is an XML file. Open it in a spreadsheet and save it as .xlsx or .csv.",
  quote_open: "In row 2 a quotation mark is opened and not closed. Close it, or take it out.",
  rows_many: "This table has more than 50 rows. Split it into several files.",
  sheets_none: "This workbook has no sheet with a table.",
  text_utf32: "This file is UTF-32, which is not read here. Save it as UTF-8.",
  workbook_binary: "This is a binary workbook (.xlsb). Open it, save it as .xlsx or .csv, and choose that file.",
  workbook_broken: "This workbook is damaged. Open it in a spreadsheet, save it as .xlsx again, and choose that file.",
  workbook_doctype: "This workbook has a document type, which no spreadsheet writes. It is not read.",
  workbook_large: "Unpacked, this workbook is far larger than a table of people. Save the one sheet you need as a new file.",
  workbook_locked: "This workbook is protected by a password. Save it without one and choose it again.",
  workbook_numbers: "This is a document of Numbers. Export it as Excel or CSV and choose that file.",
  workbook_old: "This is a workbook of an old format (.xls). Open it, save it as .xlsx or .csv, and choose that file.",
  workbook_open: "This is a document of OpenDocument (.ods). Open it, save it as .xlsx or .csv, and choose that file.",
  zip_empty: "This is an empty zip file. Save the table as .xlsx or .csv and choose that file.",
  zip_other: "This is a zip file without a table in it. Choose a table, as .xlsx or .csv.",
};

describe("a file that is no table is refused with what to do", () => {
  test.each<
    [
      name: string,
      data: () => Buffer | string | Promise<Buffer>,
      expected: string | { code: string; [param: string]: string | number },
      limits?: Partial<TableLimits>,
    ]
  >([
    ["an empty file", () => "", "file_empty"],
    ["an old workbook", () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]), "workbook_old"],
    [
      "a locked workbook",
      () => Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600), Buffer.from("EncryptedPackage", "utf16le")]),
      "workbook_locked",
    ],
    ["a PDF", () => "%PDF-1.7\n", "file_pdf"],
    ["a picture", () => Buffer.from("89504e470d0a1a0a", "hex"), "file_picture"],
    ["a photo", () => Buffer.from("ffd8ffe000104a464946", "hex"), "file_picture"],
    ["gzip", () => Buffer.from("1f8b0800000000000003", "hex"), "file_packed"],
    ["a RAR", () => Buffer.from("526172211a0700", "hex"), "file_packed"],
    ["a zip with a table in it", () => zipOf({ "people.csv": "email\n" }), "file_packed"],
    ["a zip of other things", () => zipOf({ "readme.md": "x" }), "zip_other"],
    ["an empty zip", () => zipOf({}), "zip_empty"],
    ["a text document", () => zipOf({ "word/document.xml": "<x/>" }), "file_document"],
    ["slides", () => zipOf({ "ppt/presentation.xml": "<x/>" }), "file_slides"],
    ["OpenDocument", () => zipOf({ mimetype: "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>" }), "workbook_open"],
    ["Numbers", () => zipOf({ "Index/Document.iwa": "x" }), "workbook_numbers"],
    ["a binary workbook", () => zipOf({ "xl/workbook.bin": "x" }), "workbook_binary"],
    ["a web page that calls itself .xls", () => "\ufeff<html><table><tr><td>x</td></tr></table>", "file_page"],
    ["a spreadsheet of 2003", () => '<?xml version="1.0"?><Workbook/>', "file_xml"],
    ["RTF", () => "{\\rtf1 hello}", "file_document"],
    ["JSON", () => '[{"email":"x@example.com"}]', "file_json"],
    ["contacts", () => "BEGIN:VCARD\nEND:VCARD\n", "file_contacts"],
    ["UTF-32", () => Buffer.from("fffe000041000000", "hex"), "text_utf32"],
    ["bytes that are no text", () => Buffer.from([1, 2, 0, 3, 0, 0, 0, 9, 8, 0, 0, 0, 0, 1]), "file_binary"],
    ["text with a zero far down", () => `${"email\n".repeat(2000)}\0`, "file_binary"],
    ["an open quotation mark", () => 'email,name\nx@example.com,"Ada\ny@example.com,Bob\n', { code: "quote_open", row: 2 }],
    [
      "an open quotation mark in a long file",
      () => `email,name\nx@example.com,"Ada\n${"y@example.com,Bob\n".repeat(70_000)}`,
      { code: "quote_open", row: 2 },
    ],
    ["too many rows", () => "email\n".repeat(200), { code: "rows_many", rows: 50 }, { rows: 50 }],
    ["too many columns", () => `${"a,".repeat(300)}b\n`, { code: "columns_many", columns: 200 }],
    ["a cell that is a book", () => `email,"${"a".repeat(20_000)}"\n`, { code: "cell_long", row: 1, length: 10_000 }],
    ["half a workbook", async () => (await workbookOf(people)).subarray(0, 900), "workbook_broken"],
    ["a workbook with damaged bytes", async () => damaged(await workbookOf([...people, ["x".repeat(500)]])), "workbook_broken"],
    ["a workbook without sheets", () => workbookOf([], { "xl/workbook.xml": "<workbook><sheets/></workbook>" }), "sheets_none"],
    [
      "a workbook whose sheet is missing",
      () =>
        workbookOf([], {
          "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="rId1" Target="worksheets/other.xml"/></Relationships>',
        }),
      "sheets_none",
    ],
    [
      "a workbook that would fetch a file",
      () =>
        workbookOf([], {
          "xl/worksheets/sheet1.xml": `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${wholeSheet('<row><c t="str"><v>&e;</v></c></row>')}`,
        }),
      "workbook_doctype",
    ],
    [
      "a workbook of entities that multiply",
      () => workbookOf([], { "xl/sharedStrings.xml": '<!DOCTYPE lolz [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><sst/>' }),
      "workbook_doctype",
    ],
    [
      "a workbook that unpacks to far too much",
      () => workbookOf([], { "xl/worksheets/sheet1.xml": wholeSheet(people.map(() => "<row/>".repeat(100_000)).join("")) }),
      "workbook_large",
      { partBytes: 500_000 },
    ],
    ["a workbook with one endless text", () => workbookOf([], { "xl/worksheets/sheet1.xml": wholeSheet(bomb) }), "workbook_broken"],
    [
      "a workbook with too many shared texts",
      () => workbookOf([], { "xl/sharedStrings.xml": `<sst>${"<si><t>x</t></si>".repeat(500)}</sst>` }),
      "workbook_large",
      { sharedTexts: 100 },
    ],
    [
      "a workbook with too many rows",
      () => workbookOf(Array.from({ length: 300 }, () => ["x"])),
      { code: "rows_many", rows: 50 },
      { rows: 50 },
    ],
    [
      "a workbook with a cell far to the right",
      () => workbookOf([], { "xl/worksheets/sheet1.xml": wholeSheet('<row><c r="XFD1" t="str"><v>x</v></c></row>') }),
      { code: "columns_many", columns: 200 },
    ],
    [
      "a workbook with too many files",
      () => zipOf(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, ""]))),
      "workbook_broken",
      { entries: 50 },
    ],
  ])("%s", async (_, data, expected, limits) => {
    const code = typeof expected === "string" ? expected : expected.code;
    expect(await refusal(await data(), limits)).toEqual({ refused: expected, said: explanations[code] });
  });
});

/** A workbook whose sheet has some of its packed bytes changed. */
function damaged(workbook: Buffer): Buffer {
  const copy = Buffer.from(workbook);
  const at = copy.indexOf("xl/worksheets/sheet1.xml") + 30;
  copy.fill(0xff, at, at + 40);
  return copy;
}

// Files of another learning system, where they lie beside the project; they are no part of it.
const others = join(import.meta.dirname, "../../../shared/content/moodle-data");

describe.skipIf(!existsSync(others))("tables of another system", () => {
  test.each<[name: string, rows: number, width: number, first: string]>([
    ["enrolment_multiple.csv", 2, 13, "shortname"],
    ["example.csv", 66, 14, "Parent id number"],
    ["grade_import.csv", 2, 4, "First name"],
    ["groups_import.csv", 6, 5, "groupname"],
    ["upload_users_cohorts.csv", 5, 6, "username"],
    ["uploadcohorts1.csv", 7, 5, "name"],
  ])("%s", async (name, rows, width, first) => {
    const { cells } = await read(readFileSync(join(others, name)));
    expect(cells[0]?.[0]).toBe(first);
    expect([cells.length, cells[0]?.length]).toEqual([rows, width]);
  });
});
