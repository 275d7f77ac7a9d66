import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { contractsForTheBrowser } from "./app/build-contracts.ts";

// The languages whose words React Aria brings along; ours come from locales/.
const LOCALES = ["en-US", "de-DE", "ar-AE", "es-ES", "fr-FR"];

// Nothing in the bundle depends on the environment: one build serves every host (decision "runtime config").
export default defineConfig({
  base: "/v/",
  // Filled in by the server for every answer (features/portal/server/page.ts).
  html: { cspNonce: "__STOA_NONCE__" },
  envPrefix: "STOA_NOTHING_IS_EXPOSED_",
  plugins: [
    { ...contractsForTheBrowser(), enforce: "pre" },
    react(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset()] }),
    { ...optimizeLocales.vite({ locales: LOCALES }), enforce: "pre" },
  ],
  build: {
    outDir: "dist",
    manifest: true,
    target: "es2022",
    rolldownOptions: {
      // Schemas are plain data: one that nobody reads may go, and the schema library with the last of them.
      treeshake: { manualPureFunctions: ["z", "endpoint"] },
    },
    assetsInlineLimit: 0,
  },
});
