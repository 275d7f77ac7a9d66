import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { walk, withEdits, type SyntaxNode } from "./build-syntax.ts";
import { staffOnly } from "./staff-only.ts";

const library = "lucide-react";

/** The library's index of ES modules. */
const indexFile = createRequire(import.meta.url)
  .resolve(library)
  .replace("/cjs/lucide-react.js", "/esm/lucide-react.mjs");

/** The file of every icon, by each name under which the library exports it. */
function filesByName(): ReadonlyMap<string, string> {
  const index = readFileSync(indexFile, "utf8");
  const files = new Map<string, string>();
  for (const [, names = "", file = ""] of index.matchAll(/^export \{([^}]+)\} from '\.\/icons\/([\w-]+)\.mjs'/gm))
    for (const [, name = ""] of names.matchAll(/default as (\w+)/g)) files.set(name, join(dirname(indexFile), "icons", `${file}.mjs`));
  return files;
}

const shapeFile = join(import.meta.dirname, "../ui/icon-shape.ts");

/** An icon's file of the library with its shapes alone, drawn by ui/icon-shape.ts: no name and no keys, of which some hundred bytes a screen are made. */
function shapesOnly(code: string, tree: SyntaxNode, id: string): string {
  let size: unknown;
  let node: SyntaxNode | undefined;
  const edits: { start: number; end: number; text: string }[] = [];
  walk(tree, (one) => {
    if (one.type !== "Property") return;
    const name = String((one.key as SyntaxNode).name);
    const value = one.value as SyntaxNode;
    if (name === "size") size = value.value;
    if (name === "node") node = value;
    if (name === "key") edits.push({ start: one.start, end: one.end, text: "" });
  });
  if (!node || size !== 24) throw new Error(`${id} is not written as the other icons of ${library} are.`);
  const { start, end } = node;
  const within = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  return `import { iconOf } from ${JSON.stringify(shapeFile)};\nexport default /* @__PURE__ */ iconOf(${withEdits(code.slice(start, end), within)});\n`;
}

/**
 * Imports each icon from its own file. Through the library's index, every module with an icon would depend on all 1,700 of them: the build would
 * read them all, and could not tell which screen needs which icon (app/build-chunks.ts). What only the staff loads has icons of its own: one that a
 * learner's lazy part has too would otherwise be a file of both, and so come with everybody's first file.
 */
export function iconsOneByOne(): Plugin {
  const files = filesByName();
  const isStaffs = staffOnly();
  return {
    name: "stoa-icons-one-by-one",
    apply: "build",
    transform: {
      filter: { id: /\/(?:features|ui|app|platform)\/.*\.tsx?$|\/lucide-react\/dist\/esm\/icons\// },
      handler(code, id) {
        if (id.includes(`/${library}/`)) return { code: shapesOnly(code, this.parse(code) as unknown as SyntaxNode, id), map: null };
        if (!code.includes(`"${library}"`)) return null;
        const edits: { start: number; end: number; text: string }[] = [];
        walk(this.parse(code, { lang: id.endsWith("x") ? "tsx" : "ts" }) as unknown as SyntaxNode, (node) => {
          if (node.type !== "ImportDeclaration" || (node.source as SyntaxNode).value !== library || node.importKind === "type") return;
          const imports = (node.specifiers as SyntaxNode[]).map((specifier) => {
            const name = String((specifier.imported as SyntaxNode | undefined)?.name);
            const file = files.get(name);
            if (!file) throw new Error(`${library} has no icon ${name}.`);
            return `import ${String((specifier.local as SyntaxNode).name)} from ${JSON.stringify(`${file}${isStaffs(id) ? "?staff" : ""}`)};`;
          });
          edits.push({ start: node.start, end: node.end, text: imports.join(" ") });
        });
        return edits.length ? { code: withEdits(code, edits), map: null } : null;
      },
    },
  };
}
