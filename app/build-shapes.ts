import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const mark = "?shapes";
const bare = (id: string) => (id.endsWith(mark) ? id.slice(0, -mark.length) : id);
/** The folders of what a course is made of. */
const isOfCourse = (id: string) => /\/features\/(?:blocks|questions|courses)\/[\w/-]+\.ts$/.test(id);

/**
 * Gives a module that reads whole documents of courses copies of its own of the modules that define them. A module has one file in the bundle, with
 * everything that anybody uses of it: without copies, one screen that validates blocks would bring all their schemas, and the schema library, to
 * every screen that shows one. reader: the end of the id of that module, which only exports schemas.
 */
export function shapesOfTheirOwn(reader: string): Plugin {
  return {
    name: "stoa-shapes-of-their-own",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!importer || !(importer.endsWith(mark) || importer.endsWith(reader))) return null;
      const found = await this.resolve(source, bare(importer), { skipSelf: true });
      return found && isOfCourse(found.id) ? { ...found, id: found.id + mark } : found;
    },
    load: {
      filter: { id: /\?shapes$/ },
      handler: async (id) => ({ code: await readFile(bare(id), "utf8"), moduleType: "ts" }),
    },
  };
}
