import type { StoredFinding } from "../../manifest.ts";
import { joinInside, type PackageFiles } from "./package-files.ts";
import { refuse, said, shown, warning } from "./refusal.ts";
import { attributeOf, childrenOf, type XmlNode } from "./xml.ts";

/** A resource of the manifest with its folder (all xml:base attributes above it, joined). */
export interface Resource {
  readonly node: XmlNode;
  readonly base: string;
}

/** All resources by identifier. */
export function resourcesOf(manifest: XmlNode): Map<string, Resource> {
  const found = new Map<string, Resource>();
  const outer = baseBelow("", manifest);
  for (const list of childrenOf(manifest, "resources")) {
    const middle = baseBelow(outer, list);
    for (const node of childrenOf(list, "resource")) {
      const identifier = attributeOf(node, "identifier");
      if (identifier && !found.has(identifier)) found.set(identifier, { node, base: baseBelow(middle, node) });
    }
  }
  return found;
}

/** xml:base is a URL: what follows its last slash would be a file name, but some tools leave out a folder's slash. */
function baseBelow(outer: string, node: XmlNode): string {
  const own = attributeOf(node, "base")?.trim().replaceAll("\\", "/") ?? "";
  if (own === "") return outer;
  if (isElsewhere(own)) throw elsewhere(own);
  const inner = joinInside(outer, own);
  if (inner === null) throw outside(own);
  return inner;
}

const isElsewhere = (address: string) => /^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith("//");
const elsewhere = (address: string) =>
  refuse(
    "launch_elsewhere",
    said("The package does not hold its own content: it starts a page somewhere else ({address}).", { address: shown(address) }),
    "Export the course with its content inside the package.",
  );
const outside = (address: string) =>
  refuse(
    "launch_outside",
    said("The manifest names a file outside the package: {address}.", { address: shown(address) }),
    "Export the package again from the tool it was made with.",
  );

const escaped = (path: string) => path.split("/").map(encodeURIComponent).join("/");

/** The URL that a resource starts at, checked against the package's files; see `href` in manifest.ts. */
export function launchAddress({ node, base }: Resource, title: string, files: PackageFiles, findings: StoredFinding[]): string {
  const href = attributeOf(node, "href")?.trim().replaceAll("\\", "/") ?? "";
  if (href === "")
    throw refuse(
      "launch_missing",
      said('The manifest does not say which file "{title}" starts with.', { title: shown(title) }),
      "Export the package again from the tool it was made with.",
      "imsmanifest.xml",
    );
  if (isElsewhere(href)) throw elsewhere(href);
  const [, path = "", rest = ""] = /^([^?#]*)(.*)$/s.exec(href) ?? [];
  const inside = joinInside(base, path);
  if (inside === null) throw outside(href);
  // A base without a slash may also name a file next to which the content lies.
  const found = files.findAddress(inside) ?? files.findAddress(joinInside(base.slice(0, base.lastIndexOf("/") + 1), path) ?? inside);
  if (!found)
    throw refuse(
      "launch_file",
      said('The file that "{title}" starts with is not in the package: {inside}.', { title: shown(title), inside: shown(inside) }),
      "Export the package again from the tool it was made with, and upload that zip without changing it.",
      inside,
    );
  if (!found.exact && found.path.toLowerCase() === inside.toLowerCase())
    findings.push(
      warning(
        "launch_case",
        said('The manifest writes the file "{inside}" in another case than the package does. It works here; other systems may refuse it.', {
          inside: shown(inside),
        }),
        undefined,
        found.path,
      ),
    );
  return `${escaped(found.path)}${rest.replace(/[\s"<>\\^`{|}]/g, encodeURIComponent)}`;
}

/** Files that the manifest lists for these resources and the package does not contain. */
export function missingFiles(resources: Iterable<Resource>, files: PackageFiles): string[] {
  const missing = new Set<string>();
  for (const { node, base } of resources)
    for (const file of childrenOf(node, "file")) {
      const href = attributeOf(file, "href")?.trim().replaceAll("\\", "/") ?? "";
      const path = href.replace(/[?#].*$/s, "");
      if (path === "" || isElsewhere(path)) continue;
      const inside = joinInside(base, path);
      if (inside === null || !files.findAddress(inside)) missing.add(inside ?? path);
    }
  return [...missing];
}
