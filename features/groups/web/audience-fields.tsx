import { useLingui } from "@lingui/react/macro";
import { Users, UsersRound } from "lucide-react";
import { everybody, isCombined, type Combined, type Condition } from "#features/conditions/condition.ts";
import { RadioGroup } from "#ui/radio-group.tsx";
import { GroupCondition, type Ask } from "./group-condition.tsx";

/** Whom something is for, as it is put together: the condition is kept while everybody is chosen. */
export interface Audience {
  readonly isLimited: boolean;
  readonly condition: Combined;
}

/** What is stored as what is put together, and back; null: everybody. */
export const audienceFrom = (condition: Condition | null): Audience => ({
  isLimited: condition !== null,
  condition: condition === null ? everybody : isCombined(condition) ? condition : { kind: "all", of: [condition] },
});
export const conditionOf = ({ isLimited, condition }: Audience): Condition | null => (isLimited ? condition : null);
/** Whether it is limited, and by nothing yet. */
export const isEmpty = ({ isLimited, condition }: Audience): boolean => isLimited && condition.of.length === 0;

/** Asks whom something is for: everybody, or whoever fits a condition. ask: whom it would reach. */
export function AudienceFields({ value, onChange, ask }: { value: Audience; onChange: (value: Audience) => void; ask: Ask }) {
  const { t } = useLingui();
  return (
    <>
      <RadioGroup
        label={t`Who it is for`}
        layout="cards"
        options={[
          { id: "all" as const, label: t`Everybody`, description: t`All people of the portal, also those who join later.`, icon: Users },
          {
            id: "some" as const,
            label: t`Whoever fits a condition`,
            description: t`A group, a role, a field, what they are enrolled in: asked anew each time somebody opens a page.`,
            icon: UsersRound,
          },
        ]}
        value={value.isLimited ? "some" : "all"}
        onChange={(id) => onChange({ ...value, isLimited: id === "some" })}
      />
      {value.isLimited && <GroupCondition value={value.condition} onChange={(condition) => onChange({ ...value, condition })} ask={ask} />}
    </>
  );
}
