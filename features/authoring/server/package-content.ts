import type { Content } from "#features/courses/content.ts";
import { launchableItems, type Manifest, type ManifestItem } from "#features/scorm/contract.ts";
import type { PackageItem } from "../contract.ts";

/**
 * The document of a SCORM course: a chapter for each top folder of the organization, and one for items outside folders; a page for each
 * launchable item, in manifest order, completed with its SCO. Page ids are SCO keys, so that a new version of the same package keeps them.
 * minutes: duration of the whole course, distributed over the pages so that they add up.
 */
export function packageContent(
  manifest: Manifest,
  packageId: number,
  course: { title: string; minutes: number; newWindow: boolean },
): Content {
  const launchable = [...new Map(launchableItems(manifest).map((item) => [item.scoKey, item])).values()];
  const share = (index: number) =>
    Math.floor((course.minutes * (index + 1)) / launchable.length) - Math.floor((course.minutes * index) / launchable.length);
  const order = new Map(launchable.map((item, index) => [item, index]));

  const chapters: { title: string; items: ManifestItem[]; isLoose: boolean }[] = [];
  const looseTitle = manifest.organization.title || manifest.title || course.title;
  for (const top of manifest.organization.items) {
    const items = launchableItems({ ...manifest, organization: { ...manifest.organization, items: [top] } }).filter((item) =>
      order.has(item),
    );
    if (items.length === 0) continue;
    const last = chapters.at(-1);
    if (top.children.length > 0) chapters.push({ title: top.title || looseTitle, items, isLoose: false });
    else if (last?.isLoose) last.items.push(...items);
    else chapters.push({ title: looseTitle, items, isLoose: true });
  }
  return {
    chapters: chapters.map(({ title, items }, index) => ({
      id: `chapter-${index + 1}`,
      title,
      pages: items.map((item) => {
        const scoKey = item.scoKey ?? "";
        return {
          id: scoKey,
          title: item.title || item.identifier,
          minutes: share(order.get(item) ?? 0),
          rule: { viewed: false, scorm: true },
          blocks: [{ id: `${scoKey}-b`, kind: "scorm" as const, packageId, scoKey, ...(course.newWindow && { newWindow: true }) }],
        };
      }),
    })),
  };
}

/** The table of contents as a flat list, folders included, by which the author recognises the package. */
export function packageItems(manifest: Manifest): PackageItem[] {
  const walk = (items: readonly ManifestItem[], depth: number): PackageItem[] =>
    items.flatMap((item) => [
      { key: item.scoKey, title: item.title || item.identifier, depth, isSco: item.isSco },
      ...walk(item.children, depth + 1),
    ]);
  return walk(manifest.organization.items, 0);
}
