import { join } from "node:path";
import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { filesByNeed } from "./app/build-chunks.ts";
import { contractsForTheBrowser } from "./app/build-contracts.ts";
import { copiesForStaff } from "./app/build-copies.ts";
import { stepsAsText } from "./app/build-driver.ts";
import { helpersInPlace } from "./app/build-helpers.ts";
import { iconsOneByOne } from "./app/build-icons.ts";
import { importsThatCanBeRepeated } from "./app/build-imports.ts";
import { valuesAsWritten } from "./app/build-lingui.ts";
import { messagesInPlace } from "./app/build-messages.ts";
import { reactAsModules } from "./app/build-react.ts";
import { filesOfScreens, screensForTheBrowser } from "./app/build-screens.ts";

import { wordsForTheBrowser } from "./app/build-words.ts";
import { screens } from "./app/screens.ts";
import { languages } from "./platform/languages.ts";

// The language of this bundle: app/build.ts builds one for each.
const language = languages.find((one) => one === process.env.STOA_BUNDLE_LANGUAGE) ?? "en";

// The languages of React Aria's own messages to include; ours come from locales/.
const LOCALES = ["en-US", "de-DE", "ar-AE", "es-ES", "fr-FR"];

const module = (file: string) => join(import.meta.dirname, file);
const { group, plugin: checkFiles } = filesByNeed({
  login: module("app/login.tsx"),
  frame: module("app/web.tsx"),
  framePage: module("index.html"),
  learner: screens
    .filter(({ bundle }) => bundle === "learner")
    .map(({ file, budget }) => ({ id: module(file), isTight: budget.total <= 150 })),
  staff: screens.filter(({ bundle }) => bundle === "staff").map(({ file }) => module(file)),
});

// Apart from the language, nothing in the bundle depends on the environment: one build serves every host (decision "runtime config").
export default defineConfig({
  base: "/v/",
  // The server replaces it in every answer (features/portal/server/page.ts).
  html: { cspNonce: "__STOA_NONCE__" },
  // React has had this hook itself since version 18.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(?:\/index\.js)?$/, replacement: "react" }] },
  envPrefix: "STOA_NOTHING_IS_EXPOSED_",
  plugins: [
    reactAsModules(),
    helpersInPlace(),
    wordsForTheBrowser(),
    copiesForStaff(["/features/editor/", "/features/preview/", "/features/authoring/"]),
    { ...contractsForTheBrowser(), enforce: "pre" },
    { ...iconsOneByOne(), enforce: "pre" },
    screensForTheBrowser(),
    react(),
    lingui(),
    valuesAsWritten(),
    stepsAsText(),
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: "message" })] }),
    messagesInPlace(language),
    importsThatCanBeRepeated(),
    filesOfScreens(),
    checkFiles,
    { ...optimizeLocales.vite({ locales: LOCALES }), enforce: "pre" },
  ],
  build: {
    outDir: "dist",
    copyPublicDir: language === "en",
    manifest: true,
    reportCompressedSize: false,
    target: "es2022",
    // What each `import()` fetches before it imports: all files at once, even when there is only one. The frame lists the screens' files by name.
    // A long list is left out: only staff screens have one, and it would add to every first load of a learner.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, files) => (files.length > 24 ? [] : files.length > 0 ? files : [file]),
    },
    rolldownOptions: {
      // No module of ours or of the libraries has a getter with side effects; without this option, a schema that spreads another one could never be dropped.
      // Modules that only define shapes and tables have no side effects either: a screen that uses none of them does not load their chunk.
      treeshake: { propertyReadSideEffects: false, moduleSideEffects: (id) => !/\/features\/[\w/-]+\.ts$/.test(id) },
      input: { app: "index.html", login: "login.html" },
      output: {
        // The shell lists the files of every screen, so their names are short.
        chunkFileNames: "assets/[hash:7].js",
        assetFileNames: "assets/[hash:7][extname]",
        codeSplitting: { groups: [group] },
      },
    },
    assetsInlineLimit: 0,
  },
});
