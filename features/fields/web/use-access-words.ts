import { useLingui } from "@lingui/react/macro";
import type { Access, Source } from "../definition.ts";

/** What a role may do with a field's values. */
export function useAccessWords(): Readonly<Record<Access, string>> {
  const { t } = useLingui();
  return { hidden: t`Hidden`, read: t`Read`, edit: t`Edit` };
}

/** Where a field's values come from. */
export function useSourceWords(): Readonly<Record<Source, { label: string; description: string }>> {
  const { t } = useLingui();
  return {
    local: { label: t`People here`, description: t`Edited on the screens of this portal, and by imports` },
    import: { label: t`Imports`, description: t`Only an import changes the values` },
    sso: { label: t`Single sign-on`, description: t`Only the identity provider changes the values, at sign-in` },
    scim: { label: t`SCIM`, description: t`Only the directory changes the values` },
  };
}
