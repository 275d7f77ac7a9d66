import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSync } from "vite";
import { walk, type SyntaxNode } from "./build-syntax.ts";

/** A raw statement in the sources. text: in the form that check-rows.ts sees, with … for each inserted value. */
export interface SourceStatement {
  readonly file: string;
  readonly text: string;
  /** `typed(Row)`, or `sql` with a type argument that nothing checks. */
  readonly tag: "typed" | "sql";
  /** How the claimed type is used: `execute` runs the statement, `as` names a column of a query builder. */
  readonly use: string;
  /** Whether the schema is a name defined outside of functions, and not a call that makes it each time. */
  readonly isNamed: boolean;
}

/** The raw statements of a file that declare a type for their rows. */
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

/** Those of the server's code: features, platform and app, without tests. */
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
