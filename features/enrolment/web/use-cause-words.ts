import { useLingui } from "@lingui/react/macro";
import type { Cause } from "../contract.ts";

/** Returns a function that describes a cause of an enrolment as a sentence (MYC-2). */
export function useCauseWords(): (cause: Cause) => string {
  const { t } = useLingui();
  return ({ kind, by, reference }) => {
    switch (kind) {
      case "self":
        return t`You enrolled yourself`;
      case "person":
        return by ? t`Assigned by ${by}` : t`Assigned to you`;
      case "rule":
        return reference ? t`Required by rule: ${reference}` : t`Required by a rule`;
      case "path":
        return reference ? t`Part of the path ${reference}` : t`Part of a path`;
      case "ccp":
        return reference ? t`Required by ${reference}` : t`Required by a competency program`;
      case "code":
        return reference ? t`Enrolled with the code ${reference}` : t`Enrolled with a code`;
      case "order":
        return reference ? t`Bought in order ${reference}` : t`Bought`;
      case "import":
        return t`Brought over from an earlier system`;
    }
  };
}
