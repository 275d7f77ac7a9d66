import { useLingui } from "@lingui/react/macro";

/** The roles that an invitation can give, in words. */
export function useRoleWords() {
  const { t } = useLingui();
  return { Student: t`Student`, Author: t`Author`, Manager: t`Manager`, Admin: t`Administrator` };
}
