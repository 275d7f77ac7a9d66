import { join } from "node:path";
import type { Plugin } from "vite";

const file = join(import.meta.dirname, "../platform/web/fetch-code.ts");

/** Puts platform/web/fetch-code.ts in the place of vite's own helper, which every `import()` of the bundle goes through with the names of the files it needs. */
export const importsThatCanBeRepeated = (): Plugin => ({
  name: "stoa-imports-that-can-be-repeated",
  apply: "build",
  enforce: "pre",
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export { importFetched as __vitePreload } from ${JSON.stringify(file)};`,
  },
});
