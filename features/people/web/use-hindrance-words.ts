import { useLingui } from "@lingui/react/macro";
import type { Hindrance } from "../person-policy.ts";

/** Why a person's page only shows and changes nothing. */
export function useHindranceWords(): Record<Hindrance, string> {
  const { t } = useLingui();
  return {
    self: t`This is you. You change your own data in My account.`,
    admin: t`Only an admin changes an admin.`,
    systemAdmin: t`Only a system admin changes a system admin.`,
  };
}
