import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "vite";
import { expect, test } from "vitest";
import type { SyntaxNode } from "../build-syntax.ts";
import { faultsOfCatalogues } from "./check-catalogue.ts";
import { textsInCalls } from "./texts-in-calls.ts";

const root = join(import.meta.dirname, "..", "..");
const refusals = new Set(["notFound", "forbidden", "conflict", "unauthorized", "unavailable", "tooMany", "refused"]);

test("a code with its params stands for one text, so that programs and other languages can go by it", () => {
  const files = execFileSync("git", ["ls-files", "features", "platform", "app"], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => file.endsWith(".ts") && !/\.test\.ts$|\/test\/|platform\/postgres\//.test(file));
  const texts = new Map<string, Set<string>>();
  for (const file of files) {
    const code = readFileSync(join(root, file), "utf8");
    if (!/errors\.ts"/.test(code) && !file.endsWith("platform/errors.ts")) continue;
    for (const { call, before, text } of textsInCalls(parseAst(code, { lang: "ts" }) as unknown as SyntaxNode, file))
      if (refusals.has(call)) {
        const key = call === "notFound" ? `not_found ${String(before[0])}` : String(before.at(-1));
        texts.set(key, (texts.get(key) ?? new Set()).add(text));
      }
  }
  expect(texts.size).toBeGreaterThan(30);
  expect([...texts].filter(([, all]) => all.size > 1).map(([key, all]) => [key, ...all])).toEqual([]);
});

test("every text has words in every language", async () => {
  expect(await faultsOfCatalogues()).toEqual([]);
});

test("a text that does not stand there word for word is refused when the catalogue is made", () => {
  const made = (code: string) => textsInCalls(parseAst(code, { lang: "ts" }) as unknown as SyntaxNode, "one.ts");
  const head = `import { conflict } from "#platform/errors.ts"; const title = "x";`;
  expect(made(`${head} conflict("gone", "This is gone.");`)).toMatchObject([{ call: "conflict", text: "This is gone." }]);
  expect(() => made(`${head} conflict("gone", \`\${title} is gone.\`);`)).toThrow(/plain string/);
});
