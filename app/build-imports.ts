import { join } from "node:path";
import type { Plugin } from "vite";

const file = join(import.meta.dirname, "../platform/web/fetch-code.ts");

/** Replaces vite's preload helper, which every `import()` of the bundle calls with the names of its files, with platform/web/fetch-code.ts. */
export const importsThatCanBeRepeated = (): Plugin => ({
  name: "stoa-imports-that-can-be-repeated",
  apply: "build",
  enforce: "pre",
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export { importFetched as __vitePreload } from ${JSON.stringify(file)};`,
  },
});
