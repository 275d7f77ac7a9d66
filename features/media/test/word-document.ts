import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

const paragraph = (words: string, style = "") =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${words}</w:t></w:r></w:p>`;
const cell = (words: string) => `<w:tc>${paragraph(words)}</w:tc>`;
const types = "http://schemas.openxmlformats.org";

/** The body of a course in Word: two chapters, pages, a link, a table, and a picture. */
export const wordBody = [
  paragraph("Before all of it"),
  paragraph("Ropes", "Heading1"),
  paragraph("Knots", "Heading2"),
  paragraph("Tie it twice."),
  `<w:p><w:hyperlink r:id="rLink"><w:r><w:rPr><w:b/></w:rPr><w:t>More</w:t></w:r></w:hyperlink><w:hyperlink r:id="rBad"><w:r><w:t>Bad</w:t></w:r></w:hyperlink></w:p>`,
  `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="A knot"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rPicture"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
  paragraph("Strength", "Heading2"),
  `<w:tbl><w:tr>${cell("Rope")}${cell("kN")}</w:tr><w:tr>${cell("Thin")}${cell("8")}</w:tr></w:tbl>`,
  paragraph("Walls", "Heading1"),
  paragraph("Detail", "Heading3"),
  paragraph("The end."),
].join("");

interface Word {
  readonly body?: string;
  readonly picture?: Buffer;
  readonly doctype?: string;
  readonly more?: Readonly<Record<string, Buffer>>;
}

/** A Word document of the least parts that Word itself opens. */
export async function wordDocument({ body = wordBody, picture, doctype = "", more = {} }: Word = {}): Promise<Buffer> {
  const relation = (id: string, type: string, target: string, external = false) =>
    `<Relationship Id="${id}" Type="${types}/officeDocument/2006/relationships/${type}" Target="${target}"${external ? ' TargetMode="External"' : ""}/>`;
  const relations = (...all: string[]) =>
    `<?xml version="1.0"?><Relationships xmlns="${types}/package/2006/relationships">${all.join("")}</Relationships>`;
  const parts: Record<string, string | Buffer> = {
    "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="${types}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "_rels/.rels": relations(relation("r1", "officeDocument", "word/document.xml")),
    "word/_rels/document.xml.rels": relations(
      relation("rLink", "hyperlink", "https://example.test/knots", true),
      relation("rBad", "hyperlink", "javascript:alert(1)", true),
      relation("rPicture", "image", "media/one.png"),
      relation("rFile", "image", "file:///etc/passwd", true),
    ),
    "word/document.xml": `<?xml version="1.0"?>${doctype}<w:document xmlns:w="${types}/wordprocessingml/2006/main" xmlns:r="${types}/officeDocument/2006/relationships" xmlns:wp="${types}/drawingml/2006/wordprocessingDrawing" xmlns:a="${types}/drawingml/2006/main" xmlns:pic="${types}/drawingml/2006/picture"><w:body>${body}</w:body></w:document>`,
    ...(picture && { "word/media/one.png": picture }),
    ...more,
  };
  const zip = new ZipFile();
  for (const [name, data] of Object.entries(parts)) zip.addBuffer(Buffer.from(data as string), name);
  zip.end();
  return buffer(zip.outputStream);
}
