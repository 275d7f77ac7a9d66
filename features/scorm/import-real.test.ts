import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchableItems } from "./manifest.ts";
import { openImporter, refusalOf, type Importer } from "./test/importer.ts";

// Third-party packages, where they are present: what an import makes of them.
const content = join(import.meta.dirname, "../../../shared/content");
const real = (pattern: string) => globSync(join(content, pattern)).toSorted();

let importer: Importer;
beforeAll(async () => {
  importer = await openImporter();
});
afterAll(() => importer?.close());

const known = new Map<string, ReturnType<Importer["imported"]>>();
/** The package of an archive, imported when it is first asked for. */
function imported(path: string) {
  const found = known.get(path) ?? importer.imported(readFileSync(path));
  known.set(path, found);
  return found;
}

for (const path of [...real("scorm12/*.zip"), ...real("scorm2004/*.zip"), ...real("adl-scorm2004-4th/packages/*.zip")])
  test(`imports ${basename(path)}`, async () => {
    const found = await imported(path);
    expect(found.standard).toBe(/scorm12/.test(path) ? "1.2" : "2004");
    for (const { href } of launchableItems(found.manifest))
      expect(await importer.packages.resolve(found.storageKey, decodeURIComponent((href ?? "").replace(/[?#].*$/, "")))).not.toBeNull();
  });

// Seen to look for no API, and all others to look for one (play-real.test.ts drives them).
for (const path of [...real("scorm12/*.zip"), ...real("scorm2004/*.zip"), ...real("scorm-stage/*.zip")])
  test(`says whether ${basename(path)} reports`, async () => {
    const { codes } = await imported(path);
    expect(codes.includes("never_reports")).toBe(/ContentPackagingSingleSCO|singlesco/.test(path));
    expect(codes).not.toContain("parts_never_report");
  });

/** The outcome for the broken ones: the refusal's code, or "imported" with the number of parts. */
const judged: Readonly<Record<string, string>> = {
  // Three items that each have a page: a valid package.
  "scorm-bad/MultipleItemsWithIdentifierRef_SCORM12.zip": "imported 3",
  // These two contain only a manifest, and none of the pages that it names.
  "scorm-bad/ComplexNestedOrganization_SCORM12.zip": "launch_file",
  "scorm-bad/MissingRequiredFields_SCORM12.zip": "launch_file",
  "scorm-bad/MissingLaunchUrl_SCORM12.zip": "launch_missing",
  "scorm-bad/MalformedXml_SCORM12.zip": "xml_malformed",
  // One line without an XML element.
  "scorm-bad/badscorm.zip": "xml_malformed",
  "scorm-bad/invalid.zip": "manifest_missing",
  "scorm-bad/NonWorkingSCORM.zip": "empty",
  "zip-encodings/empty.zip": "empty",
  "zip-encodings/test_7zip_927.zip": "manifest_missing",
  "zip-encodings/test_osx_1074.zip": "manifest_missing",
  "zip-encodings/test_win8_de.zip": "manifest_missing",
  "aicc/emp_package.zip": "aicc",
  "aicc/ispring_test1_aicc.zip": "aicc",
  "aicc/validaicc.zip": "aicc",
  "cmi5/masteryscore_framed.zip": "cmi5",
  "cmi5/single_au_basic_framed.zip": "cmi5",
  "xapi-packages/rustici_golf_tincan.zip": "xapi",
  "xapi-packages/watershed_launch.zip": "xapi",
  "qti/canvas_test_qti_1.2.zip": "qti",
  "qti/qti21-Aardvark-cannon.zip": "qti",
  "qti/bad-BadManifest.zip": "xml_malformed",
  "qti/bad-NotContentPackage.zip": "manifest_missing",
};
for (const path of ["scorm-bad", "zip-encodings", "aicc", "cmi5", "xapi-packages", "qti"].flatMap((folder) => real(`${folder}/*.zip`)))
  test(`judges ${path.slice(content.length + 1)}`, async () => {
    const before = await importer.everything();
    const result = await importer.importZip(readFileSync(path));
    expect(result.ok ? `imported ${result.report.scoCount}` : refusalOf(result)?.code).toBe(judged[path.slice(content.length + 1)]);
    if (!result.ok) expect(await importer.everything()).toEqual(before);
  });
