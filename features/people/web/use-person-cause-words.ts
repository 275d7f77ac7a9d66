import { useLingui } from "@lingui/react/macro";
import type { PersonCause } from "../person-contract.ts";

/** Returns a function that says why somebody else is enrolled (MYC-2). */
export function usePersonCauseWords(): (cause: Pick<PersonCause, "kind" | "by" | "reference">) => string {
  const { t } = useLingui();
  return ({ kind, by, reference }) => {
    switch (kind) {
      case "self":
        return t`Enrolled themselves`;
      case "person":
        return by ? t`Enrolled by ${by}` : t`Enrolled by somebody who is no longer here`;
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
