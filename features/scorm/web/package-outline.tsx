import { useLingui } from "@lingui/react/macro";
import type { ManifestItem } from "../manifest.ts";
import type { Navigation, Wish } from "../launcher/protocol.ts";
import type { ThreadItem } from "#ui/thread.tsx";
import { Thread } from "#ui/thread.tsx";
import { partsOf } from "./parts-of.ts";

type PackageOutlineProps = {
  title: string;
  items: readonly ManifestItem[];
  navigation: Navigation | null;
  /** SCO keys of completed parts. */
  done: ReadonlySet<string>;
  started: ReadonlySet<string>;
  onChoose: (to: Exclude<Wish, string>) => void;
};

interface Group {
  readonly key: string;
  /** Identifier of the folder that contains the parts; null for the course itself. */
  readonly folder: string | null;
  /** A folder's own parts before and after a subfolder are separate groups; only the first has the link into the folder. */
  readonly isFirst: boolean;
  readonly title: string;
  readonly items: ManifestItem[];
}

/** Parts as groups of one level: parts outside folders are under the course's title, each folder's parts under its own. */
function groupsOf(title: string, items: readonly ManifestItem[], folder: string | null = null): Group[] {
  const groups: Group[] = [];
  const loose = () => {
    const last = groups.at(-1);
    if (last?.folder === folder) return last;
    const isFirst = !groups.some((one) => one.folder === folder);
    const group: Group = { key: `${folder ?? "top"} ${groups.length}`, folder, isFirst, title, items: [] };
    groups.push(group);
    return group;
  };
  for (const item of items) {
    if (!item.isVisible) continue;
    if (item.scoKey !== null) loose().items.push(item);
    if (item.children.length > 0) groups.push(...groupsOf(item.title, item.children, item.identifier));
  }
  return groups;
}

/** The table of contents of a package with several parts. Parts that the package's rules lock are shown as locked. */
export function PackageOutline({ title, items, navigation, done, started, onChoose }: PackageOutlineProps) {
  const { t } = useLingui();
  const groups = groupsOf(title, items);
  const order = partsOf(items).map(({ scoKey }) => scoKey);
  const current = navigation?.current ?? null;
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
        ? { reason: key === opensNext ? t`Opens with Next part.` : t`Opens once the parts before it are finished.` }
        : { onPress: () => onChoose({ scoKey: key }) }),
    };
  };
  return (
    <div className="outline">
      {groups.map((group, index) => (
        <section key={group.key} className="outline-chapter">
          {groups.length > 1 && (
            <h3>
              <FolderName group={group} folders={navigation?.folders ?? []} onChoose={onChoose} />
            </h3>
          )}
          <Thread label={group.title} items={group.items.map(threadItem)} startsJoined={index > 0} endsJoined={index < groups.length - 1} />
        </section>
      ))}
    </div>
  );
}

type FolderNameProps = Pick<PackageOutlineProps, "onChoose"> & Pick<Navigation, "folders"> & { group: Group };

/** A folder's title; a link where the package lets learners choose the folder. */
function FolderName({ group: { folder, isFirst, title }, folders, onChoose }: FolderNameProps) {
  if (folder === null || !isFirst || !folders.includes(folder)) return <bdi>{title}</bdi>;
  return (
    <button type="button" className="scorm-folder" onClick={() => onChoose({ folder })}>
      <bdi>{title}</bdi>
    </button>
  );
}
