import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";
import { textExtractor } from "./app/words/extractor.ts";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "de", "pseudo"],
  pseudoLocale: "pseudo",
  fallbackLocales: { pseudo: "en" },
  format: formatter({ lineNumbers: false }),
  extractors: [textExtractor],
  runtimeConfigModule: { Trans: ["#ui/trans.tsx", "Trans"] },
  catalogs: [
    {
      path: "<rootDir>/locales/{locale}",
      include: ["<rootDir>/ui", "<rootDir>/features", "<rootDir>/app", "<rootDir>/platform"],
      exclude: ["**/*.test.*", "**/test/**", "**/platform/postgres/**"],
    },
  ],
});
