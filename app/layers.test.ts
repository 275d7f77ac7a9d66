import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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

test("imports that point down are not", () => {
  expect(refusals(allowed)).toEqual([]);
});
