import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { expect, test } from "vitest";

// docs/architecture.md: imports point down only, and no server code reaches the browser. Lint enforces it; this test writes forbidden imports that
// lint must refuse. Imports between features are checked by feature-imports.test.ts.

const root = join(import.meta.dirname, "..");

const refused: [file: string, imports: string][] = [
  ["platform/a.ts", "#features/auth/contract.ts"],
  ["platform/a.ts", "#ui/color.ts"],
  ["platform/web/a.ts", "#features/auth/contract.ts"],
  ["platform/web/a.ts", "#platform/serve.ts"],
  ["ui/a.tsx", "#features/auth/contract.ts"],
  ["ui/a.tsx", "#platform/call.ts"],
  ["ui/a.tsx", "node:fs"],
  ["features/auth/contract.ts", "./server/service.ts"],
  ["features/auth/contract.ts", "#features/courses/server/service.ts"],
  ["features/auth/policy.ts", "./web/hooks.ts"],
  ["features/auth/policy.ts", "kysely"],
  ["features/auth/server/a.ts", "../web/hooks.ts"],
  ["features/auth/server/a.ts", "#ui/color.ts"],
  ["features/auth/server/a.ts", "#app/server.ts"],
  ["features/auth/server/a.ts", "react-dom/server"],
  ["features/mail/server/letters/a.ts", "../../web/hooks.ts"],
  ["features/mail/server/letters/a.ts", "react-router"],
  ["features/auth/web/a.tsx", "../server/service.ts"],
  ["features/auth/web/a.tsx", "#platform/db/connect.ts"],
  ["features/auth/web/a.tsx", "#app/router.tsx"],
  ["features/scorm/launcher/a.ts", "../server/service.ts"],
  ["app/a.tsx", "#features/auth/server/service.ts"],
  ["app/a.tsx", "#features/catalog/web/catalog-page.tsx"],
];

const allowed: [file: string, imports: string][] = [
  ["features/auth/contract.ts", "#platform/contract.ts"],
  ["features/auth/server/a.ts", "#features/courses/server/service.ts"],
  ["features/auth/server/a.ts", "#ui/portal-theme.ts"],
  ["features/mail/server/letters/a.ts", "react-dom/server"],
  ["features/auth/web/a.tsx", "#features/courses/web/course-cover.tsx"],
  ["app/server.ts", "#features/auth/server/routes.ts"],
];

/** The cases that lint refuses. Each import is written to a file of its own, in the folder of the case's file. */
function refusals<Case extends readonly [file: string, imports: string]>(cases: readonly Case[]): Case[] {
  const folder = mkdtempSync(join(tmpdir(), "stoa-layers-"));
  try {
    copyFileSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
    const places = cases.map(([file], index) => join(dirname(file), `case-${index}${extname(file)}`));
    for (const [index, [, imports]] of cases.entries()) {
      const place = join(folder, places[index] ?? "");
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, `import { one } from "${imports}";\nexport const two = one;\n`);
    }
    const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
    const { stdout } = spawnSync(process.execPath, [oxlint, "-f", "json", "."], { cwd: folder, encoding: "utf8" });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    const found = new Set(diagnostics.filter(({ code }) => code.includes("no-restricted-imports")).map(({ filename }) => filename));
    return cases.filter((_, index) => found.has(places[index] ?? ""));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("imports that point up, or from the browser to the server, are refused", () => {
  expect(refusals(refused)).toEqual(refused);
});

test("security.md 83: lint refuses to make code of a text", () => {
  const folder = mkdtempSync(join(tmpdir(), "stoa-code-"));
  try {
    copyFileSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
    const planted = ["eval(text);", "new Function(text);", "Function(text);"];
    for (const [nth, code] of planted.entries()) {
      mkdirSync(join(folder, "features/auth/server"), { recursive: true });
      writeFileSync(join(folder, `features/auth/server/case-${nth}.ts`), `export const run = (text: string) => ${code}\n`);
    }
    const oxlint = join(root, "node_modules/oxlint/bin/oxlint");
    const { stdout } = spawnSync(process.execPath, [oxlint, "-f", "json", "."], { cwd: folder, encoding: "utf8" });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    const refusedFiles = new Set(diagnostics.filter(({ code }) => /no-eval|no-new-func/.test(code)).map(({ filename }) => filename));
    expect(refusedFiles.size).toBe(planted.length);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** The program's own TypeScript, without tests. */
const sources = () =>
  ["app", "features", "platform", "ui"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)test\//.test(file))
      .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(join(root, folder, file), "utf8") })),
  );

test("security.md 83: nothing runs code in another context, and only the build and the database start programs", () => {
  const using = (pattern: RegExp) => sources().flatMap(({ file, text }) => (pattern.test(text) ? [file] : []));
  expect(using(/["'](?:node:)?vm["']|["']node:v8["'].*deserialize|\bv8\.deserialize\b/)).toEqual([]);
  expect(using(/["'](?:node:)?child_process["']/).filter((file) => !/^app\/|^platform\/(?:postgres|db\/write-types)/.test(file))).toEqual([
    "features/media/server/document/read-document.ts",
    "features/scorm/server/import/read-package.ts",
  ]);
});

test("security.md 73: text becomes part of a statement in no place but one, where it is a number of the program", () => {
  const raw = sources().flatMap(({ file, text }) => (/\bsql\.raw\(/.test(text) ? [file] : []));
  expect(raw).toEqual(["platform/list/server/page.ts"]);
  // What features send goes through kysely, which makes parameters of values.
  const pasted = sources().flatMap(({ file, text }) => (file.startsWith("features/") && /\.query\(\s*`[^`]*\$\{/.test(text) ? [file] : []));
  expect(pasted).toEqual([]);
});

test("imports that point down are not", () => {
  expect(refusals(allowed)).toEqual([]);
});
