import { useLingui } from "@lingui/react/macro";
import type { ManifestItem } from "../manifest.ts";
import type { Navigation, Wish } from "../launcher/protocol.ts";
import type { ThreadItem } from "#ui/thread.tsx";
import { Thread } from "#ui/thread.tsx";
import { partsOf } from "./parts-of.ts";

type PackageOutlineProps = {
  organization: { readonly identifier: string; readonly title: string; readonly items: readonly ManifestItem[] };
  navigation: Navigation | null;
  /** SCO keys of completed parts. */
  done: ReadonlySet<string>;
  started: ReadonlySet<string>;
  onChoose: (to: Exclude<Wish, string>) => void;
};

interface Group {
  readonly key: string;
  /** Identifier of the folder that contains the parts, or of the whole organization. */
  readonly folder: string;
  /** A folder's own parts before and after a subfolder are separate groups; only the first has the link into the folder. */
  readonly isFirst: boolean;
  readonly title: string;
  readonly items: ManifestItem[];
}

interface Shown {
  isShown(item: ManifestItem): boolean;
  /** Whether a folder may be chosen: then it has a heading, also without parts of its own. */
  isOpen(folder: string): boolean;
}

/** Parts as groups of one level: parts outside folders are under the course's title, each folder's parts under its own. */
function groupsOf({ identifier: folder, title, items }: PackageOutlineProps["organization"], shown: Shown): Group[] {
  const groups: Group[] = [];
  const own = () => {
    const last = groups.at(-1);
    if (last?.folder === folder) return last;
    const isFirst = !groups.some((one) => one.folder === folder);
    const group: Group = { key: `${folder} ${groups.length}`, folder, isFirst, title, items: [] };
    groups.push(group);
    return group;
  };
  if (shown.isOpen(folder)) own();
  for (const item of items) {
    if (!item.isVisible) continue;
    if (item.scoKey !== null && shown.isShown(item)) own().items.push(item);
    if (item.children.length > 0) groups.push(...groupsOf({ ...item, items: item.children }, shown));
  }
  return groups;
}

/**
 * The table of contents of a package with several parts. Parts that the package's rules lock are shown as locked; those that it hides from choice only
 * while they are open.
 */
export function PackageOutline({ organization, navigation, done, started, onChoose }: PackageOutlineProps) {
  const { t } = useLingui();
  const current = navigation?.current ?? null;
  const groups = groupsOf(organization, {
    isShown: ({ scoKey }) => scoKey === current || !navigation?.hidden.includes(scoKey ?? ""),
    isOpen: (folder) => navigation?.folders.includes(folder) ?? false,
  });
  // The course itself has a heading beside those of its folders; alone, its title stands above the outline.
  const hasFolders = groups.some(({ folder }) => folder !== organization.identifier);
  const order = partsOf(organization.items).map(({ scoKey }) => scoKey);
  // The next part's rules are only evaluated when the learner leaves the current one; until then a completed part shows it as opening next.
  const opensNext = current !== null && done.has(current) && navigation?.canContinue ? order[order.indexOf(current) + 1] : undefined;
  const threadItem = ({ scoKey, title: label }: ManifestItem): ThreadItem => {
    const key = scoKey ?? "";
    const isCurrent = current === key;
    const isLocked = !isCurrent && (navigation?.locked.includes(key) ?? false);
    return {
      id: key,
      label,
      state: done.has(key) ? "complete" : isLocked ? "locked" : started.has(key) || isCurrent ? "started" : "empty",
      isCurrent,
      ...(isLocked
        ? {
            reason:
              key === opensNext
                ? t`Opens with Next part.`
                : navigation?.inOrder.includes(key)
                  ? t`Opens in its turn, with Next part.`
                  : t`Opens once the parts before it are complete.`,
          }
        : { onPress: () => onChoose({ scoKey: key }) }),
    };
  };
  return (
    <div className="outline">
      {groups.map((group, index) => (
        <section key={group.key} className="outline-chapter">
          {hasFolders && (
            <h3>
              <FolderName group={group} folders={navigation?.folders ?? []} onChoose={onChoose} />
            </h3>
          )}
          {group.items.length > 0 && (
            <Thread
              label={group.title}
              items={group.items.map(threadItem)}
              startsJoined={index > 0}
              endsJoined={index < groups.length - 1}
            />
          )}
        </section>
      ))}
    </div>
  );
}

type FolderNameProps = Pick<PackageOutlineProps, "onChoose"> & Pick<Navigation, "folders"> & { group: Group };

/** A folder's title; a link where the package lets learners choose the folder. */
function FolderName({ group: { folder, isFirst, title }, folders, onChoose }: FolderNameProps) {
  if (!isFirst || !folders.includes(folder)) return <bdi>{title}</bdi>;
  return (
    <button type="button" className="scorm-folder" onClick={() => onChoose({ folder })}>
      <bdi>{title}</bdi>
    </button>
  );
}
