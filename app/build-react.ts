import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import { walk, withEdits, type SyntaxNode } from "./build-syntax.ts";

const { resolve } = createRequire(import.meta.url);
const inPackage = (name: string, file: string) => join(dirname(resolve(`${name}/package.json`)), "cjs", file);

/** React's production files, by the name they are imported under. */
const files: Readonly<Record<string, string>> = {
  react: inPackage("react", "react.production.js"),
  "react/jsx-runtime": inPackage("react", "react-jsx-runtime.production.js"),
  "react-dom": inPackage("react-dom", "react-dom.production.js"),
  "react-dom/client": inPackage("react-dom", "react-dom-client.production.js"),
  "use-sync-external-store/shim/with-selector": inPackage(
    "use-sync-external-store",
    "use-sync-external-store-shim/with-selector.production.js",
  ),
  scheduler: join(dirname(createRequire(resolve("react-dom")).resolve("scheduler")), "cjs/scheduler.production.js"),
};

/**
 * Presents React to the bundler as ES modules. React is published as CommonJS; every file of the bundle would import helpers for that from a file of
 * their own, which costs each first load a request. `require` becomes an import and what is assigned to `exports` is exported; the rest stays unchanged.
 */
export function reactAsModules(): Plugin {
  const known = new Set(Object.values(files));
  return {
    name: "stoa-react-as-modules",
    apply: "build",
    enforce: "pre",
    resolveId: {
      filter: { id: /^(?:react|react-dom|scheduler|use-sync-external-store)(?:\/|$)/ },
      handler: (id) => files[id.replace(/\.js$/, "")] ?? null,
    },
    transform: {
      filter: { id: /\/cjs\/[\w./-]+\.production\.js$/ },
      handler(code, id) {
        if (!known.has(id)) return null;
        const edits: { start: number; end: number; text: string }[] = [];
        const required: string[] = [];
        const names = new Set<string>();
        walk(this.parse(code) as unknown as SyntaxNode, (node) => {
          const [from] = (node.arguments as SyntaxNode[] | undefined) ?? [];
          if (node.type === "CallExpression" && (node.callee as SyntaxNode).name === "require" && typeof from?.value === "string") {
            edits.push({ start: node.start, end: node.end, text: `required${required.length}` });
            required.push(from.value);
          }
          const { object, property } = (node.type === "AssignmentExpression" ? node.left : {}) as Partial<Record<string, SyntaxNode>>;
          if (object?.name === "exports" && property) names.add(String(property.name));
        });
        const begin = required.map((from, index) => `import required${index} from ${JSON.stringify(from)};\n`).join("");
        const end = [...names]
          .map((name, index) => `const export${index} = exports.${name};\nexport { export${index} as ${name} };\n`)
          .join("");
        return { code: `${begin}const exports = {};\n${withEdits(code, edits)}\n${end}export default exports;\n`, map: null };
      },
    },
  };
}
