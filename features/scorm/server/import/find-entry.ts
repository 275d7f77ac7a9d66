import { refuse } from "./refusal.ts";
import type { PlannedFile } from "./read-directory.ts";

const isStart = (path: string) => /^index\.html?$/i.test(path);

/**
 * Finds the page with which web pages begin: index.html at the top. Where everything is in one folder, removes that folder from every path. Where there is
 * no index.html but one page alone at the top, that one is taken.
 */
export function findEntry(files: readonly PlannedFile[]): string {
  const [first] = files;
  const folder = first && /^[^/]+\//.exec(first.path)?.[0];
  if (folder !== undefined && files.every(({ path }) => path.startsWith(folder)))
    for (const file of files) file.path = file.path.slice(folder.length);
  const top = files.map(({ path }) => path).filter((path) => !path.includes("/"));
  const manifest = top.find((path) => path.toLowerCase() === "imsmanifest.xml");
  if (manifest !== undefined)
    throw refuse(
      "is_scorm",
      "This is a SCORM package, which a SCORM course plays.",
      "Create a SCORM course and upload it there.",
      manifest,
    );
  const pages = top.filter((path) => /\.html?$/i.test(path));
  const entry = top.find(isStart) ?? (pages.length === 1 ? pages[0] : undefined);
  if (entry !== undefined) return entry;
  const deeper = files.find(({ path }) => isStart(path.slice(path.lastIndexOf("/") + 1)));
  throw refuse(
    "no_start",
    "The zip has no index.html at its top, the page with which it would begin.",
    "Open the folder that has index.html, select everything in it, and make a zip of that.",
    deeper?.path,
  );
}
