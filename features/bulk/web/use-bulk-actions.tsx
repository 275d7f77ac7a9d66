import { useState, type ReactNode } from "react";
import type { LucideIcon } from "lucide-react";
import type { PermissionId } from "#features/portal/permissions.ts";
import { useMay } from "#features/portal/web/use-may.ts";
import type { BulkAction } from "#ui/list-screen/selection-bar.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import type { Asked } from "./bulk-dialog.tsx";

/** The dialog that previews an action on people or courses and runs it. */
export const BulkDialog = lazyPart(() => import("./bulk-dialog.tsx"));
export type { Asked } from "./bulk-dialog.tsx";

/** An action of a list on what is chosen in it: a kind of app/bulk-kinds.ts, and what it needs. */
export interface ListedAction {
  readonly kind: string;
  /** The permission of the kind: who has a copy of a role without it is not offered the action. */
  readonly needs?: PermissionId;
  /** The button's words: "Deactivate". */
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly isDangerous?: boolean;
  /** In the menu of further actions, not a button of its own. */
  readonly isMore?: boolean;
  readonly input?: object;
  /** Asks the person for the input first, such as a group: shows what it gives, and goes on with the input, or with null for a change of mind. */
  readonly ask?: (goOn: (input: object | null) => void) => ReactNode;
}

/**
 * The actions of a list of people or courses, for the `bulk` of its TableList, and the dialog that previews and runs them, to be rendered anywhere on the screen. list: the
 * name under which app/bulk-kinds.ts finds all that match; at: what that needs besides the list's own query.
 */
export function useBulkActions(
  list: string,
  actions: readonly ListedAction[],
  at: Readonly<Record<string, string>> = {},
): { actions: BulkAction[]; dialog: ReactNode } {
  const [asked, setAsked] = useState<(Asked & { readonly action: ListedAction }) | null>(null);
  const may = useMay();
  const close = () => setAsked(null);
  const needsInput = asked?.input === undefined ? asked?.action.ask : undefined;
  return {
    actions: actions
      .filter(({ needs }) => !needs || may(needs))
      .map((action) => ({
        id: action.kind,
        label: action.label,
        ...(action.icon && { icon: action.icon }),
        ...(action.isDangerous && { isDangerous: true }),
        ...(action.isMore && { isMore: true }),
        run(target, clear) {
          const of =
            "ids" in target
              ? { ids: target.ids.map(Number) }
              : {
                  list,
                  query: {
                    ...at,
                    ...Object.fromEntries(
                      Object.entries(target.all).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
                    ),
                  },
                };
          setAsked({ action, kind: action.kind, input: action.ask ? undefined : (action.input ?? {}), of, clear });
        },
      })),
    dialog:
      asked &&
      (needsInput
        ? needsInput((input) => (input ? setAsked({ ...asked, input }) : close()))
        : asked.input && <BulkDialog asked={asked} onClose={close} onGiveUp={close} />),
  };
}
