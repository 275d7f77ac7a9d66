import { useLingui } from "@lingui/react/macro";
import type { ListedAction } from "#features/bulk/web/use-bulk-actions.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";

const SetFieldDialog = lazyPart(() => import("./set-field-dialog.tsx"));

/** The bulk action that gives many people one value in a custom field. */
export function useSetField(): ListedAction {
  const { t } = useLingui();
  return {
    kind: "set-field",
    needs: "edit-people",
    label: t`Set a field`,
    isMore: true,
    ask: (goOn) => <SetFieldDialog goOn={goOn} onGiveUp={() => goOn(null)} />,
  };
}
