// What clipboards of word processors and web pages become in a text, in a real browser. The fixtures are written after what these programs put there.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openGalleryPages, type GalleryPages } from "#ui/test/gallery-pages.ts";

let gallery: GalleryPages;
let page: Page;
beforeAll(async () => {
  gallery = await openGalleryPages("../../features/blocks/test/editors-gallery.tsx");
  page = await gallery.open({ query: "?kind=text" });
}, 120_000);
afterAll(() => gallery?.close());

interface Stored {
  readonly type: string;
  readonly text?: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly marks?: readonly { readonly type: string; readonly attrs?: Readonly<Record<string, unknown>> }[];
  readonly content?: readonly Stored[];
}
/** A stored text in one line a node: what it is, and its words with their marks. */
const outline = (nodes: readonly Stored[] = []): string[] =>
  nodes.map((node) => {
    const { type, attrs = {}, marks = [], content } = node;
    if (type === "text") {
      const marked = marks.map((mark) => (mark.attrs ? `${mark.type} ${Object.values(mark.attrs).join(" ")}` : mark.type)).toSorted();
      return marked.length > 0 ? `[${marked.join(", ")}: ${node.text}]` : (node.text ?? "");
    }
    const said = Object.values(attrs).join(" ");
    return `${type}${said && ` ${said}`}(${outline(content).join(type === "paragraph" || type === "heading" ? "" : " ")})`;
  });

/** Pastes HTML into an empty text and gives what is then stored. */
async function pasted(html: string): Promise<string[]> {
  const text = page.getByRole("textbox", { name: "Text", exact: true });
  await text.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await text.evaluate((place, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", data);
    clipboardData.setData("text/plain", "as plain text");
    place.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);
  const stored = JSON.parse((await page.locator("#stored").textContent()) ?? "") as { isStorable: boolean; block: { doc: Stored } };
  expect(stored.isStorable).toBe(true);
  return outline(stored.block.doc.content).filter((line) => line !== "paragraph()");
}

const word = (body: string) => `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; font-size:11.0pt;} @page WordSection1 {size:595pt 842pt;} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt'><!--StartFragment-->${body}<!--EndFragment--></body></html>`;
const item = (level: number, sign: string, words: string, list = 0) =>
  `<p class=MsoListParagraph style='margin-left:${36 * level}pt;text-indent:-18.0pt;mso-list:l${list} level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${words}<o:p></o:p></p>`;
const office = (
  body: string,
) => `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/><title></title>
<meta name="generator" content="LibreOffice 24.2 (Linux)"/><style type="text/css">p { line-height: 115%; background: transparent } a:link { color: #000080 }</style></head>
<body lang="en-GB" link="#000080" dir="ltr">${body}</body></html>`;
const docs = (body: string) =>
  `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-0a1b">${body}</b><br class="Apple-interchange-newline">`;

test.each<[string, string, string[]]>([
  [
    "LibreOffice: headings, bold, italic, a link",
    office(`<h1 class="western" style="page-break-before: auto">Ropes</h1><h2 class="western">Knots</h2>
<p style="margin-bottom: 0cm"><font face="Liberation Serif, serif"><font size="3" style="font-size: 12pt">Tie <b>twice</b> and <i>look</i>, see <a href="https://example.org/knots"><u>the list</u></a>.</font></font></p>`),
    [
      "heading 2(Ropes)",
      "heading 2(Knots)",
      "paragraph(Tie [bold: twice] and [italic: look], see [link https://example.org/knots: the list].)",
    ],
  ],
  [
    "LibreOffice: lists in lists, and one that does not begin at 1",
    office(`<ul><li><p style="margin-bottom: 0cm">Rope</p><ul><li><p style="margin-bottom: 0cm">Red</p></li></ul></li><li><p>Cleat</p></li></ul>
<ol start="3"><li><p>Third</p></li></ol>`),
    [
      "bulletList(listItem(paragraph(Rope) bulletList(listItem(paragraph(Red)))) listItem(paragraph(Cleat)))",
      "orderedList 3(listItem(paragraph(Third)))",
    ],
  ],
  [
    "LibreOffice Calc: a table becomes a line a row",
    office(`<table cellspacing="0" border="0"><colgroup width="85"></colgroup><tr><td height="17" align="left"><b>Rope</b></td><td align="left">Length</td></tr>
<tr><td align="left">Red</td><td sdval="40" sdnum="2057;">40</td></tr></table>`),
    ["paragraph([bold: Rope] | Length)", "paragraph(Red | 40)"],
  ],
  [
    "Word: a title, headings, marks; nothing of its own names, comments and styles",
    word(`<p class=MsoTitle>Ropes<o:p></o:p></p><h1>Knots<o:p></o:p></h1><h5>Small</h5>
<p class=MsoNormal><b style='mso-bidi-font-weight:normal'>Tie</b> <i>twice</i>,&nbsp;<span style='mso-spacerun:yes'>  </span>always.<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>`),
    ["heading 2(Ropes)", "heading 2(Knots)", "heading 4(Small)", "paragraph([bold: Tie] [italic: twice], always.)"],
  ],
  [
    "Word: paragraphs with signs are lists, as deep as they were",
    word(
      item(1, "·", "Rope") +
        item(2, "o", "Red") +
        item(1, "·", "Cleat") +
        "<p class=MsoNormal>Between</p>" +
        item(1, "1.", "First", 1) +
        item(1, "2.", "Second", 1),
    ),
    [
      "bulletList(listItem(paragraph(Rope) bulletList(listItem(paragraph(Red)))) listItem(paragraph(Cleat)))",
      "paragraph(Between)",
      "orderedList(listItem(paragraph(First)) listItem(paragraph(Second)))",
    ],
  ],
  [
    "Google Docs: marks that are styles, a wrapper that is not bold, a link that goes round",
    docs(`<h2 dir="ltr"><span style="font-size:16pt;font-weight:400;">Knots</span></h2>
<p dir="ltr"><span style="font-weight:700;font-style:normal;">Bold</span><span style="font-weight:400;font-style:italic;">slanted</span><span style="font-weight:400;">plain </span><a href="https://www.google.com/url?q=https://example.org/a&amp;sa=D"><span style="text-decoration:underline;">there</span></a></p>
<ul><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>One</span></p></li><ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>Deeper</span></p></li></ul></ul>`),
    [
      "heading 2(Knots)",
      "paragraph([bold: Bold][italic: slanted]plain [link https://example.org/a: there])",
      "bulletList(listItem(paragraph(One) bulletList(listItem(paragraph(Deeper)))))",
    ],
  ],
  [
    "a web page: code and a quotation stay, pictures, frames, forms and colours do not",
    `<div><pre>tie\n  --loop</pre><blockquote cite="https://example.org"><p>Said</p></blockquote><p style="color:red;position:fixed">Red <code>knot</code><img src="https://example.org/x.png" alt="x"></p><iframe src="https://example.org"></iframe><form action="/x"><input name="a" value="b"><button>Send</button></form></div>`,
    [
      "paragraph([code: tie]hardBreak()[code: \u00A0\u00A0--loop])",
      "blockquote(paragraph(Said))",
      "paragraph(Red [code: knot])",
      "paragraph(Send)",
    ],
  ],
  [
    "attacks: no script, handler, style sheet or address that runs",
    `<script>window.__xss=1</script><p onclick="window.__xss=2" id="root">Words<img src=x onerror="window.__xss=3"><svg onload="window.__xss=4"><a xlink:href="javascript:1"><text>drawn</text></a></svg></p>
<p><a href="javascript:window.__xss=5">runs</a> <a href=" jav&#x09;ascript:1">tabbed</a> <a href="data:text/html,<script>1</script>">data</a> <a href="/inside">path</a> <a href="mailto:a@example.org">letter</a></p><style>p{display:none}</style><math><mtext><table><mglyph><style><!--</style><img src onerror=window.__xss=6>--></style></table></mtext></math><base href="https://evil.test/"><meta http-equiv=refresh content="0;url=https://evil.test">`,
    ["paragraph(Words)", "paragraph(runs tabbed data path [link mailto:a@example.org: letter])"],
  ],
])("%s", async (_, html, expected) => {
  expect(await pasted(html)).toEqual(expected);
  expect(await page.evaluate(() => "__xss" in window)).toBe(false);
});
