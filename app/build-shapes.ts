import { readFile } from "node:fs/promises";
import type { Plugin } from "vite";

const mark = "?shapes";
const bare = (id: string) => (id.endsWith(mark) ? id.slice(0, -mark.length) : id);
/** What defines blocks, questions and documents of courses: schemas, and what can be asked of a document. */
const isShape = (id: string) =>
  /\/features\/(?:(?:blocks|questions)\/(?:(?!web\/|test\/|server\/)[\w-]+\/)?[\w-]+|courses\/(?:content|draft))\.ts$/.test(id);

/**
 * Gives the editor copies of its own of the modules that define blocks, questions and documents. A module has one file in the bundle, with everything
 * that anybody uses of it: without copies, the one screen that validates, searches and marks whole documents would bring all that, and the schema
 * library, to every learner, who needs a line or two of each. editor: the folder of the feature, as it stands in ids.
 */
export function shapesOfTheirOwn(editor: string): Plugin {
  return {
    name: "stoa-shapes-of-their-own",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!importer || !(importer.endsWith(mark) || importer.includes(editor)) || !/^[.#]/.test(source)) return null;
      const found = await this.resolve(source, bare(importer), { skipSelf: true });
      return found && isShape(found.id) ? { ...found, id: found.id + mark } : found;
    },
    load: {
      filter: { id: /\?shapes$/ },
      handler: async (id) => ({ code: await readFile(bare(id), "utf8"), moduleType: "ts" }),
    },
  };
}
