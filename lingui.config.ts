import { defineConfig } from "@lingui/cli";
import { formatter } from "@lingui/format-po";

export default defineConfig({
  sourceLocale: "en",
  locales: ["en", "pseudo"],
  pseudoLocale: "pseudo",
  fallbackLocales: { pseudo: "en" },
  format: formatter({ lineNumbers: false }),
  catalogs: [
    {
      path: "<rootDir>/locales/{locale}",
      include: ["<rootDir>/ui", "<rootDir>/features", "<rootDir>/app", "<rootDir>/platform/web"],
      exclude: ["**/*.test.*", "**/server/**"],
    },
  ],
});
