import { basename } from "node:path";
import type { Plugin } from "vite";

/**
 * Puts the bundler's own helper functions into each file that needs them. The bundler gives them a file of their own: a request of most screens, for
 * two hundred bytes.
 */
export const helpersInPlace = (): Plugin => ({
  name: "stoa-helpers-in-place",
  apply: "build",
  enforce: "pre",
  generateBundle: {
    order: "pre",
    handler(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const helpers = chunks.find(({ name }) => name === "rolldown-runtime");
      if (!helpers) return;
      const [, body, exported] = /^([\s\S]*?)export\s*\{([^}]*)\};?\s*$/.exec(helpers.code) ?? [];
      const isKnown = body !== undefined && exported !== undefined && helpers.imports.length === 0;
      const given = (exported ?? "").split(",").map((one) => one.trim().split(/\s+as\s+/));
      const asObject = `{${given.map(([own = "", name = own]) => `${name}:${own}`).join(",")}}`;
      const taken = new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["'\`]\\./${basename(helpers.fileName).replaceAll(".", "\\.")}["'\`];?`);
      for (const chunk of chunks) {
        if (!chunk.imports.includes(helpers.fileName)) continue;
        const [line, names] = taken.exec(chunk.code) ?? [];
        if (!isKnown || line === undefined || names === undefined)
          return this.error(`The bundler's helpers are in an unknown form for ${chunk.name}.`);
        chunk.code = chunk.code.replace(line, () => `const{${names.replace(/\s+as\s+/g, ":")}}=(()=>{${body}return${asObject}})();`);
        chunk.imports = chunk.imports.filter((file) => file !== helpers.fileName);
      }
      delete bundle[helpers.fileName];
    },
  },
});
