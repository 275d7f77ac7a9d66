import { useLingui } from "@lingui/react/macro";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { LinkLife } from "../record-contract.ts";

/** Chooses how long a link to choose a password works. */
export function LinkLives({ value, onChange }: { value: LinkLife; onChange: (life: LinkLife) => void }) {
  const { t } = useLingui();
  return (
    <RadioGroup
      label={t`How long it works`}
      options={[
        { id: "minutes" as const, label: t`30 minutes`, description: t`They are waiting for it now.` },
        { id: "day" as const, label: t`1 day`, description: t`They read messages within a day.` },
        { id: "week" as const, label: t`7 days`, description: t`By letter, or for somebody who starts next week.` },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
