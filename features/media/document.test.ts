import sharp from "sharp";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { Page } from "#features/courses/content.ts";
import { findDraft } from "#features/courses/server/service.ts";
import { DocumentReply } from "./contract.ts";
import { formOf, headersOf, onDisk } from "./test/send-media.ts";
import { wordDocument } from "./test/word-document.ts";

let app: TestApp;
let author: Client;
let picture: Buffer;
beforeAll(async () => {
  app = await startTestApp();
  author = await app.signIn("author", "a");
  picture = await sharp({ create: { width: 40, height: 20, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
});
afterAll(() => app.close());

/** A course of the author with an empty draft. */
async function aDraft() {
  const { id } = await app.aCourse("a");
  await app.databases.inSystem("prepare a test", async (db) => {
    await sql`update courses set created_by = ${author.userId} where id = ${id}`.execute(db);
    await sql`insert into course_drafts (portal_id, course_id, completion) values (${app.portal("a").id}, ${id}, '{"kind":"pages","percent":100}')`.execute(
      db,
    );
  });
  return id;
}
const draftOf = async (courseId: number) => {
  const found = await app.databases.inPortal(app.portal("a").id, (db) => findDraft(db, { portalId: app.portal("a").id, courseId }));
  if (!found) throw new Error("a draft was prepared");
  const byId = new Map(found.pages.map(({ page }) => [page.id, Page.parse(page)]));
  return found.draft.outline.chapters.map(({ title, pageIds }) => ({ title, pages: pageIds.map((id) => byId.get(id)) }));
};
const send = (courseId: number, step: string, name: string, data: Buffer | string) =>
  author.request({
    method: "POST",
    url: `/rest/editor/online/${courseId}/import?do=${step}`,
    headers: headersOf(app, author),
    payload: formOf({ name, data }),
  });

test("a Word document becomes chapters and pages: first it is shown, then added", async () => {
  const courseId = await aDraft();
  const before = onDisk(app);
  const noise = { type: "gaussian" as const, mean: 128, sigma: 40 };
  const photo = await sharp({ create: { width: 1200, height: 600, channels: 3, background: "#336699", noise } })
    .png()
    .toBuffer();
  const document = await wordDocument({ picture: photo });
  const looked = await send(courseId, "look", "Climbing.docx", document);
  expect(DocumentReply.parse(looked.json())).toEqual({
    title: "Ropes",
    chapters: [
      { title: "Climbing", pages: [{ title: "Climbing", words: 4, pictures: 0, tables: 0 }] },
      {
        title: "Ropes",
        pages: [
          { title: "Knots", words: 5, pictures: 1, tables: 0 },
          { title: "Strength", words: expect.any(Number), pictures: 0, tables: 1 },
        ],
      },
      { title: "Walls", pages: [{ title: "Walls", words: 3, pictures: 0, tables: 0 }] },
    ],
    missingPictures: 0,
    isAdded: false,
  });
  expect([await draftOf(courseId), onDisk(app)]).toEqual([[], before]);
  expect((await send(courseId, "add", "Climbing.docx", document)).json()).toMatchObject({ isAdded: true });
  const [, ropes, walls] = await draftOf(courseId);
  const [words, knot] = ropes?.pages[0]?.blocks ?? [];
  expect(words).toMatchObject({
    kind: "text",
    doc: {
      type: "doc",
      content: [
        { type: "paragraph", content: [{ type: "text", text: "Tie it twice." }] },
        {
          type: "paragraph",
          content: [
            { type: "text", text: "More", marks: [{ type: "link", attrs: { href: "https://example.test/knots" } }, { type: "bold" }] },
            { type: "text", text: "Bad" },
          ],
        },
      ],
    },
  });
  expect(knot).toMatchObject({ kind: "image", alt: "A knot", width: 1200, height: 600 });
  expect(ropes?.pages[1]?.blocks).toMatchObject([
    {
      kind: "table",
      rows: [
        ["Rope", "kN"],
        ["Thin", "8"],
      ],
    },
  ]);
  expect(walls?.pages[0]?.blocks[0]).toMatchObject({ doc: { content: [{ type: "heading", attrs: { level: 2 } }, { type: "paragraph" }] } });
  const { fileId } = knot as { fileId: number };
  for (const [query, width] of [
    ["", 1200],
    ["?w=480", 480],
    ["?w=960", 1200],
  ] as const) {
    const reply = await author.get(`/rest/files/${fileId}/x${query}`);
    expect([query, reply.headers["content-type"], (await sharp(reply.rawPayload).metadata()).width]).toEqual([query, "image/webp", width]);
  }
  expect(onDisk(app)).toEqual({ ...before, kept: before.kept + 2 });
});

test("Markdown and web pages too; programs, forms and what stands on other servers are left out", async () => {
  const courseId = await aDraft();
  await send(
    courseId,
    "add",
    "Notes.md",
    "# One\n\n## First\n\n- a *b*\n- c\n\n```\nx = 1\n```\n\n<script>alert(1)</script>\n\n[bad](javascript:alert(1)) ![far](https://example.test/x.png)",
  );
  const page = await send(
    courseId,
    "add",
    "Page.html",
    `<title>No</title><h2>Second</h2><p onclick="x">Hello <b>you</b><script>alert(1)</script><iframe src="//e"></iframe></p><svg><text>no</text></svg><img alt="dot" src="data:image/png;base64,${picture.toString("base64")}"><img src="file:///etc/passwd">`,
  );
  expect(page.json()).toMatchObject({
    chapters: [{ title: "Page", pages: [{ title: "Second", words: 2, pictures: 1 }] }],
    missingPictures: 1,
  });
  const [one, two] = await draftOf(courseId);
  expect(JSON.stringify([one, two])).not.toMatch(/alert|iframe|onclick|example\.test|passwd/);
  expect(one?.pages[0]?.blocks).toMatchObject([
    { doc: { content: [{ type: "bulletList" }, { type: "paragraph" }, { type: "paragraph" }] } },
  ]);
  expect(two?.pages[0]?.blocks.map(({ kind }) => kind)).toEqual(["text", "image"]);
});

test("security.md 43, 44, 82, 86: hostile documents are refused in words, and nothing of them stays", async () => {
  const courseId = await aDraft();
  const before = onDisk(app);
  const cases: [string, Buffer | string, RegExp][] = [
    ["bomb.docx", await wordDocument({ more: { "word/zeros.bin": Buffer.alloc(101 * 1024 ** 2) } }), /too large once it is unpacked/],
    ["page.docx", "<html>", /no Word document/],
    ["old.docx", Buffer.from("d0cf11e0a1b11ae1", "hex"), /protected with a password/],
    ["cut.docx", (await wordDocument()).subarray(0, 300), /no Word document/],
    ["empty.md", " ", /nothing to read/],
    ["tool.exe", "MZ", /can be read/],
    // A megabyte of nested elements is refused within a second.
    ["deep.html", `${"<div><b>".repeat(120_000)}deep`, /too long or too much memory/],
    ["long.md", "## a\n\n".repeat(301), /too long/],
  ];
  for (const [name, data, words] of cases) {
    const reply = await send(courseId, "add", name, data);
    expect([name, reply.statusCode, reply.json().message]).toEqual([name, 400, expect.stringMatching(words)]);
  }
  expect([await draftOf(courseId), onDisk(app)]).toEqual([[], before]);
});

test("security.md 86: a document reads nothing outside of itself, and an entity inside of it does not grow", async () => {
  const courseId = await aDraft();
  const entity = (value: string) => `<!DOCTYPE w:document [<!ENTITY e ${value}>]>`;
  const laugh =
    '<!DOCTYPE w:document [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>';
  // An entity outside of the document is not read, and one inside does not grow.
  const body = "<w:p><w:r><w:t>before &e;&c; after</w:t></w:r></w:p>";
  for (const doctype of [entity('SYSTEM "file:///etc/passwd"'), laugh]) {
    const reply = await send(courseId, "look", "entity.docx", await wordDocument({ doctype, body }));
    expect(reply.statusCode === 400 || reply.json().chapters[0].pages[0].words < 10).toBe(true);
  }
  const linked = await wordDocument({
    body: `<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:link="rFile"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p><w:p><w:r><w:t>words</w:t></w:r></w:p>`,
  });
  const reply = await send(courseId, "look", "linked.docx", linked);
  expect(reply.statusCode === 400 || reply.json().chapters[0].pages[0].pictures === 0).toBe(true);
});
