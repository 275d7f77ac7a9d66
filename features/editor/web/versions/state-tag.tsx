import { useLingui } from "@lingui/react/macro";
import { ArrowUpDown, Minus, PenLine, Plus } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { Tag } from "#ui/tag.tsx";

export type State = "added" | "removed" | "moved" | "changed";
const icons: Readonly<Record<State, LucideIcon>> = { added: Plus, removed: Minus, moved: ArrowUpDown, changed: PenLine };
const tones = { added: "success", removed: "danger", moved: "info", changed: "warning" } as const;

/** What became of a part of a course from one version to another. */
export function StateTag({ state }: { state: State }) {
  const { t } = useLingui();
  const words = { added: t`Added`, removed: t`Removed`, moved: t`Moved`, changed: t`Changed` };
  return (
    <Tag icon={icons[state]} tone={tones[state]}>
      {words[state]}
    </Tag>
  );
}
