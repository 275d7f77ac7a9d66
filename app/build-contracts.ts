import type { Plugin } from "vite";
import { walk, withEdits, type SyntaxNode } from "./build-syntax.ts";

/** The parts of an endpoint that only the server uses. The browser calls by method and path; types are gone by then anyway. */
const serverParts = new Set(["summary", "params", "query", "body", "response"]);

/**
 * Removes what the browser never runs from every contract: the schemas of requests and replies. Tree-shaking then also drops the schemas that
 * nothing else uses, imports that became unused and, on screens without forms, the schema library itself.
 */
export function contractsForTheBrowser(): Plugin {
  return {
    name: "stoa-contracts-for-the-browser",
    apply: "build",
    transform: {
      filter: { id: /\/features\/(?:(?:blocks|questions)\/)?[\w-]+\/[\w-]+\.ts$/, code: /zod|endpoint/ },
      handler(code) {
        const cuts: [number, number][] = [];
        const marks: { start: number; text: string }[] = [];
        const imports: SyntaxNode[] = [];
        const program = this.parse(code, { lang: "ts" }) as unknown as SyntaxNode;
        walk(program, (node) => {
          // A schema has no side effects, so an unused one may be dropped together with the library functions that create it. In a chain such as
          // z.string().check(…) a bundler would drop only the first call, so the chain is wrapped into one call.
          if (node.type === "CallExpression" && /^z\s*\./.test(code.slice(node.start, node.start + 200))) {
            const isChain = ((node.callee as SyntaxNode).object as SyntaxNode | undefined)?.type === "CallExpression";
            marks.push({ start: node.start, text: isChain ? "/* @__PURE__ */ (() => " : "/* @__PURE__ */ " });
            if (isChain) marks.push({ start: node.end, text: ")()" });
          }
          if (node.type === "ImportDeclaration") imports.push(node);
          const callee = node.callee as SyntaxNode | undefined;
          const [definition] = (node.arguments as SyntaxNode[] | undefined) ?? [];
          if (node.type !== "CallExpression" || callee?.name !== "endpoint" || definition?.type !== "ObjectExpression") return;
          for (const property of definition.properties as SyntaxNode[])
            if (serverParts.has(String((property.key as SyntaxNode | undefined)?.name))) cuts.push([property.start, property.end]);
        });
        if (cuts.length + marks.length === 0) return null;
        // Also remove imports that only the removed parts used: otherwise their module would count as needed by every screen with this contract.
        const isCut = ({ start, end }: SyntaxNode) => cuts.some(([from, to]) => start >= from && end <= to);
        const used = new Set<unknown>();
        walk(program, (node) => {
          const isOfImport = imports.some(({ start, end }) => node.start >= start && node.end <= end);
          if (node.type === "Identifier" && !isOfImport && !isCut(node)) used.add(node.name);
        });
        for (const { start, end, specifiers } of imports) {
          const names = (specifiers as SyntaxNode[]).map(({ local }) => (local as SyntaxNode).name);
          if (cuts.length > 0 && names.length > 0 && !names.some((name) => used.has(name))) cuts.push([start, end]);
        }
        const edits = [
          ...cuts.map(([start, end]) => ({ start, end: /^\s*,/.test(code.slice(end)) ? code.indexOf(",", end) + 1 : end, text: "" })),
          ...marks.map(({ start, text }) => ({ start, end: start, text })),
        ].filter((edit) => !cuts.some(([start, end]) => edit.text && edit.start >= start && edit.end <= end));
        return { code: withEdits(code, edits), map: null };
      },
    },
  };
}
