import { useLingui } from "@lingui/react/macro";
import type { ListedAction } from "#features/bulk/web/use-bulk-actions.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";

const PickGroupDialog = lazyPart(() => import("./pick-group-dialog.tsx"));

/** The bulk actions on groups, for useBulkActions of any list of people: into a group, and out of one. */
export function useGroupActions(): readonly ListedAction[] {
  const { t } = useLingui();
  const action = (kind: string, label: string): ListedAction => ({
    kind,
    label,
    needs: "fill-groups",
    isMore: true,
    ask: (goOn) => <PickGroupDialog title={label} goOn={goOn} onGiveUp={() => goOn(null)} />,
  });
  return [action("add-to-group", t`Add to a group`), action("remove-from-group", t`Remove from a group`)];
}
