import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { walk, type SyntaxNode } from "./build-syntax.ts";

// Right-to-left text turns the screens around: what stands left stands right, and what points forward points the other way.

const root = join(import.meta.dirname, "..");
const sources = (pattern: string) =>
  ["app", "features", "platform", "ui"].flatMap((folder) =>
    globSync(`${folder}/**/${pattern}`, { cwd: root }).map((file) => ({ file, text: readFileSync(join(root, file), "utf8") })),
  );

const attributes = (element: SyntaxNode) =>
  (element["attributes"] as SyntaxNode[]).flatMap((one) => {
    const value = one["value"] as SyntaxNode | null | undefined;
    const name = one["name"] as SyntaxNode | undefined;
    return name ? [{ name: String(name["name"]), value: (value?.["expression"] as SyntaxNode | undefined)?.["name"] }] : [];
  });
const points = (value: unknown) => typeof value === "string" && /^(?:Arrow|Chevron|Chevrons|Move)(?:Left|Right)$/.test(value);

/** Elements whose icon is not mirrored by its own `flip`, and what mirrors it instead. */
const otherwise: Readonly<Record<string, string>> = {
  "ui/disclosure.tsx Icon": "disclosure.css turns its mark",
  "ui/pager.tsx Step": "Step mirrors its icon",
};

test("every icon that points forward or back is mirrored in right-to-left text", () => {
  const found = sources("*.tsx").flatMap(({ file, text }) => {
    if (!/(?:Arrow|Chevron)/.test(text)) return [];
    const fixed: string[] = [];
    walk(parseSync(file, text).program as unknown as SyntaxNode, (node) => {
      if (node.type !== "JSXOpeningElement") return;
      const given = attributes(node);
      // The icon at a button's end always is.
      if (
        given.some(({ name, value }) => name !== "iconEnd" && points(value)) &&
        !given.some(({ name }) => name === "flip" || name === "data-flip")
      )
        fixed.push(`${file} ${String((node["name"] as SyntaxNode)["name"])}`);
    });
    return fixed;
  });
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(otherwise).toSorted());
});

test("styles name sides by the direction of writing: start and end, not left and right", () => {
  const physical =
    /(?:^|[\s;{])(?:(?:margin|padding|border|scroll-(?:margin|padding))-(?:left|right)\b|(?:left|right)\s*:|border-(?:top|bottom)-(?:left|right)-radius|(?:text-align|float|clear)\s*:\s*(?:left|right)\b)/m;
  const found = sources("*.css").filter(({ text }) => physical.test(text.replace(/\/\*[\s\S]*?\*\//g, "")));
  expect(found.map(({ file }) => file)).toEqual([]);
});
