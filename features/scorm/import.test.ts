import { randomBytes } from "node:crypto";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCatalogues } from "#platform/catalogue.ts";
import type { Language } from "#platform/languages.ts";
import type { FileStore } from "#platform/files/store.ts";
import { untitled } from "#features/courses/policy.ts";
import { launchableItems } from "./manifest.ts";
import { importPackage, type ImportDeps } from "./server/import/import-package.ts";
import { importLimits } from "./server/import/limits.ts";
import { reportText } from "./server/import/report-text.ts";
import { sweepImports } from "./server/import/sweep-imports.ts";
import type { PackageStore } from "./server/package-store.ts";
import { newestPackage } from "./server/queries.ts";
import { takeTurns } from "#platform/take-turns.ts";
import { hostilePackages } from "./test/hostile-packages.ts";
import { openImporter, refusalOf, type Importer } from "./test/importer.ts";
import { rawZip } from "./test/raw-zip.ts";
import { files12, files2004, manifest12, manifest2004, scoPage, scorm12Package, zipOf } from "./test/sample-packages.ts";

let importer: Importer;
let app: Importer["app"];
let files: FileStore;
let packages: PackageStore;
let deps: ImportDeps;
let portalId: number;
let courseId: number;
let userId: number;
let root: string;
let packagesDir: string;
let filesDir: string;
beforeAll(async () => {
  importer = await openImporter();
  ({ app, files, packages, deps, portalId, courseId, userId, root, packagesDir, filesDir } = importer);
});
afterAll(() => importer?.close());

const stored = () => importer.stored();
const rows = () => importer.rows();
const everything = () => importer.everything();
const importZip: Importer["importZip"] = (zip, more) => importer.importZip(zip, more);
const imported: Importer["imported"] = (zip) => importer.imported(zip);

test("a SCORM 1.2 package becomes rows, its files, and the archive as it came", async () => {
  const zip = await scorm12Package();
  const found = await imported(zip);
  expect(found).toMatchObject({ courseId, standard: "1.2", edition: "1.2", title: "Tents", entryCount: 3, uploadedBy: userId, codes: [] });
  expect(launchableItems(found.manifest)).toMatchObject([
    { scoKey: "sco-1", title: "Pitching", href: "pages/pitching.html", isSco: true, isVisible: true },
    { scoKey: "sco-2", title: "Guy lines & pegs", href: "pages/lines.html", isSco: true },
  ]);
  const path = await packages.resolve(found.storageKey, "pages/lines.html");
  expect(readFileSync(path ?? "", "utf8")).toBe(scoPage("Guy lines & pegs"));
  const file = await app.databases.inPortal(portalId, (db) =>
    db
      .selectFrom("files as f")
      .select(["f.name", "f.bytes", "f.storage_key"])
      .where("f.id", "=", found.sourceFileId)
      .executeTakeFirstOrThrow(),
  );
  expect(file).toMatchObject({ name: "Tents.zip", bytes: zip.length });
  // Learners play the package; its archive is only for people who edit courses.
  expect((await rows()).courseFiles).toBe(0);
  expect(await files.stat(file.storage_key)).toEqual({ bytes: zip.length });
  expect(stored().staged).toEqual([]);
});

test("security.md 28, 83: a package brings no right, no enrolment, no owner and no setting with it, whatever its files say", async () => {
  const look = () =>
    app.databases.inSystem("look in a test", async (db) => ({
      courses: await db.selectFrom("courses").select(["id", "created_by", "status", "self_enrol", "type"]).orderBy("id").execute(),
      memberships: await db.selectFrom("memberships").selectAll().orderBy("user_id").execute(),
      rights: await db.selectFrom("role_assignments").selectAll().orderBy("id").execute(),
      enrolments: await db.selectFrom("enrolments").selectAll().orderBy("id").execute(),
      portals: await db.selectFrom("portals").selectAll().orderBy("id").execute(),
      users: await db.selectFrom("users").selectAll().orderBy("id").execute(),
    }));
  const before = await look();
  const claims = `<course owner="student@a.test" status="published" selfEnrol="true"><roles><role user="student@a.test">Admin</role></roles>
    <enrolments><user email="student@a.test"/></enrolments><settings><preventSelfRegistration>false</preventSelfRegistration></settings></course>`;
  const parts = files12();
  const manifest = String(parts["imsmanifest.xml"]).replace("</manifest>", `${claims}</manifest>`);
  const found = await imported(
    await zipOf({
      ...parts,
      "imsmanifest.xml": manifest,
      "moodle_backup.xml": claims,
      "users.xml": claims,
      "roles.json": JSON.stringify({ "student@a.test": ["Admin"], __proto__: { isAdmin: true }, class: "O:8:stdClass" }),
      "course/settings.php": "<?php eval($_GET['x']); ?>",
    }),
  );
  expect(JSON.stringify(found.manifest)).not.toContain("Admin");
  expect(await look()).toEqual(before);
});

test("a SCORM 2004 package keeps its sequencing as it was declared", async () => {
  const { manifest, edition } = await imported(await zipOf(files2004()));
  expect(edition).toBe("4th");
  expect(manifest.organization).toMatchObject({
    objectivesGlobalToSystem: false,
    sequencing: { controlMode: { choice: "true", flow: "true" } },
  });
  expect(manifest.organization.items[1]).toMatchObject({
    completionThreshold: { completedByMeasure: "true", minProgressMeasure: "0.5" },
    hideLmsUi: ["abandon"],
    sequencing: {
      IDRef: "common",
      sequencingRules: {
        preConditionRule: [
          {
            ruleConditions: {
              conditionCombination: "any",
              ruleCondition: ["satisfied", "objectiveStatusKnown"].map((condition) => ({
                referencedObjective: "previous",
                operator: "not",
                condition,
              })),
            },
            ruleAction: { action: "disabled" },
          },
        ],
      },
      objectives: {
        primaryObjective: {
          objectiveID: "own",
          satisfiedByMeasure: "true",
          minNormalizedMeasure: "0.6",
          mapInfo: [{ targetObjectiveID: "tents.2", writeSatisfiedStatus: "true" }],
        },
        objective: [{ objectiveID: "previous", mapInfo: [{ targetObjectiveID: "tents.1", readSatisfiedStatus: "true" }] }],
      },
    },
  });
  expect(manifest.sequencingCollection).toEqual({
    common: { ID: "common", controlMode: { choice: "true", flow: "true" }, rollupRules: { objectiveMeasureWeight: "0" } },
  });
});

test("what SCORM 1.2 says about an item is kept, whatever its prefix; folders nest; bases join", async () => {
  const manifest = manifest12([
    {
      title: "A",
      href: "a b.html?x=1&amp;y=2#top",
      inside:
        "<adlcp:masteryscore>75</adlcp:masteryscore><adlcp:prerequisites type='aicc_script'>item-2</adlcp:prerequisites><adlcp:maxtimeallowed>00:30:00</adlcp:maxtimeallowed><adlcp:timelimitaction>exit,message</adlcp:timelimitaction><adlcp:datafromlms>a=1</adlcp:datafromlms>",
    },
    { title: "B", href: "b%20c.html", inside: "<item identifier='inner'><title>Empty &#x2013; <![CDATA[& more]]></title></item>" },
  ])
    .replaceAll("adlcp:", "q:")
    .replace("xmlns:adlcp", "xmlns:q")
    .replace("<resources>", '<resources xml:base="deep/">')
    .replace('identifier="res-2"', 'identifier="res-2" xml:base="er/"')
    .replace('<item identifier="item-2"', '<item isvisible="false" parameters="?p=1" identifier="item-2"');
  const { manifest: read, codes } = await imported(
    await zipOf({ "imsmanifest.xml": manifest, "deep/a b.html": scoPage("A"), "deep/er/b c.html": scoPage("B") }),
  );
  expect(read.organization.items).toMatchObject([
    {
      href: "deep/a%20b.html?x=1&y=2#top",
      masteryScore: 75,
      prerequisites: "item-2",
      maxTimeAllowed: "00:30:00",
      timeLimitAction: "exit,message",
      dataFromLms: "a=1",
      isSco: true,
    },
    { href: "deep/er/b%20c.html", isVisible: false, parameters: "?p=1", children: [{ title: "Empty – & more", scoKey: null, href: null }] },
  ]);
  expect(codes).toEqual(["empty_item"]);
});

test("the course in one folder, litter, another case and old encodings are put right and said", async () => {
  const latin = Buffer.from(manifest12([{ title: "Zelt für zwei", href: "Pages/Pitching.HTML" }]).replace("UTF-8", "ISO-8859-1"), "latin1");
  const found = await imported(
    await zipOf({
      "my course/imsmanifest.xml": latin,
      "my course/pages/pitching.html": scoPage("Pitching"),
      "__MACOSX/my course/._imsmanifest.xml": "x",
      "my course/.DS_Store": "x",
      "Thumbs.db": "x",
    }),
  );
  expect(found.codes).toEqual(["folder_removed", "launch_case"]);
  expect(found.entryCount).toBe(2);
  expect(launchableItems(found.manifest)).toMatchObject([{ title: "Zelt für zwei", href: "pages/pitching.html" }]);
  expect(await packages.resolve(found.storageKey, "PAGES/Pitching.Html")).toMatch(/pages\/pitching\.html$/);

  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(manifest12().replace("UTF-8", "UTF-16"), "utf16le")]);
  expect((await imported(await zipOf({ ...files12(), "imsmanifest.xml": wide }))).title).toBe("Tents");
  const wrong = Buffer.from(manifest12(undefined, "Zelt für zwei"), "latin1");
  expect(await imported(await zipOf({ ...files12(), "imsmanifest.xml": wrong }))).toMatchObject({
    title: "Zelt für zwei",
    codes: ["encoding"],
  });
});

test("names from macOS, Windows and Linux are the same file afterwards", async () => {
  const href = "Prüfung.html";
  const manifest = { name: "imsmanifest.xml", data: Buffer.from(manifest12([{ title: "A", href }])) };
  const names: Record<string, { name: Buffer; flags: number }> = {
    "macOS: UTF-8 decomposed, without the flag": { name: Buffer.from(href.normalize("NFD")), flags: 0 },
    "Windows: code page 437": { name: Buffer.from("Pr\x81fung.html", "latin1"), flags: 0 },
    "Linux: UTF-8 with the flag": { name: Buffer.from(href), flags: 0x800 },
  };
  for (const [name, entry] of Object.entries(names)) {
    const found = await imported(rawZip([manifest, { ...entry, data: Buffer.from("x") }]));
    expect(launchableItems(found.manifest)[0]?.href, name).toBe("Pr%C3%BCfung.html");
    expect(await packages.resolve(found.storageKey, href.normalize("NFD")), name).toMatch(/Prüfung\.html$/);
  }
});

test("old Windows separators, reserved names and two spellings of a folder are stored so that they are found again", async () => {
  const entries = Object.entries(files12([{ title: "A", href: "Aux.html" }])).map(([name, text]) => ({ name, data: Buffer.from(text) }));
  const found = await imported(rawZip([...entries, { name: "img\\one.png" }, { name: "IMG/two.png" }, { name: "what?.html" }]));
  for (const path of ["Aux.html", "img/one.png", "img/two.png", "what?.html", "IMG/ONE.png"])
    expect(await packages.resolve(found.storageKey, path), path).not.toBeNull();
  for (const path of ["", ".", "..", "../x", "img", "img/../Aux.html", "img/%2e%2e/Aux.html", "/etc/passwd", "img\\one.png", "a\0b"])
    expect(await packages.resolve(found.storageKey, path), path).toBeNull();
  for (const key of ["..", "", ".staging", "A".repeat(32), `${"a".repeat(32)}/..`])
    await expect(packages.resolve(key, "x")).rejects.toThrow("Not a key");
});

test("parts loaded from elsewhere are named, unencrypted ones twice", async () => {
  const page = `<script src="https://cdn.example/x.js"></script><img src='http://plain.example/a.png'><a href="http://only-a-link.example/">x</a>`;
  const result = await importZip(await zipOf({ ...files12(), "pages/lines.html": page, "a.css": "@import '//fonts.example/f.css';" }));
  const text = reportText(result.report);
  expect(text.split("\n")[1]).toContain("cdn.example, plain.example, fonts.example");
  expect(text.split("\n")[2]).toMatch(/http\).*: plain\.example\./);
  expect(text).not.toContain("only-a-link");
});

test("the report names size and edition as the author's language does", async () => {
  await loadCatalogues();
  const { report } = await importZip(await zipOf(files2004()));
  const said = (language: Language) => reportText({ ...report, bytes: 1.5 * 1024 ** 2 }, language).replaceAll(/\s/g, " ");
  expect(said("en")).toContain("SCORM 2004 4th edition, 2 parts, 3 files, 1.5 MB.");
  expect(said("de")).toContain("SCORM 2004, 4. Ausgabe, 2 Teile, 3 Dateien, 1,5 MB.");
});

const frames = `<frameset cols="30%,*"><frame name="list" src="list.html"><frame name='Main' src="main.html"></frameset>`;
test.each<{ name: string; pages: Record<string, string>; needs: object }>([
  {
    name: "a link whose target is a frame beside it",
    pages: { "list.html": `<a href="two.html" target=main>Two</a>` },
    needs: { frames: true },
  },
  { name: "a script that sends a frame beside it on", pages: { "go.js": `parent.Main.location = "two.html";` }, needs: { frames: true } },
  {
    name: "frames by their place",
    pages: { "list.html": `<a onclick="top.frames[1].location.href='two.html'">` },
    needs: { frames: true },
  },
  { name: "a named window that is a frame", pages: { "go.js": `window.open("two.html", "Main")` }, needs: { frames: true } },
  {
    name: "a page and its own frame, which every page may steer",
    pages: { "start.html": `<iframe name="inner"></iframe><a target="inner" href="a.html"><a target="_blank" href="b.html">` },
    needs: {},
  },
  { name: "names of no frame", pages: { "go.js": `parent.document.location; parent.other.location; open(url, "popup")` }, needs: {} },
])("whether frames steer one another is seen: $name", async ({ pages, needs }) => {
  const start = { title: "Start", href: "start.html" };
  expect(
    (await imported(await zipOf({ ...files12([start]), "start.html": frames, "list.html": "", "main.html": "", ...pages }))).needs,
  ).toEqual(needs);
});

const spoken = files12();
const quiet = { "pages/pitching.html": "<p>Read this.", "pages/lines.html": "<p>And this." };
const leaving = `<script>if (top != self) { top.location.href = self.location.href; }</script>`;
test.each<{ name: string; files: Record<string, string>; findings: object[]; needs: object }>([
  { name: "nothing, of a package that reports", files: {}, findings: [], needs: {} },
  { name: "that no part reports", files: quiet, findings: [{ level: "warning", code: "never_reports" }], needs: {} },
  {
    name: "which part does not report",
    files: { "pages/lines.html": "<p>Read this." },
    findings: [{ level: "warning", code: "parts_never_report", params: { count: 1, titles: "Guy lines & pegs" } }],
    needs: {},
  },
  {
    name: "that it stores things",
    files: {
      "pages/run.js": "window.localStorage.setItem('a', 1)",
      "pages/pitching.html": `${spoken["pages/pitching.html"]}<script src="run.js"></script>`,
    },
    findings: [],
    needs: { storage: true },
  },
  { name: "that it keeps cookies", files: { "a.js": "document.cookie = 'a=1'" }, findings: [], needs: { storage: true } },
  {
    name: "that it leaves frames",
    files: { "pages/pitching.html": spoken["pages/pitching.html"] + leaving },
    findings: [{ level: "info", code: "own_window" }],
    needs: { window: true },
  },
  {
    name: "nothing, where it only asks whether it is in a frame, or finds its way up",
    files: {
      "a.js": "if (window.top !== window.self) resize(); while (w != w.parent && w.parent != top) w = w.parent; location.href = 'x.html';",
    },
    findings: [],
    needs: {},
  },
  {
    name: "other hosts",
    files: { "a.css": "@import 'https://fonts.example/f.css';" },
    findings: [{ level: "warning", code: "outside_links" }],
    needs: { hosts: ["fonts.example"] },
  },
  {
    name: "files that no part needs and that are not there",
    files: {
      "imsmanifest.xml": manifest12().replace(
        "</resources>",
        `<resource identifier="more" type="webcontent" adlcp:scormtype="asset"><file href="gone.png"/></resource></resources>`,
      ),
    },
    findings: [{ level: "warning", code: "files_missing", params: { count: 1, files: "gone.png" } }],
    needs: {},
  },
])("an import says $name", async ({ files: other, findings, needs }) => {
  const result = await importZip(await zipOf({ ...spoken, ...other }));
  expect(result).toMatchObject({ ok: true, report: { findings } });
  expect(result.report.findings).toHaveLength(findings.length);
  expect((await app.databases.inPortal(portalId, (db) => newestPackage(db, courseId)))?.needs).toEqual(needs);
});

test("a part that starts with a Flash movie is said to need Flash", async () => {
  const movie = { title: "Film", href: "film.swf" };
  const found = await imported(await zipOf({ "imsmanifest.xml": manifest12([movie]), "film.swf": "FWS" }));
  expect(found).toMatchObject({ codes: ["flash", "never_reports"], needs: { flash: true } });
});

test("a package that leaves frames opens in a window of its own; another one leaves that to its author", async () => {
  const { id } = await app.aCourse("a", { type: "scorm", status: "draft" });
  const opens = async (zip: Buffer) => {
    const zipPath = join(root, "window.zip");
    writeFileSync(zipPath, zip);
    expect(await importPackage(deps, { zipPath, portalId, courseId: id, userId })).toMatchObject({ ok: true });
    return app.databases.inPortal(portalId, (db) =>
      db.selectFrom("course_drafts").select("presentation").where("course_id", "=", id).executeTakeFirst(),
    );
  };
  expect((await opens(await scorm12Package()))?.presentation ?? {}).toEqual({});
  const page = spoken["pages/pitching.html"] + leaving;
  expect(await opens(await zipOf({ ...spoken, "pages/pitching.html": page }))).toMatchObject({ presentation: { newWindow: true } });
  expect(await opens(await scorm12Package())).toMatchObject({ presentation: { newWindow: true } });
});

test("what is missing is listed in the refusal, up to twenty names", async () => {
  const files30 = Array.from({ length: 30 }, (_, at) => `<file href="img/${at}.png"/>`).join("");
  const manifest = manifest12().replace('<file href="pages/pitching.html"/>', files30);
  const text = reportText((await importZip(await zipOf({ ...spoken, "imsmanifest.xml": manifest }))).report);
  expect(text).toContain("lacks 30 files that its parts need: img/0.png, img/1.png,");
  expect(text).toContain("img/19.png …. ");
});

test.each(hostilePackages)("refused with nothing left behind (security.md rows 80, 82): $name", async ({ make, code }) => {
  const before = await everything();
  const result = await importZip(await make());
  expect(refusalOf(result)).toMatchObject({ code });
  expect(reportText(result.report)).toMatch(/^[A-Z"0-9].*\.$/);
  expect(await everything()).toEqual(before);
});

test("what really comes out is counted, not what is declared (security.md row 82)", async () => {
  const zip = await zipOf({ ...files12(), "a.bin": randomBytes(3000), "b.bin": randomBytes(3000) });
  const before = await everything();
  const limits = { ...importLimits, freeBytes: 0, freeShare: 0 };
  expect(refusalOf(await importZip(zip, { limits: { ...limits, fileBytes: 2999 } }))).toMatchObject({ code: "file_too_large" });
  expect(refusalOf(await importZip(zip, { limits: { ...limits, totalBytes: 5000 } }))).toMatchObject({ code: "too_large" });
  expect(refusalOf(await importZip(zip, { limits: { ...limits, wallMs: 1 } }))).toMatchObject({ code: "too_slow" });
  expect(refusalOf(await importZip(zip, { limits: { ...limits, freeBytes: 2 ** 60 } }))).toMatchObject({ code: "disk_full" });
  expect(await everything()).toEqual(before);
});

test("a manifest that takes too long to read is refused", async () => {
  // Within every count, and slow: whatever it is that takes its time.
  const manifest = manifest12().replace("<metadata>", `<metadata>${'<x a="1"/>'.repeat(90_000)}`);
  const zip = await zipOf({ ...files12(), "imsmanifest.xml": manifest });
  const limits = { ...importLimits, freeBytes: 0, freeShare: 0 };
  expect(refusalOf(await importZip(zip, { limits: { ...limits, xmlMs: 1 } }))).toMatchObject({ code: "too_complex" });
});

test("imports of one portal take turns; those of another do not wait for them", async () => {
  const turn = takeTurns(2);
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    await gate.promise;
  };
  const all = [turn(1, work("a1")), turn(1, work("a2")), turn(1, work("a3")), turn(2, work("b1"))];
  await new Promise(setImmediate);
  expect(begun).toEqual(["a1", "a2", "b1"]);
  gate.resolve();
  await Promise.all(all);
  expect(begun).toEqual(["a1", "a2", "b1", "a3"]);
});

test("a course of another portal, or none, takes no package and leaves nothing", async () => {
  const before = await everything();
  const zipPath = join(root, "foreign.zip");
  writeFileSync(zipPath, await scorm12Package());
  await expect(importPackage(deps, { zipPath, portalId: app.portal("b").id, courseId, userId })).rejects.toThrow(/foreign key/);
  expect(await everything()).toEqual(before);
});

test("a killed import is put right at the next start: known packages stay, the rest goes", async () => {
  const kept = await imported(await scorm12Package());
  const aDraft = (fields: { title: string; revision?: number }) =>
    app.databases.inSystem("prepare a test", (db) =>
      db
        .insertInto("courses")
        .values({ portal_id: portalId, type: "scorm", created_by: userId, ...fields })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
  const [draft, named, changed] = [
    await aDraft({ title: untitled }),
    await aDraft({ title: "Named by its author" }),
    await aDraft({ title: untitled, revision: 2 }),
  ];
  const before = await everything();
  const lost = await files.put(Buffer.from("zip"));
  const halfKey = files.newKey();
  writeFileSync(join(filesDir, "incoming", halfKey), "zi");
  const lostKey = packages.newKey();
  mkdirSync(join(packagesDir, lostKey));
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  const host = Buffer.from(hostname()).toString("hex").slice(-8).padStart(8, "0");
  const abandon = (note: object | null, pid = dead) => {
    const dir = join(packagesDir, ".staging", `${host}.${pid}.${randomBytes(8).toString("hex")}`);
    mkdirSync(join(dir, "files"), { recursive: true });
    writeFileSync(join(dir, "files", "half.html"), "ha");
    if (note) writeFileSync(join(dir, "note.json"), JSON.stringify(note));
    return dir;
  };
  abandon(null);
  abandon({ portalId, courseId, userId, packageKey: kept.storageKey });
  abandon({ portalId, courseId: draft.id, userId, packageKey: lostKey, fileKey: lost.key });
  abandon({ portalId, courseId: named.id, userId, fileKey: halfKey });
  abandon({ portalId, courseId: changed.id, userId });
  const living = abandon(null, process.ppid);
  expect(await sweepImports(deps)).toBe(5);
  expect(existsSync(living)).toBe(true);
  rmSync(living, { recursive: true });
  expect(await everything()).toEqual(before);
  expect(await packages.resolve(kept.storageKey, "imsmanifest.xml")).not.toBeNull();
  const ids = [draft, named, changed].map(({ id }) => id);
  const left = await app.databases.inPortal(portalId, (db) => db.selectFrom("courses").select("id").where("id", "in", ids).execute());
  expect(left.map(({ id }) => id).toSorted()).toEqual([named.id, changed.id].toSorted());
});

test("what an import is about to store is noted before its first byte, so that a kill at any moment can be put right", async () => {
  const noted: unknown[] = [];
  const watching: FileStore = {
    ...files,
    put(data, options) {
      for (const name of stored().staged) noted.push(JSON.parse(readFileSync(join(packagesDir, ".staging", name, "note.json"), "utf8")));
      expect(noted).toEqual([
        expect.objectContaining({ courseId, fileKey: options?.key, packageKey: expect.stringMatching(/^[0-9a-f]{32}$/) }),
      ]);
      return files.put(data, options);
    },
  };
  const zipPath = join(root, "noted.zip");
  writeFileSync(zipPath, await scorm12Package());
  expect(await importPackage({ ...deps, files: watching }, { zipPath, portalId, courseId, userId })).toMatchObject({ ok: true });
  expect(noted).toHaveLength(1);
});

test("a manifest of the 2nd and 3rd edition is told from the 4th", async () => {
  for (const edition of ["2nd", "3rd"])
    expect((await imported(await zipOf({ ...files2004(), "imsmanifest.xml": manifest2004(undefined, "Tents", edition) }))).edition).toBe(
      edition,
    );
  const cam = manifest2004().replace("2004 4th Edition", "CAM 1.3");
  expect((await imported(await zipOf({ ...files2004(), "imsmanifest.xml": cam }))).edition).toBe("2nd");
});
