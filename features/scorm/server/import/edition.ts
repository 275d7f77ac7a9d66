import { phrase } from "#platform/words.ts";
import type { StoredFinding } from "../../manifest.ts";
import { refuse, said, warning } from "./refusal.ts";
import { attributeOf, childOf, childrenOf, type XmlFile } from "./xml.ts";

export interface Edition {
  readonly standard: "1.2" | "2004";
  readonly edition: "1.2" | "2nd" | "3rd" | "4th";
}

const editions: readonly [RegExp, Edition][] = [
  [/2004\s*4th/i, { standard: "2004", edition: "4th" }],
  [/2004\s*3rd/i, { standard: "2004", edition: "3rd" }],
  [/2004\s*(?:1st|2nd)|^(?:CAM\s*)?1\.3/i, { standard: "2004", edition: "2nd" }],
  [/2004/, { standard: "2004", edition: "3rd" }],
  [/\b1\.2(?!\.\d)/, { standard: "1.2", edition: "1.2" }],
];

const asScorm = phrase("Export the course as SCORM 1.2 or SCORM 2004 from the tool it was made with.");

/** The SCORM edition of a manifest, by its schemaversion, else by its namespaces. Refuses other kinds of content packages by name. */
export function editionOf({ root, namespaces }: XmlFile, findings: StoredFinding[]): Edition {
  const metadata = childOf(root, "metadata");
  const version = childOf(metadata, "schemaversion")?.text ?? "";
  const schema = childOf(metadata, "schema")?.text ?? "";
  const spaces = [...namespaces].join(" ").toLowerCase();

  const withLinks = spaces.indexOf("imscp_v1p");
  if (spaces.includes("imsccv1p") || (withLinks !== -1 && spaces.includes("imslticc", withLinks)) || /common cartridge/i.test(schema))
    throw refuse("common_cartridge", "This is a Common Cartridge, not a SCORM package.", asScorm);
  const resources = childrenOf(childOf(root, "resources"), "resource");
  const isScorm = resources.some((each) => attributeOf(each, "scormtype") !== undefined);
  const isQti = /qti/.test(spaces) || /qti/i.test(schema) || resources.some((each) => /^imsqti/i.test(attributeOf(each, "type") ?? ""));
  if (isQti && !isScorm)
    throw refuse("qti", "This is a package of test questions (IMS QTI), not a SCORM package.", "Use a course exported as SCORM.");
  const declared = editions.find(([pattern]) => pattern.test(version))?.[1];
  if (declared) return declared;

  const guessed = /adlcp_v1p3|adlseq|adlnav|imsss/.test(spaces)
    ? ({ standard: "2004", edition: "3rd" } as const)
    : /adlcp_rootv1p2|imscp_rootv1p1p2/.test(spaces)
      ? ({ standard: "1.2", edition: "1.2" } as const)
      : undefined;
  if (!guessed)
    throw refuse(
      "not_scorm",
      "The package does not say that it is SCORM: its manifest names no version of it.",
      asScorm,
      "imsmanifest.xml",
    );
  findings.push(
    warning(
      "version_missing",
      said("The manifest does not say which version of SCORM the package is; it looks like SCORM {standard} and is treated so.", {
        standard: guessed.standard,
      }),
    ),
  );
  return guessed;
}
