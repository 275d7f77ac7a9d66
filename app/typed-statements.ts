import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "vite";
import { walk, type SyntaxNode } from "./build-syntax.ts";

/** A raw statement in the sources. text: as check-rows.ts sees it, with … for what is filled in. */
export interface SourceStatement {
  readonly file: string;
  readonly text: string;
  /** `typed(Row)`, or with a type argument that nothing checks. */
  readonly tag: "typed" | "sql";
  /** Where its result or column goes by the type it claims: `execute` runs it, `as` names a column of a builder. */
  readonly use: string;
  /** Whether the schema is made once, outside of what runs: a name, never a call. */
  readonly isNamed: boolean;
}

/** The raw statements of a file that say what their rows are. */
export function statementsIn(file: string, code: string): SourceStatement[] {
  const found: SourceStatement[] = [];
  const program = parseSync(file, code).program as unknown as SyntaxNode;
  walk(program, (node) => {
    if (node.type !== "TaggedTemplateExpression") return;
    const tag = node["tag"] as SyntaxNode;
    const made = tag.type === "CallExpression" ? (tag["callee"] as SyntaxNode)["name"] : undefined;
    const isTyped = made === "typed";
    const claims = tag["name"] === "sql" && Boolean(node["typeArguments"]);
    if (!isTyped && !claims) return;
    const quasis = (node["quasi"] as SyntaxNode)["quasis"] as { value: { cooked: string } }[];
    found.push({
      file,
      text: quasis.map(({ value }) => value.cooked).join("…"),
      tag: isTyped ? "typed" : "sql",
      use: /^\s*\.(\w+)/.exec(code.slice(node.end))?.[1] ?? "",
      isNamed: isTyped && (tag["arguments"] as SyntaxNode[])[0]?.type === "Identifier",
    });
  });
  return found;
}

/** Those of the server: of features, platform and wiring, tests apart. */
export function serverStatements(root: string): SourceStatement[] {
  return ["features", "platform", "app"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|(?:^|\/)(?:test|security)\/|\.d\.ts$/.test(name))
      .flatMap((name) => {
        const path = join(root, folder, name);
        const code = readFileSync(path, "utf8");
        return /sql<|typed\(/.test(code) ? statementsIn(relative(root, path), code) : [];
      }),
  );
}
