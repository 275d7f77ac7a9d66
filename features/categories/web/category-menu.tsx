import { useLingui } from "@lingui/react/macro";
import {
  ArrowDown,
  ArrowUp,
  BookOpen,
  Ellipsis,
  Eye,
  EyeOff,
  FolderTree,
  Image,
  Link2,
  Merge,
  Pencil,
  Plus,
  Share2,
  Trash2,
  Unlink,
} from "lucide-react";
import { Button } from "react-aria-components/Button";
import { Icon } from "#ui/icon.tsx";
import { Menu } from "#ui/menu.tsx";
import { toast } from "#ui/toast.ts";
import { mostLevels, type CategoryRow } from "../contract.ts";
import { categoryPath, coursesPath } from "./category-path.ts";

export type CategoryActions = {
  onEdit: (row: CategoryRow) => void;
  onPicture: (row: CategoryRow) => void;
  onAdd: (row: CategoryRow) => void;
  onMoveTo: (row: CategoryRow) => void;
  onStep: (row: CategoryRow, step: 1 | -1) => void;
  onHide: (row: CategoryRow) => void;
  onMerge: (row: CategoryRow) => void;
  onDelete: (row: CategoryRow) => void;
  /** Null for whoever does not share categories. */
  onShare: ((row: CategoryRow, sharing: "offered" | "kept" | "ended") => void) | null;
  onLeave: (row: CategoryRow) => void;
};
type Props = CategoryActions & { category: CategoryRow; isFirst: boolean; isLast: boolean };

/** What one can do with a category. */
export function CategoryMenu({ category, isFirst, isLast, ...on }: Props) {
  const { t } = useLingui();
  const { name, sharing } = category;
  const { onShare } = on;
  const copyLink = () =>
    void navigator.clipboard
      .writeText(`${location.origin}/v${categoryPath(category)}`)
      .then(() => toast({ tone: "success", title: t`The link was copied` }))
      .catch(() => toast({ tone: "danger", title: t`The link could not be copied` }));
  const items = [
    ...(sharing && !onShare ? [] : [{ id: "edit", label: t`Change`, icon: Pencil, onAction: () => on.onEdit(category) }]),
    { id: "picture", label: t`Picture`, icon: Image, onAction: () => on.onPicture(category) },
    ...(category.depth + 1 < mostLevels
      ? [{ id: "add", label: t`Add a category in it`, icon: Plus, onAction: () => on.onAdd(category) }]
      : []),
    { id: "courses", label: t`Show its courses`, icon: BookOpen, to: coursesPath(category) },
    { id: "up", label: t`Move up`, icon: ArrowUp, isDisabled: isFirst, onAction: () => on.onStep(category, -1) },
    { id: "down", label: t`Move down`, icon: ArrowDown, isDisabled: isLast, onAction: () => on.onStep(category, 1) },
    ...(sharing && !sharing.isTop
      ? []
      : [{ id: "move", label: t`Move to another place`, icon: FolderTree, onAction: () => on.onMoveTo(category) }]),
    {
      id: "hide",
      label: category.isHidden ? t`Show in the catalog` : t`Hide from the catalog`,
      icon: category.isHidden ? Eye : EyeOff,
      onAction: () => on.onHide(category),
    },
    { id: "link", label: t`Copy the link`, icon: Link2, onAction: copyLink },
    ...(onShare && (!sharing || (sharing.isTop && !sharing.isOffered))
      ? [{ id: "offer", label: t`Share with all portals`, icon: Share2, onAction: () => onShare(category, "offered") }]
      : []),
    ...(onShare && sharing?.isTop && sharing.isOffered
      ? [{ id: "keep", label: t`Stop offering`, icon: Share2, onAction: () => onShare(category, "kept") }]
      : []),
    ...(sharing?.isTop ? [{ id: "leave", label: t`Make it the portal's own`, icon: Unlink, onAction: () => on.onLeave(category) }] : []),
    ...(onShare && sharing ? [{ id: "end", label: t`End the sharing`, icon: Unlink, onAction: () => onShare(category, "ended") }] : []),
    ...(sharing
      ? []
      : [
          { id: "merge", label: t`Merge into another one`, icon: Merge, onAction: () => on.onMerge(category) },
          { id: "delete", label: t`Delete`, icon: Trash2, tone: "danger" as const, onAction: () => on.onDelete(category) },
        ]),
  ];
  return (
    <Menu
      label={t`Actions for ${name}`}
      items={items}
      trigger={
        <Button className="ui-button" data-variant="quiet" data-size="s" data-icon-only aria-label={t`Actions for ${name}`}>
          <Icon of={Ellipsis} />
        </Button>
      }
    />
  );
}
