import { phrase } from "#platform/words.ts";
import type { StoredFinding } from "../../manifest.ts";
import type { PlannedFile } from "./read-directory.ts";
import { refuse, said, shown, warning } from "./refusal.ts";

const NAME = "imsmanifest.xml";
const website = phrase("This looks like an ordinary website. Export the course as SCORM 1.2 or SCORM 2004 from the tool it was made with.");
const asScorm = phrase("Export the course as SCORM 1.2 or SCORM 2004 from the tool it was made with.");
const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1).toLowerCase();
const depthOf = (path: string) => path.split("/").length;

/**
 * Finds imsmanifest.xml and returns its path. When the whole course is in one folder, removes that folder from every path and adds a warning
 * (SCO-2). Refuses a package without a manifest, naming what it is instead if that can be recognised.
 */
export function findManifest(files: readonly PlannedFile[], findings: StoredFinding[]): string {
  const paths = files.map(({ path }) => path);
  const manifests = paths.filter((path) => nameOf(path) === NAME).toSorted((a, b) => depthOf(a) - depthOf(b));
  const [manifest] = manifests;
  if (manifest === undefined) throw missing(paths);
  const folder = manifest.slice(0, manifest.length - NAME.length);
  if (folder === "") return sayCase(manifest, findings);
  const elsewhere = paths.filter((path) => !path.startsWith(folder));
  if (elsewhere.length > 0) {
    const other = otherKind(paths);
    if (other) throw other;
    throw refuse(
      "manifest_nested",
      said(
        'The package\'s manifest lies in the folder "{folder}", and {count, plural, one {another file lies} other {# other files lie}} outside it.',
        { folder: shown(folder.slice(0, -1)), count: elsewhere.length },
      ),
      "Open that folder, select everything in it, and make a zip of that.",
      manifest,
    );
  }
  for (const file of files) file.path = file.path.slice(folder.length);
  findings.push(
    warning(
      "folder_removed",
      said('Everything in the package lay in the folder "{folder}". That folder was taken off, so the course plays here.', {
        folder: shown(folder.slice(0, -1)),
      }),
      "Other systems may need a zip of the folder's contents.",
    ),
  );
  return sayCase(manifest.slice(folder.length), findings);
}

function sayCase(path: string, findings: StoredFinding[]): string {
  if (path !== NAME)
    findings.push(
      warning(
        "manifest_case",
        said("The manifest is called {path} instead of {file}. It works here; other systems may refuse it.", {
          path: shown(path),
          file: NAME,
        }),
        undefined,
        path,
      ),
    );
  return path;
}

function missing(paths: readonly string[]) {
  const other = otherKind(paths);
  if (other) return other;
  const [only] = paths;
  if (paths.length === 1 && only !== undefined && /\.(?:zip|pif)$/i.test(only))
    return refuse(
      "zip_in_zip",
      said("The zip holds another zip: {only}.", { only: shown(only) }),
      "Unpack it once and upload the zip inside.",
    );
  return refuse(
    "manifest_missing",
    said("The package has no {file}, the file that says what is in a SCORM package.", { file: NAME }),
    paths.some((path) => /\.html?$/i.test(path)) ? website : asScorm,
  );
}

/** Recognises a package of another standard by files that only it has. */
function otherKind(paths: readonly string[]) {
  const names = new Set(paths.map(nameOf));
  const ends = (ending: string) => paths.some((path) => path.toLowerCase().endsWith(ending));
  if (names.has("cmi5.xml")) return refuse("cmi5", "This is a cmi5 package, which Stoa does not play yet.", asScorm, "cmi5.xml");
  if (names.has("tincan.xml"))
    return refuse("xapi", "This is an xAPI (Tin Can) package, which Stoa does not play yet.", asScorm, "tincan.xml");
  if (ends(".crs") || ends(".au") || ends(".cst") || ends(".des"))
    return refuse("aicc", "This is an AICC package, an older standard that Stoa does not play.", asScorm);
  if (names.has("h5p.json") || ends(".h5p"))
    return refuse("h5p", "This is an H5P package, which Stoa does not play yet.", asScorm, "h5p.json");
  if (names.has("moodle_backup.xml")) return refuse("moodle", "This is a backup of a Moodle course, not a SCORM package.", asScorm);
  if (names.has("[content_types].xml")) return refuse("office", "This is an Office document, not a SCORM package.", asScorm);
  return undefined;
}
