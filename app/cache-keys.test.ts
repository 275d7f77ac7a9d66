import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { walk, type SyntaxNode } from "./build-syntax.ts";
import { featureFiles } from "./feature-imports.ts";

// Cache keys are written only beside their queries. Code that changes what a query holds uses the key exported there, or a subject.

interface Spelled {
  readonly key: string;
  readonly file: string;
}

const parsed = (file: string, text: string) => parseSync(file, text).program as unknown as SyntaxNode;

/** The keys that a file writes out: the leading words of `["my-courses", query]`, wherever an array is used or stored as a queryKey. */
function keysIn(file: string, text: string): Spelled[] {
  const found: Spelled[] = [];
  walk(parsed(file, text), (node) => {
    const [name, value] =
      node.type === "Property" ? [node["key"], node["value"]] : node.type === "VariableDeclarator" ? [node["id"], node["init"]] : [];
    if ((value as SyntaxNode | null)?.type !== "ArrayExpression" || !/key$/i.test(String((name as SyntaxNode)["name"]))) return;
    const words = ((value as SyntaxNode)["elements"] as SyntaxNode[]).map((element) => element["value"]);
    const count = words.findIndex((word) => typeof word !== "string");
    found.push({ key: words.slice(0, count < 0 ? undefined : count).join("/"), file });
  });
  return found;
}

/** The calls in a file that write out a key instead of using the query's own. */
function looseUses(file: string, text: string): string[] {
  const found: string[] = [];
  walk(parsed(file, text), (node) => {
    const name = String(((node["callee"] as SyntaxNode | undefined)?.["property"] as SyntaxNode | undefined)?.["name"]);
    if (node.type !== "CallExpression" || !/Quer(?:y|ies)/.test(name)) return;
    for (const argument of node["arguments"] as SyntaxNode[])
      if (argument.type === "ArrayExpression" || keysIn(file, `(${text.slice(argument.start, argument.end)})`).length > 0)
        found.push(`${file}: ${name}`);
  });
  return found;
}

const files = [...featureFiles(join(import.meta.dirname, ".."))].filter(
  ([file, text]) => /\.tsx?$/.test(file) && text.includes("react-query"),
);

test("every cache key is written once", () => {
  const keys = files.flatMap(([file, text]) => keysIn(file, text));
  expect(keys.length).toBeGreaterThan(12);
  expect(keys.filter(({ key }, index) => key === "" || keys.findIndex((other) => other.key === key) !== index)).toEqual([]);
});

test("nobody spells a key to read, fill or spoil what a query holds", () => {
  expect(files.flatMap(([file, text]) => looseUses(file, text))).toEqual([]);
});

test("what is planted is found", () => {
  expect(
    keysIn("a.ts", 'const q = queryOptions({ queryKey: ["dogs", "all", page] }); const catKey = ["cats"];').map(({ key }) => key),
  ).toEqual(["dogs/all", "cats"]);
  expect(looseUses("a.ts", 'client.invalidateQueries({ queryKey: ["dogs"] }); client.setQueryData(["dogs"], 1);')).toEqual([
    "a.ts: invalidateQueries",
    "a.ts: setQueryData",
  ]);
  expect(looseUses("a.ts", "client.invalidateQueries({ queryKey: dogsQuery.queryKey }); client.setQueryData(dogsKey, 1);")).toEqual([]);
});
