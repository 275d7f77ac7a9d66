const signs = "[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]";
/** Where a spreadsheet that parts cells at other characters than commas, as in German, sees the beginning of a cell: there, quotes around the whole mean nothing to it. */
const beginnings = "^|[;\\t\\r\\n]";
const begun = new RegExp(`(${beginnings})(?=${signs})`, "g");
const written = new RegExp(`(${beginnings})'(?=${signs})`, "g");

/** A text for a cell that no spreadsheet runs as a formula: an apostrophe stands before each sign that could begin one (security.md row 75). */
export const asText = (value: string): string => value.replaceAll(begun, "$1'").replace(/^(?=[\t\r\n])/, "'");

/** The text that a cell of `asText` was made from; other cells stay as they are. */
export const fromText = (cell: string): string => cell.replace(/^'(?=[\t\r\n])/, "").replaceAll(written, "$1");
