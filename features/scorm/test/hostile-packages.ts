import { files12, manifest12, zipOf, type Files } from "./sample-packages.ts";
import { rawZip, type RawEnd, type RawEntry } from "./raw-zip.ts";

/** A package that must be refused: how it is made, and the code of its refusal. */
export interface HostilePackage {
  readonly name: string;
  readonly code: string;
  readonly make: () => Promise<Buffer> | Buffer;
}

const good: readonly RawEntry[] = Object.entries(files12()).map(([name, text]) => ({ name, data: Buffer.from(text) }));
const beside = (...entries: RawEntry[]) => rawZip([...good, ...entries]);
const named = (name: string | Buffer, flags?: number) => () =>
  beside({ name, data: Buffer.from("x"), ...(flags !== undefined && { flags }) });
const withManifest = (manifest: string | Buffer) => () => zipOf({ ...files12(), "imsmanifest.xml": manifest } satisfies Files);
const many =
  (count: number, end: RawEnd = {}) =>
  () =>
    rawZip([...good, ...Array.from({ length: count - good.length }, (_, i) => ({ name: `f/${i}.txt` }))], end);
const doctype = (inner: string, use = "") =>
  manifest12().replace("<manifest ", `<!DOCTYPE manifest ${inner}>\n<manifest `).replace("Tents", `Tents${use}`);
const laughs = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("");
const MB = 1024 ** 2;
const sco = (href: string) => [{ title: "Pitching", href }];

/** The hostile packages of security.md §3.4, each generated here. */
export const hostilePackages: readonly HostilePackage[] = [
  { name: "200 MB out of 200 KB", code: "bomb", make: () => beside({ name: "big.bin", method: 8, data: Buffer.alloc(200 * MB) }) },
  {
    name: "many files that are a bomb together",
    code: "bomb",
    make: () => beside(...Array.from({ length: 6 }, (_, i) => ({ name: `b${i}`, method: 8, data: Buffer.alloc(9 * MB) }))),
  },
  {
    name: "a size that is declared too small",
    code: "damaged",
    make: () => beside({ name: "lie.bin", method: 8, data: Buffer.alloc(MB), claims: 10 }),
  },
  {
    name: "a size that is declared too large",
    code: "damaged",
    make: () => beside({ name: "lie.bin", method: 8, data: Buffer.alloc(10), claims: MB }),
  },
  {
    name: "a file of 1.5 GB, as declared",
    code: "file_too_large",
    make: () => beside({ name: "huge.bin", method: 8, data: Buffer.alloc(10), claims: 1536 * MB }),
  },
  {
    name: "more than 2 GB in all, as declared",
    code: "too_large",
    make: () => beside(...["a", "b", "c"].map((name) => ({ name, method: 8, data: Buffer.alloc(10), claims: 900 * MB }))),
  },
  { name: "a path that climbs out", code: "name_outside", make: named("../../etc/cron.d/x") },
  { name: "a path that climbs out in the middle", code: "name_outside", make: named("pages/../../x") },
  { name: "an absolute path", code: "name_outside", make: named("/etc/passwd") },
  { name: "a drive letter", code: "name_outside", make: named("C:/Windows/x.dll") },
  { name: "a drive letter and a stream", code: "name_outside", make: named("c:ads.txt") },
  { name: "backslashes that climb out", code: "name_outside", make: named("pages\\..\\..\\x") },
  { name: "a share", code: "name_outside", make: named("\\\\server\\share\\x") },
  { name: "a symbolic link", code: "not_a_file", make: () => beside({ name: "link", data: Buffer.from("/etc/passwd"), mode: 0o120777 }) },
  { name: "a device", code: "not_a_file", make: () => beside({ name: "null", mode: 0o020666 }) },
  { name: "a pipe", code: "not_a_file", make: () => beside({ name: "pipe", mode: 0o010666 }) },
  { name: "20,001 files", code: "too_many", make: many(20_001) },
  { name: "70,000 files", code: "too_many", make: many(70_000, { zip64: true }) },
  { name: "a million files, as counted", code: "too_many", make: many(20_001, { count: 1_000_000, zip64: true }) },
  { name: "70,000 files that are counted as 4,464", code: "more_listed", make: many(70_000) },
  {
    name: "two files of which one is not counted",
    code: "more_listed",
    make: () => rawZip([...good, { name: "hidden.html" }], { count: good.length }),
  },
  { name: "names that differ in case", code: "twins", make: () => beside({ name: "a/Index.html" }, { name: "a/index.html" }) },
  {
    name: "names that differ in composition (NFC and NFD)",
    code: "twins",
    make: () => beside({ name: "caf\u00e9.html" }, { name: "cafe\u0301.html" }),
  },
  { name: "the same name twice", code: "twins", make: () => beside({ name: "a.txt" }, { name: "a.txt" }) },
  { name: "a file that is also a folder", code: "twins", make: () => beside({ name: "a" }, { name: "a/b" }) },
  { name: "a folder that is also a file", code: "twins", make: () => beside({ name: "a/b" }, { name: "A" }) },
  { name: "a password", code: "encrypted", make: () => beside({ name: "secret.txt", data: Buffer.alloc(12), claims: 0, flags: 1 }) },
  { name: "a strong password", code: "encrypted", make: () => beside({ name: "secret.txt", data: Buffer.alloc(12), flags: 0x41 }) },
  { name: "a packing nobody reads", code: "method", make: () => beside({ name: "old.txt", data: Buffer.alloc(12), method: 6 }) },
  { name: "half of a zip", code: "damaged", make: async () => (await zipOf(files12())).subarray(0, 700) },
  { name: "a zip with damaged bytes", code: "damaged", make: () => beside({ name: "bad.bin", data: Buffer.from("some bytes"), crc: 1 }) },
  { name: "one part of several", code: "split", make: () => rawZip(good, { parts: 2 }) },
  {
    name: "files on top of one another",
    code: "overlap",
    make: () =>
      beside(
        { name: "big.bin", method: 8, data: Buffer.alloc(1000) },
        { name: "again.bin", method: 8, data: Buffer.alloc(1000), sameAs: 3 },
      ),
  },
  { name: "a name with control characters", code: "name_control", make: named("pages/\u0007bell.html") },
  { name: "a name with a line break", code: "name_control", make: named("pages/a\nb.html") },
  { name: "a name with a zero byte", code: "name_control", make: named("pages/a.html\0.png") },
  { name: "a name that ends with a dot", code: "name_ending", make: named("pages/a.") },
  { name: "a folder that ends with a space", code: "name_ending", make: named("pages /a.html") },
  { name: "a name of 201 bytes", code: "name_long", make: named("x".repeat(201)) },
  { name: "a path of 241 bytes", code: "name_long", make: named(`${"x".repeat(120)}/${"y".repeat(120)}`) },
  { name: "33 folders", code: "too_deep", make: named(`${"d/".repeat(32)}f`) },
  { name: "nothing", code: "empty", make: () => rawZip([]) },
  { name: "nothing but litter", code: "empty", make: () => zipOf({ "__MACOSX/._a": "x", ".DS_Store": "x" }) },
  { name: "an empty file", code: "not_zip", make: () => Buffer.alloc(0) },
  { name: "a RAR archive", code: "not_zip", make: () => Buffer.from("Rar!\x1a\x07\x00 and more") },
  { name: "a PDF", code: "not_zip", make: () => Buffer.from("%PDF-1.7 and more") },
  { name: "a web page", code: "not_zip", make: () => Buffer.from("<!doctype html><title>x</title>") },
  { name: "no manifest", code: "manifest_missing", make: () => zipOf({ "index.html": "x" }) },
  { name: "a zip inside a zip", code: "zip_in_zip", make: async () => zipOf({ "course.zip": await zipOf(files12()) }) },
  {
    name: "a bomb inside a zip inside a zip",
    code: "zip_in_zip",
    make: async () =>
      zipOf({ "course.zip": await zipOf({ "more.zip": rawZip([{ name: "big.bin", method: 8, data: Buffer.alloc(200 * MB) }]) }) }),
  },
  {
    name: "a manifest in a folder, with files beside it",
    code: "manifest_nested",
    make: () =>
      zipOf({ ...Object.fromEntries(Object.entries(files12()).map(([path, text]) => [`course/${path}`, text])), "readme.txt": "x" }),
  },
  { name: "AICC", code: "aicc", make: () => zipOf({ "course.crs": "x", "course.au": "x", "index.html": "x" }) },
  { name: "xAPI", code: "xapi", make: () => zipOf({ "tincan.xml": "<tincan/>", "index.html": "x" }) },
  { name: "cmi5", code: "cmi5", make: () => zipOf({ "cmi5.xml": "<courseStructure/>", "index.html": "x" }) },
  {
    name: "a Common Cartridge",
    code: "common_cartridge",
    make: () => zipOf({ "imsmanifest.xml": `<manifest xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"/>` }),
  },
  {
    name: "an H5P package",
    code: "h5p",
    make: () =>
      zipOf({
        "h5p.json": `{"title":"Knots","mainLibrary":"H5P.QuestionSet"}`,
        "content/content.json": "{}",
        "H5P.QuestionSet/library.json": "{}",
      }),
  },
  { name: "an H5P package in a zip", code: "h5p", make: () => zipOf({ "knots.h5p": "x" }) },
  {
    name: "a part whose own files are not there",
    code: "files_incomplete",
    make: withManifest(manifest12().replace('<file href="pages/pitching.html"/>', '$&<file href="img/a.png"/><file href="img/b.png"/>')),
  },
  {
    name: "a part whose first page lacks a script",
    code: "files_incomplete",
    make: () => zipOf({ ...files12(), "pages/lines.html": `<script src="../js/run.js"></script>` }),
  },
  { name: "a Word document", code: "office", make: () => zipOf({ "[Content_Types].xml": "<Types/>", "word/document.xml": "<w/>" }) },
  {
    name: "a launch file that is not there",
    code: "launch_file",
    make: async () => zipOf({ "imsmanifest.xml": manifest12(sco("pages/gone.html")) }),
  },
  { name: "a launch file outside the package", code: "launch_outside", make: withManifest(manifest12(sco("../../secret.html"))) },
  { name: "a launch file that climbs in escapes", code: "launch_file", make: withManifest(manifest12(sco("%2e%2e/%2e%2e/etc/passwd"))) },
  {
    name: "a launch page somewhere else",
    code: "launch_elsewhere",
    make: withManifest(manifest12(sco("https://elsewhere.example/course"))),
  },
  { name: "a script as launch page", code: "launch_elsewhere", make: withManifest(manifest12(sco("javascript:alert(1)"))) },
  {
    name: "an item without a resource",
    code: "launch_resource",
    make: withManifest(manifest12().replaceAll('identifier="res-', 'identifier="other-')),
  },
  {
    name: "no organization",
    code: "no_organization",
    make: withManifest(manifest12().replace(/<organizations[\s\S]*<\/organizations>/, "<organizations/>")),
  },
  { name: "nothing to launch", code: "nothing_to_launch", make: withManifest(manifest12().replaceAll(/ identifierref="[^"]*"/g, "")) },
  { name: "another XML file", code: "not_manifest", make: withManifest("<html><body/></html>") },
  {
    name: "no version of SCORM",
    code: "not_scorm",
    make: withManifest(`<manifest><organizations><organization><item/></organization></organizations></manifest>`),
  },
  { name: "malformed XML", code: "xml_malformed", make: withManifest(manifest12().replace("</organization>", "")) },
  { name: "a zero byte in a title", code: "xml_zero", make: withManifest(manifest12().replace("Tents", "Te\0nts")) },
  { name: "a zero byte in an identifier", code: "xml_zero", make: withManifest(manifest12().replaceAll('"res-', '"res\0-')) },
  {
    name: "a zero byte in CDATA",
    code: "xml_zero",
    make: withManifest(manifest12().replace("Tents", "<![CDATA[Te\0nts]]>")),
  },
  { name: "an empty manifest", code: "xml_malformed", make: withManifest("") },
  {
    name: "a manifest 5,000 elements deep",
    code: "xml_malformed",
    make: withManifest(manifest12().replace("<metadata>", `${"<a>".repeat(5000)}${"</a>".repeat(5000)}<metadata>`)),
  },
  {
    name: "a manifest larger than 5 MB",
    code: "manifest_large",
    make: withManifest(Buffer.concat([Buffer.from(manifest12()), Buffer.alloc(5 * MB, " ")])),
  },
  {
    name: "200,000 attributes of one element",
    code: "too_complex",
    make: withManifest(
      manifest12().replace("<metadata>", `<metadata><x ${Array.from({ length: 200_000 }, (_, i) => `a${i}="1"`).join(" ")}/>`),
    ),
  },
  {
    name: "200,000 attributes of many elements",
    code: "too_complex",
    make: withManifest(manifest12().replace("<metadata>", `<metadata>${'<x a="1" b="2" c="3" d="4"/>'.repeat(50_000)}`)),
  },
  {
    name: "300,000 elements",
    code: "too_complex",
    make: withManifest(manifest12().replace("<metadata>", `<metadata>${"<x/>".repeat(300_000)}`)),
  },
  { name: "an encoding nobody knows", code: "xml_encoding", make: withManifest(manifest12().replace("UTF-8", "KLINGON-8")) },
  { name: "a document type", code: "xml_dtd", make: withManifest(doctype('SYSTEM "http://elsewhere.example/x.dtd"')) },
  { name: "an outside entity (XXE)", code: "xml_dtd", make: withManifest(doctype('[<!ENTITY x SYSTEM "file:///etc/passwd">]', "&x;")) },
  { name: "a billion laughs", code: "xml_dtd", make: withManifest(doctype(`[<!ENTITY l0 "ha">${laughs}]`, "&l9;")) },
  {
    name: "a document type in UTF-16",
    code: "xml_dtd",
    make: withManifest(
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(doctype("SYSTEM 'x'").replace("UTF-8", "UTF-16"), "utf16le")]),
    ),
  },
];
