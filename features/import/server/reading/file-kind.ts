import { refused } from "#platform/errors.ts";

const starts = (head: Buffer, ...bytes: number[]) => bytes.every((byte, at) => head[at] === byte);
const OLE = [0xd0, 0xcf, 0x11, 0xe0] as const;

/**
 * Says from its first bytes whether a file is a workbook (.xlsx, which is a zip) or text. Refuses what is certainly neither, each with what to do.
 * The name of the file is not believed.
 */
export function fileKind(head: Buffer): "text" | "workbook" {
  if (head.length === 0) throw refused(422, "file_empty", "This file is empty.");
  if (starts(head, 0x50, 0x4b, 0x03, 0x04)) return "workbook";
  if (starts(head, 0x50, 0x4b))
    throw refused(422, "zip_empty", "This is an empty zip file. Save the table as .xlsx or .csv and choose that file.");
  if (starts(head, ...OLE)) {
    const text = head.toString("utf16le");
    if (text.includes("EncryptedPackage") || head.subarray(1).toString("utf16le").includes("EncryptedPackage"))
      throw refused(422, "workbook_locked", "This workbook is protected by a password. Save it without one and choose it again.");
    throw refused(
      422,
      "workbook_old",
      "This is a workbook of an old format (.xls). Open it, save it as .xlsx or .csv, and choose that file.",
    );
  }
  if (starts(head, 0x25, 0x50, 0x44, 0x46))
    throw refused(422, "file_pdf", "This is a PDF. Choose the table it was made from, as .xlsx or .csv.");
  if (starts(head, 0x1f, 0x8b))
    throw refused(422, "file_packed", "This file is packed. Unpack it first, then choose the .xlsx or .csv in it.");
  if (starts(head, 0x37, 0x7a, 0xbc, 0xaf) || starts(head, 0x52, 0x61, 0x72, 0x21))
    throw refused(422, "file_packed", "This file is packed. Unpack it first, then choose the .xlsx or .csv in it.");
  if (starts(head, 0x89, 0x50, 0x4e, 0x47) || starts(head, 0xff, 0xd8, 0xff) || starts(head, 0x47, 0x49, 0x46, 0x38))
    throw refused(422, "file_picture", "This is a picture. Choose a table, as .xlsx or .csv.");
  if (starts(head, 0xff, 0xfe, 0x00, 0x00) || starts(head, 0x00, 0x00, 0xfe, 0xff))
    throw refused(422, "text_utf32", "This file is UTF-32, which is not read here. Save it as UTF-8.");
  const text = head
    .toString("latin1")
    .replace(/^\u00ef\u00bb\u00bf/, "")
    .trimStart();
  if (/^<(?:!doctype html|html|table|head|meta)\b/i.test(text))
    throw refused(
      422,
      "file_page",
      "This is a web page, even if its name ends in .xls or .csv. Open it in a spreadsheet and save it as .xlsx.",
    );
  if (/^<\?xml\b/i.test(text))
    throw refused(422, "file_xml", "This is an XML file. Open it in a spreadsheet and save it as .xlsx or .csv.");
  if (text.startsWith("{\\rtf")) throw refused(422, "file_document", "This is a text document. Choose a table, as .xlsx or .csv.");
  if (/^[[{]\s*(?:["{[]|\})/.test(text)) throw refused(422, "file_json", "This is a JSON file. Choose a table, as .xlsx or .csv.");
  if (/^BEGIN:VC/i.test(text))
    throw refused(422, "file_contacts", "This file holds contacts or dates, not a table. Export them as .csv instead.");
  return "text";
}
