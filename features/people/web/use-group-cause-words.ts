import { useLingui } from "@lingui/react/macro";
import type { GroupChange } from "../record-contract.ts";

/** Why somebody is in a group, or joined or left one. */
export function useGroupCauseWords(): Readonly<Record<GroupChange["cause"], string>> {
  const { t } = useLingui();
  return {
    hand: t`By hand`,
    import: t`By an import`,
    condition: t`By the condition of the group`,
    code: t`By a code or an invitation`,
    sync: t`By the directory`,
    nested: t`Through another group`,
    undo: t`By an undo`,
    deleted: t`The group was deleted`,
  };
}
