import { lingui, linguiTransformerBabelPreset } from "@lingui/vite-plugin";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import babel from "@rolldown/plugin-babel";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** Builds a gallery page of this folder into `outDir` as the real app is built. Returns the paths of its script and style sheets in that folder. */
export async function buildGallery(outDir: string, page = "gallery.tsx"): Promise<{ script: string; styles: string[] }> {
  const output = await build({
    root: fileURLToPath(new URL("../..", import.meta.url)),
    configFile: false,
    logLevel: "error",
    base: "/",
    plugins: [
      react(),
      lingui(),
      babel({ presets: [linguiTransformerBabelPreset()] }),
      { ...optimizeLocales.vite({ locales: ["en-US"] }), enforce: "pre" },
    ],
    build: {
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      rolldownOptions: { input: fileURLToPath(new URL(page, import.meta.url)) },
    },
  });
  const files = "output" in output ? output.output : [];
  const entry = files.find((file) => file.type === "chunk" && file.isEntry);
  const styles = files.map((file) => file.fileName).filter((name) => name.endsWith(".css") && !name.includes("toast"));
  return { script: entry?.fileName ?? "", styles };
}
