import { useLingui } from "@lingui/react/macro";
import { UsersRound } from "lucide-react";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import type { EffectEditor, EffectProps } from "../../web/effect-editor.ts";
import type { GroupsEffect } from "./groups.ts";

function ChooseGroups({ value, onChange, choices, error }: EffectProps<GroupsEffect>) {
  const { t } = useLingui();
  return (
    <div className="code-choices">
      <CheckboxGroup
        label={t`Groups`}
        options={choices.groups.map(({ id, name }) => ({ id: String(id), label: name }))}
        value={value.groupIds.map(String)}
        onChange={(ids) => onChange({ groupIds: ids.map(Number) })}
        error={error}
      />
    </div>
  );
}

export const groups: EffectEditor<GroupsEffect> = {
  icon: UsersRound,
  begin: { groupIds: [] },
  isOffered: (choices) => choices.groups.length > 0,
  Fields: ChooseGroups,
};
