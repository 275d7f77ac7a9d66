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
      filter: { id: /\/(?:features|ui|app|platform)\/.*\.tsx?$/, code: /"lucide-react"/ },
      handler(code, id) {
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
