/** A kind of document: what it is sent as, and the bytes with which it begins, as Latin-1; a text begins with anything but has no zero byte. */
interface FileType {
  readonly mediaType: string;
  readonly begins: string | null;
}

const zip = "PK\u0003\u0004";
const office = "application/vnd.openxmlformats-officedocument";
const open = "application/vnd.oasis.opendocument";

/** The documents that people may send, by the ending of their names. None of them is run by whoever opens it. */
const fileTypes: Readonly<Record<string, FileType>> = {
  pdf: { mediaType: "application/pdf", begins: "%PDF-" },
  png: { mediaType: "image/png", begins: "\u0089PNG" },
  jpg: { mediaType: "image/jpeg", begins: "\u00ff\u00d8\u00ff" },
  jpeg: { mediaType: "image/jpeg", begins: "\u00ff\u00d8\u00ff" },
  gif: { mediaType: "image/gif", begins: "GIF8" },
  webp: { mediaType: "image/webp", begins: "RIFF" },
  docx: { mediaType: `${office}.wordprocessingml.document`, begins: zip },
  xlsx: { mediaType: `${office}.spreadsheetml.sheet`, begins: zip },
  pptx: { mediaType: `${office}.presentationml.presentation`, begins: zip },
  odt: { mediaType: `${open}.text`, begins: zip },
  ods: { mediaType: `${open}.spreadsheet`, begins: zip },
  odp: { mediaType: `${open}.presentation`, begins: zip },
  txt: { mediaType: "text/plain", begins: null },
  csv: { mediaType: "text/csv", begins: null },
};

/** The endings of these documents, as an upload control wants them. */
export const fileEndings = Object.keys(fileTypes)
  .map((ending) => `.${ending}`)
  .join(",");

/** The largest file of a custom field, in megabytes. */
export const mostMegabytes = 20;

/** The type of a file by the ending of its name; undefined for one that is not taken. */
export const fileTypeOf = (name: string): FileType | undefined => {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(fileTypes, ending) ? fileTypes[ending] : undefined;
};

/** Whether the first bytes of a file are those of its type. */
export const isOfType = ({ begins }: FileType, head: Uint8Array): boolean =>
  begins === null ? !head.includes(0) : String.fromCharCode(...head.subarray(0, begins.length)) === begins;
