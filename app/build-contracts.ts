import type { Plugin } from "vite";

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** The parts of an endpoint that only the server uses. The browser calls by method and path; types are gone by then anyway. */
const serverParts = new Set(["summary", "params", "query", "body", "response"]);

/**
 * Leaves out of every contract.ts what the browser never runs: the schemas of requests and replies. With them go, by tree-shaking, the
 * schema objects nobody else uses and, on screens without forms, the schema library itself.
 */
export function contractsForTheBrowser(): Plugin {
  return {
    name: "stoa-contracts-for-the-browser",
    apply: "build",
    transform: {
      filter: { id: /\/features\/[\w-]+\/contract\.ts$/ },
      handler(code) {
        const cuts: [number, number][] = [];
        walk(this.parse(code, { lang: "ts" }) as unknown as Node, (node) => {
          const callee = node.callee as Node | undefined;
          const [definition] = (node.arguments as Node[] | undefined) ?? [];
          if (node.type !== "CallExpression" || callee?.name !== "endpoint" || definition?.type !== "ObjectExpression") return;
          for (const property of definition.properties as Node[])
            if (serverParts.has(String((property.key as Node | undefined)?.name))) cuts.push([property.start, property.end]);
        });
        if (cuts.length === 0) return null;
        let kept = "";
        let from = 0;
        for (const [start, end] of cuts.sort((a, b) => a[0] - b[0])) {
          kept += code.slice(from, start);
          from = /^\s*,/.test(code.slice(end)) ? end + code.slice(end).indexOf(",") + 1 : end;
        }
        return { code: kept + code.slice(from), map: null };
      },
    },
  };
}

function walk(node: Node, visit: (node: Node) => void) {
  visit(node);
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === "object" && typeof (child as Node).type === "string") walk(child as Node, visit);
}
