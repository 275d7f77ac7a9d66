import { expect, test } from "vitest";
import type { ManifestItem } from "./manifest.ts";
import { missingInPages } from "./server/import/find-missing.ts";
import type { Source } from "./server/import/find-needs.ts";
import { silentParts } from "./server/import/find-silent.ts";
import { packageFiles } from "./server/import/package-files.ts";

// What an import reads out of a package's pages and scripts, as tables: which parts never report, and which files a part lacks.
const item = (href: string): ManifestItem => ({
  identifier: href,
  title: href,
  isVisible: true,
  scoKey: href,
  href,
  isSco: true,
  children: [],
});
const sources = (pages: Record<string, string>): Source[] =>
  Object.entries(pages)
    .filter(([path]) => /\.(?:html?|js)$/.test(path))
    .map(([path, text]) => ({ path, text, kind: path.endsWith(".js") ? "script" : "page" }));

function silentOf(pages: Record<string, string>, starts = ["start.html"]) {
  const search = silentParts(Object.keys(pages));
  for (const source of sources(pages)) search.look(source);
  return search.found(starts.map(item)).silent.map(({ href }) => href);
}

const page = (inside: string) => `<!doctype html><title>x</title>${inside}`;
test.each<{ name: string; pages: Record<string, string>; silent: string[]; starts?: string[] }>([
  { name: "a page of text", pages: { "start.html": page("<p>Our API is open to all.") }, silent: ["start.html"] },
  { name: "a document", pages: { "start.pdf": "%PDF" }, starts: ["start.pdf"], silent: ["start.pdf"] },
  { name: "SCORM 2004, in the page", pages: { "start.html": page("<script>w.API_1484_11</script>") }, silent: [] },
  { name: "SCORM 1.2, as a property", pages: { "start.html": page("<script>win.parent.API != null</script>") }, silent: [] },
  { name: "SCORM 1.2, by its name", pages: { "start.html": page(`<script>find("API")</script>`) }, silent: [] },
  { name: "SCORM 1.2, by a function", pages: { "start.html": page("<body onload=LMSInitialize()>") }, silent: [] },
  { name: "in UTF-16", pages: { "start.html": [...page("w.API_1484_11")].join("\0") }, silent: [] },
  { name: "a script beside it", pages: { "start.html": page(`<script src="js/run.js?v=2">`), "js/run.js": "findAPI(window)" }, silent: [] },
  { name: "a script without quotes", pages: { "start.html": page("<script src=run.js>"), "run.js": "pipwerks.SCORM" }, silent: [] },
  {
    name: "a script of a page in a frame",
    pages: { "start.html": page(`<frame src='in/main.htm'>`), "in/main.htm": page(`<script src="../run.js">`), "run.js": "x.API==null" },
    silent: [],
  },
  {
    name: "a module without its ending",
    pages: {
      "start.html": page(`<script data-main="app/main" src="r.js">`),
      "r.js": "",
      "app/main.js": `["./lms"]`,
      "app/lms.js": "findAPI",
    },
    silent: [],
  },
  {
    name: "a name that a script puts together",
    pages: { "start.html": page("<script src=run.js>"), "run.js": `load("part" + number + ".js")`, "part7.js": "LMSFinish('')" },
    silent: [],
  },
  {
    name: "a script from elsewhere, which may do anything",
    pages: { "start.html": page(`<script src="https://player.example/x.js">`) },
    silent: [],
  },
  {
    name: "a library from elsewhere",
    pages: { "start.html": page(`<script src="//code.jquery.com/jquery.js"></script><iframe src="https://www.youtube.com/embed/1">`) },
    silent: ["start.html"],
  },
  {
    name: "one part of two",
    pages: { "start.html": page("text"), "quiz.html": page("<script src=run.js>"), "run.js": "window.API" },
    starts: ["start.html", "quiz.html"],
    silent: ["start.html"],
  },
  { name: "a wrapper that nobody loads", pages: { "start.html": page("text"), "APIWrapper.js": "findAPI()" }, silent: ["start.html"] },
])("a part that looks for no API is seen: $name", ({ pages, starts, silent }) => {
  expect(silentOf(pages, starts)).toEqual(silent);
});

test("a page too large to be read may report, and so may a package with more names than are compared", () => {
  const search = silentParts(["start.html", "huge.js"]);
  search.look({ path: "start.html", kind: "page", text: `<script src="huge.js">` });
  expect(search.found([item("start.html")]).silent).toEqual([]);
  const many = silentParts(Array.from({ length: 3000 }, (_, at) => `${at}/index.html`));
  many.look({ path: "0/index.html", kind: "page", text: `"index.html" `.repeat(3000) });
  expect(many.found([item("0/index.html")]).silent).toEqual([]);
});

test.each<{ name: string; text: string; missing: string[] }>([
  { name: "a script and a frame", text: `<script src="a.js"></script><iframe src='b/c.html?x=1'>`, missing: ["in/a.js", "in/b/c.html"] },
  { name: "another case and an escape", text: `<script src="HERE%20too.JS"></script>`, missing: [] },
  { name: "one that a script writes", text: `<script>document.write('<script src="x.js"><\\/script>')</script>`, missing: [] },
  { name: "one for an old browser", text: `<!--[if lt IE 9]><script src="shiv.js"></script><![endif]-->`, missing: [] },
  { name: "pictures and styles", text: `<img src="a.png"><link rel="stylesheet" href="a.css">`, missing: [] },
  {
    name: "elsewhere",
    text: `<script src="//x.example/a.js"></script><iframe src="about:blank"></iframe><script src="/a.js">`,
    missing: [],
  },
  { name: "what a template fills in", text: `<script src="{{name}}.js"></script><iframe src="">`, missing: [] },
  { name: "a page whose addresses begin elsewhere", text: `<base href="https://x.example/"><script src="a.js">`, missing: [] },
])("files that a part's first page lacks: $name", ({ text, missing }) => {
  const search = missingInPages([item("in/start.html?a=1#b")], packageFiles(["in/start.html", "in/here too.js"]));
  search.look({ path: "in/start.html", kind: "page", text });
  search.look({ path: "in/other.html", kind: "page", text: `<script src="gone.js">` });
  expect(search.found()).toEqual(missing);
});
