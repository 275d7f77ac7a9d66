import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "vite";

const root = join(import.meta.dirname, "..");
const copies = join(root, "copies");
const original = (id: string) => (id.startsWith(copies) ? root + id.slice(copies.length) : id);
/** What a lesson is made of, and the small library of what is kept on the device. A part with a large library of its own stays one: its library would become a file of both. */
const isOfLessons = (id: string) =>
  /\/features\/(?:blocks|questions|courses)\/[\w/-]+\.tsx?$|\/node_modules\/idb\//.test(id) &&
  !/\/(?:server|test)\/|\/maths\/view\.tsx$|\/pdf-document\.ts$/.test(id);

/**
 * Gives the staff's screens that show and edit whole lessons copies of their own of the modules that lessons are made of. A module has one file in the
 * bundle, with everything that anybody uses of it: without copies, what these screens share with a learner's lesson would be cut into many small
 * files, each a request of the learner's, and would bring the schema library, which only the editor needs. features: these screens' folders, as they
 * stand in ids.
 */
export function copiesForStaff(features: readonly string[]): Plugin {
  return {
    name: "stoa-copies-for-staff",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!importer || !/^(?:[.#]|idb$)/.test(source)) return null;
      if (!importer.startsWith(copies) && !features.some((folder) => importer.includes(folder))) return null;
      const found = await this.resolve(source, original(importer), { skipSelf: true });
      return found && isOfLessons(found.id) ? { ...found, id: copies + found.id.slice(root.length) } : found;
    },
    load: {
      filter: { id: /\/copies\// },
      handler: async (id) => {
        if (!id.startsWith(copies)) return null;
        return { code: await readFile(original(id), "utf8"), moduleType: id.endsWith(".tsx") ? "tsx" : id.endsWith(".ts") ? "ts" : "js" };
      },
    },
  };
}
