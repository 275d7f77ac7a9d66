import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";
import { walk, type SyntaxNode } from "./build-syntax.ts";

// Which feature imports which, found in the sources by the bundler's parser, including type-only imports, re-exports and dynamic imports.

/** One import of a file of another feature. Paths are relative to the root. */
export interface FeatureImport {
  readonly file: string;
  readonly imports: string;
}

/** Files of every feature that others may import. */
const lentByAll = ["contract.ts", "policy.ts", "server/service.ts"];

/** The feature that a path is in, and the rest of the path; null outside the features. */
function placeOf(path: string): { feature: string; rest: string } | null {
  const [, feature, rest] = /^features\/([^/]+)\/(.+)$/.exec(path) ?? [];
  return feature && rest ? { feature, rest } : null;
}

/** Every source file of the features except tests and test helpers, by its path from the root. */
export function featureFiles(root: string): Map<string, string> {
  const names = readdirSync(join(root, "features"), { recursive: true, encoding: "utf8" });
  const sources = names.filter((name) => /\.(?:tsx?|css)$/.test(name) && !/\.test\.tsx?$|(?:^|\/)test\//.test(name));
  return new Map(sources.map((name) => [`features/${name}`, readFileSync(join(root, "features", name), "utf8")]));
}

/** All imports between features. Throws for a dynamic import whose target is not a literal, because it cannot be checked. */
export function importsAcross(files: ReadonlyMap<string, string>): FeatureImport[] {
  return [...files].flatMap(([file, text]) =>
    (file.endsWith(".css") ? cssImports(text) : codeImports(file, text))
      .map((specifier) => targetOf(file, specifier))
      .filter((target) => target !== null && placeOf(target) && placeOf(target)?.feature !== placeOf(file)?.feature)
      .map((imports) => ({ file, imports: imports as string })),
  );
}

/** A specifier as a path from the root; null for a package. */
function targetOf(file: string, specifier: string): string | null {
  const path = specifier.replace(/\?.*$/, "");
  if (path.startsWith("#")) return path.slice(1);
  return path.startsWith(".") ? join(dirname(file), path) : null;
}

const cssImports = (text: string) => [...text.matchAll(/@import\s+(?:url\()?\s*["']?([^"')\s;]+)/g)].map(([, path = ""]) => path);

function codeImports(file: string, text: string): string[] {
  const found: string[] = [];
  const add = (source: unknown) => {
    const { type, value, quasis } = source as SyntaxNode & { quasis?: { value: { cooked: string } }[] };
    const path = type === "TemplateLiteral" && quasis?.length === 1 ? quasis[0]?.value.cooked : value;
    if (typeof path !== "string") throw new Error(`${file} imports something that only running it tells. Write the path out.`);
    found.push(path);
  };
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  walk(program as unknown as SyntaxNode, (node) => {
    const call = node["callee"] as SyntaxNode | undefined;
    const first = (node["arguments"] as SyntaxNode[] | undefined)?.[0];
    if (node.type === "ImportDeclaration" || node.type === "ExportAllDeclaration" || node.type === "ImportExpression") add(node["source"]);
    else if (node.type === "ExportNamedDeclaration" && node["source"]) add(node["source"]);
    else if (node.type === "TSImportType") add(typeNameOf(node));
    else if (node.type === "TSExternalModuleReference") add(node["expression"]);
    else if (node.type === "CallExpression" && call?.["name"] === "require") add(first);
    else if (node.type === "NewExpression" && call?.["name"] === "URL" && isOwnAddress(node)) add(first);
    else if (node.type === "MemberExpression" && isImportMeta(node["object"]) && (node["property"] as SyntaxNode)["name"] === "glob")
      throw new Error(`${file} imports by a pattern. Write the paths out.`);
  });
  return found;
}

/** The literal of a type `import("…")`; parsers differ in where they put it. */
function typeNameOf(node: SyntaxNode) {
  const source = (node["source"] ?? node["argument"]) as SyntaxNode & { literal?: SyntaxNode };
  return source.literal ?? source;
}

const isImportMeta = (node: unknown) => (node as SyntaxNode | undefined)?.type === "MetaProperty";
/** Whether the node is `new URL(path, import.meta.url)`, which bundlers treat as an import of a worker or a file. */
const isOwnAddress = (node: SyntaxNode) => {
  const base = (node["arguments"] as SyntaxNode[])[1];
  return base?.type === "MemberExpression" && isImportMeta(base["object"]);
};

/** The imports of files that their feature does not lend. `lent` lists by feature what it lends besides contract, policy and service. */
export const unlent = (imports: readonly FeatureImport[], lent: Readonly<Record<string, readonly string[]>>) =>
  imports.filter(({ imports: target }) => {
    const place = placeOf(target);
    return place && !lentByAll.includes(place.rest) && !lent[place.feature]?.includes(place.rest);
  });

/** Entries of the table that no other feature imports any more. */
export const unborrowed = (imports: readonly FeatureImport[], lent: Readonly<Record<string, readonly string[]>>) => {
  const borrowed = new Set(imports.map(({ imports: target }) => target));
  return Object.entries(lent).flatMap(([feature, pieces]) =>
    pieces.map((piece) => `features/${feature}/${piece}`).filter((piece) => !borrowed.has(piece)),
  );
};

/** The import graph: for each feature the features that it imports, sorted by name. */
export function arrows(imports: readonly FeatureImport[]): Record<string, string[]> {
  const next = new Map<string, Set<string>>();
  const of = (path: string) => {
    const feature = placeOf(path)?.feature ?? "";
    const to = next.get(feature) ?? new Set();
    next.set(feature, to);
    return { feature, to };
  };
  for (const { file, imports: target } of imports) of(file).to.add(of(target).feature);
  return Object.fromEntries([...next].map(([feature, to]) => [feature, [...to].toSorted()]));
}

/** The cycles of the graph: groups of features that all reach each other by imports. Sorted by name; empty when there is none. */
export function circles(imports: readonly FeatureImport[]): string[][] {
  const next = arrows(imports);
  const reach = (from: string) => {
    const seen = new Set<string>();
    const visit = (feature: string) => {
      for (const one of next[feature] ?? []) if (!seen.has(one) && seen.add(one)) visit(one);
    };
    visit(from);
    return seen;
  };
  const reached = new Map(
    Object.keys(next)
      .toSorted()
      .map((feature) => [feature, reach(feature)]),
  );
  const groups = [...reached]
    .filter(([feature, seen]) => seen.has(feature))
    .map(([feature, seen]) => [...seen].filter((one) => reached.get(one)?.has(feature)).toSorted());
  return [...new Map(groups.map((group) => [group.join(), group])).values()];
}
