import { phrase } from "#platform/words.ts";
import type { StoredFinding, Manifest, ManifestItem } from "../../manifest.ts";
import { editionOf } from "./edition.ts";
import { launchAddress, missingFiles, resourcesOf, type Resource } from "./launch.ts";
import type { ImportLimits } from "./limits.ts";
import type { PackageFiles } from "./package-files.ts";
import { refuse, said, shown, warning } from "./refusal.ts";
import { ownSequencing, sequencingCollection } from "./sequencing.ts";
import { attributeOf, childOf, childrenOf, readXml, type XmlNode } from "./xml.ts";

const NAME = "imsmanifest.xml";
const EXPORT = phrase("Export the package again from the tool it was made with.");
const TITLE_LENGTH = 500;

/**
 * Parses and checks imsmanifest.xml, adding to `findings`. Returns the manifest and those of its items that can be opened. Throws
 * the refusal of a package that could not be played.
 */
export function parseManifest(
  bytes: Buffer,
  files: PackageFiles,
  findings: StoredFinding[],
  limits: ImportLimits,
): { manifest: Manifest; launchable: ManifestItem[] } {
  if (bytes.length > limits.manifestBytes) throw refuse("manifest_large", "The manifest of the package is larger than 5 MB.", EXPORT, NAME);
  const file = readXml(bytes, NAME, limits);
  const { root } = file;
  if (root.name !== "manifest")
    throw refuse(
      "not_manifest",
      said("The file {file} is not a manifest: it begins with <{element}>.", { file: NAME, element: shown(root.name) }),
      EXPORT,
      NAME,
    );
  if (file.wrongEncoding)
    findings.push(
      warning("encoding", "The manifest is not written in the encoding it declares; letters with accents may look wrong.", EXPORT, NAME),
    );
  const { standard, edition } = editionOf(file, findings);
  const organization = defaultOrganization(root, findings);
  const resources = resourcesOf(root);

  let scos = 0;
  let items = 0;
  const launchable: ManifestItem[] = [];
  const ofScos = new Set<Resource>();
  const itemOf = (node: XmlNode): ManifestItem => {
    items += 1;
    if (items > limits.items)
      throw refuse(
        "many_items",
        said("The package's outline has more than {count, number} entries.", { count: limits.items }),
        "Split the course into several packages.",
        NAME,
      );
    const identifier = attributeOf(node, "identifier") || `item-${items}`;
    const title = titleOf(node) ?? `Part ${items}`;
    const position = items;
    const scoKeyOf = () => `sco-${(scos += 1)}`;
    const below = childrenOf(node, "item");
    const reference = attributeOf(node, "identifierref");
    const resource = reference === undefined ? undefined : resources.get(reference);
    const launches = resource !== undefined && !(standard === "2004" && below.length > 0);
    if (reference !== undefined && !resource && below.length === 0)
      throw refuse(
        "launch_resource",
        said('The manifest does not say which file "{title}" starts with: it names "{reference}", which is not listed.', {
          title: shown(title),
          reference: shown(reference),
        }),
        EXPORT,
        NAME,
      );
    if (reference === undefined && below.length === 0)
      findings.push(warning("empty_item", said('"{title}" is in the outline but has nothing to open.', { title: shown(title) })));
    if (!titleOf(node))
      findings.push(warning("title_missing", said('An entry of the outline has no title; it is called "Part {position}".', { position })));
    const type = resource && attributeOf(resource.node, "scormtype");
    if (launches && !type)
      findings.push(
        warning(
          "type_missing",
          said('The manifest does not say whether "{title}" reports results; it is taken as a page that does not.', {
            title: shown(title),
          }),
        ),
      );
    const scoKey = launches ? scoKeyOf() : null;
    if (launches && type?.toLowerCase() === "sco") ofScos.add(resource);
    const item: ManifestItem = {
      identifier,
      title,
      isVisible: !/^(?:false|0)$/i.test(attributeOf(node, "isvisible") ?? "true"),
      scoKey,
      href: launches ? launchAddress(resource, title, files, findings) : null,
      isSco: type?.toLowerCase() === "sco" && launches,
      ...details(node, findings, title),
      children: [],
    };
    if (launches) launchable.push(item);
    item.children = below.map(itemOf);
    return item;
  };

  const top = childrenOf(organization, "item").map(itemOf);
  if (scos === 0) throw refuse("nothing_to_launch", "The package's outline has nothing that could be opened.", EXPORT, NAME);
  const missing = missingFiles(ofScos, files);
  if (missing.length > 0) throw incomplete(missing);
  sayMissing(missingFiles(resources.values(), files), findings);

  const title = titleOf(organization) ?? top[0]?.title ?? "Course";
  if (!titleOf(organization))
    findings.push(warning("title_missing", said('The package has no title; "{title}" is used.', { title: shown(title) })));
  const collection = sequencingCollection(root);
  const manifest: Manifest = {
    standard,
    edition,
    title,
    organization: {
      identifier: attributeOf(organization, "identifier") || "organization",
      title,
      ...flag(organization, "objectivesGlobalToSystem"),
      ...flag(organization, "sharedDataGlobalToSystem"),
      ...threshold(organization),
      ...optional("sequencing", ownSequencing(organization)),
      items: top,
    },
    ...optional("sequencingCollection", collection),
  };
  return { manifest, launchable };
}

function defaultOrganization(root: XmlNode, findings: StoredFinding[]): XmlNode {
  const list = childOf(root, "organizations");
  const all = childrenOf(list, "organization");
  const [first] = all;
  if (!list || !first) throw refuse("no_organization", "The manifest lists no course: it has no organization.", EXPORT, NAME);
  const wanted = attributeOf(list, "default");
  const found = wanted === undefined ? first : all.find((each) => attributeOf(each, "identifier") === wanted);
  if (!found) findings.push(warning("default_organization", "The manifest's default organization does not exist; the first one is used."));
  if (all.length > 1)
    findings.push(warning("organizations", said("The package holds {count} courses; the default one is used.", { count: all.length })));
  return found ?? first;
}

const titleOf = (node: XmlNode) => childOf(node, "title")?.text.replace(/\s+/g, " ").slice(0, TITLE_LENGTH).toWellFormed() || undefined;

const optional = <K extends string, V>(key: K, value: V | undefined) => (value === undefined ? {} : ({ [key]: value } as Record<K, V>));

/** What an item declares besides its title: elements and attributes of SCORM 1.2 and 2004, with any prefix. */
function details(node: XmlNode, findings: StoredFinding[], title: string) {
  const text = (name: string) => childOf(node, name)?.text || undefined;
  const mastery = text("masteryscore");
  const masteryScore = mastery === undefined ? undefined : Number(mastery);
  const usable = masteryScore !== undefined && masteryScore >= 0 && masteryScore <= 100;
  if (mastery !== undefined && !usable)
    findings.push(
      warning(
        "mastery_score",
        said('The pass mark of "{title}" is not a number from 0 to 100 ({mastery}) and is not used.', {
          title: shown(title),
          mastery: shown(mastery),
        }),
      ),
    );
  const hidden = childrenOf(childOf(childOf(node, "presentation"), "navigationInterface"), "hideLMSUI").map((each) => each.text);
  const maps = childrenOf(childOf(node, "data"), "map").map((each) => Object.fromEntries(each.attributes));
  return {
    ...optional("parameters", attributeOf(node, "parameters") || undefined),
    ...optional("prerequisites", text("prerequisites")),
    ...optional("masteryScore", usable ? masteryScore : undefined),
    ...optional("maxTimeAllowed", text("maxtimeallowed")),
    ...optional("timeLimitAction", text("timelimitaction")),
    ...optional("dataFromLms", childOf(node, "datafromlms")?.text || undefined),
    ...threshold(node),
    ...(hidden.length > 0 && { hideLmsUi: hidden }),
    ...(maps.length > 0 && { data: maps }),
    ...optional("sequencing", ownSequencing(node)),
  };
}

/** The completion threshold: the 4th edition uses attributes, earlier editions a number. */
function threshold(node: XmlNode) {
  const found = childOf(node, "completionThreshold");
  if (!found) return {};
  const attributes = Object.fromEntries(found.attributes);
  return { completionThreshold: found.text ? { completedByMeasure: "true", minProgressMeasure: found.text, ...attributes } : attributes };
}

function flag<K extends string>(node: XmlNode, name: K) {
  const value = attributeOf(node, name);
  return optional(name, value === undefined ? undefined : !/^(?:false|0)$/i.test(value));
}

const LISTED = 20;
const listed = (paths: readonly string[], most: number) => paths.slice(0, most).map(shown).join(", ") + (paths.length > most ? " …" : "");

/** The refusal of a package that lacks files which its parts need, with the list of them. */
export const incomplete = (missing: readonly string[]) =>
  refuse(
    "files_incomplete",
    said("The package lacks {count, plural, one {a file} other {# files}} that its parts need: {files}.", {
      count: missing.length,
      files: listed(missing, LISTED),
    }),
    "Export the package again from the tool it was made with, and upload that zip without changing it.",
  );

function sayMissing(missing: string[], findings: StoredFinding[]) {
  if (missing.length === 0) return;
  findings.push(
    warning(
      "files_missing",
      said("The manifest lists {count, plural, one {a file} other {# files}} that the package does not hold: {files}.", {
        count: missing.length,
        files: listed(missing, 3),
      }),
      "Open every part once as a test before you publish.",
    ),
  );
}
