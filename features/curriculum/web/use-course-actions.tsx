import { useLingui } from "@lingui/react/macro";
import { Archive, FolderMinus, FolderPlus, Lock, LockOpen, Undo2, UserRoundPen } from "lucide-react";
import type { ListedAction } from "#features/bulk/web/use-bulk-actions.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";

const AskOwner = lazyPart(() => import("./ask-owner.tsx"));
const AskCategory = lazyPart(() => import("./ask-category.tsx"));

/** The actions on chosen courses (features/curriculum/bulk). */
export function useCourseActions(): ListedAction[] {
  const { t } = useLingui();
  const needs = "change-portal-courses" as const;
  const into = t`Put into a category`;
  const outOf = t`Take out of a category`;
  return [
    {
      kind: "course-owner",
      needs,
      label: t`Change the owner`,
      icon: UserRoundPen,
      ask: (goOn) => <AskOwner goOn={goOn} onGiveUp={() => goOn(null)} />,
    },
    {
      kind: "course-category-add",
      needs,
      label: into,
      icon: FolderPlus,
      ask: (goOn) => <AskCategory title={into} goOn={goOn} onGiveUp={() => goOn(null)} />,
    },
    { kind: "course-archive", needs, label: t`Take out of the catalog`, icon: Archive, isMore: true },
    { kind: "course-return", needs, label: t`Put back into the catalog`, icon: Undo2, isMore: true },
    {
      kind: "course-category-remove",
      needs,
      label: outOf,
      icon: FolderMinus,
      isMore: true,
      ask: (goOn) => <AskCategory title={outOf} goOn={goOn} onGiveUp={() => goOn(null)} />,
    },
    { kind: "course-open", needs, label: t`Let everyone enrol`, icon: LockOpen, isMore: true },
    { kind: "course-assigned-only", needs, label: t`Only by assignment`, icon: Lock, isMore: true },
  ];
}
