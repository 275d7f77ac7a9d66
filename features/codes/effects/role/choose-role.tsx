import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useState } from "react";
import { rolesQuery } from "#features/roles/web/hooks.ts";
import { scopeDraftOf, ScopeFields, type ScopeDraft } from "#features/roles/web/scope-fields.tsx";
import { useRoleWords } from "#features/roles/web/use-role-words.ts";
import type { RoleScope } from "#features/roles/scope.ts";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { EffectEditor, EffectProps } from "../../web/effect-editor.ts";
import { numberOf, textOf } from "../../web/typed-number.ts";
import type { RoleEffect } from "./role.ts";

/** A scope as it is typed; the schema says what it lacks. */
const scopeOf: Record<RoleScope["kind"], (draft: ScopeDraft) => RoleScope> = {
  portal: () => ({ kind: "portal" }),
  groups: ({ groupIds }) => ({ kind: "groups", groupIds: [...groupIds] }),
  condition: ({ condition }) => ({ kind: "condition", condition }),
  reports: ({ fieldId }) => ({ kind: "reports", fieldId: fieldId ?? 0 }),
  courses: ({ courses }) => ({ kind: "courses", courseIds: courses.map(({ id }) => id) }),
};

function ChooseRole({ value, onChange, names, error }: EffectProps<RoleEffect>) {
  const { t } = useLingui();
  const words = useRoleWords();
  const roles = useQuery(rolesQuery);
  const rows = roles.data?.rows ?? [];
  const [titles, setTitles] = useState(() => new Map(names.map(({ id, name }) => [id, name])));
  const { scope } = value;
  const courses = scope.kind === "courses" ? scope.courseIds.map((id) => ({ id, title: titles.get(id) ?? t`A course that is gone` })) : [];
  const idOf = ({ of, copyId }: { readonly of: string; readonly copyId: number | null }) => `${of}:${copyId ?? ""}`;
  return (
    <>
      <Select
        label={t`Role`}
        options={rows.map((one) => ({ id: idOf(one), label: words.roleName(one) }))}
        value={idOf({ of: value.role, copyId: value.copyId })}
        onChange={(id) => {
          const one = rows.find((row) => idOf(row) === id);
          if (one) onChange({ ...value, role: one.of, copyId: one.copyId, scope: { kind: "portal" } });
        }}
        error={error}
      />
      {value.role === "Manager" && (
        <ScopeFields
          value={scopeDraftOf(scope, courses)}
          onChange={(draft) => {
            setTitles(new Map([...titles, ...draft.courses.map(({ id, title }) => [id, title] as const)]));
            onChange({ ...value, scope: scopeOf[draft.kind](draft) });
          }}
          error={scope.kind === "portal" ? undefined : error}
          holderId={null}
        />
      )}
      <TextField
        label={t`For how many days`}
        description={t`Counted from the day on which somebody uses the code. Empty: until it is removed.`}
        isOptional
        inputMode="numeric"
        value={textOf(value.days)}
        onChange={(text) => onChange({ ...value, days: numberOf(text) })}
      />
    </>
  );
}

export const role: EffectEditor<RoleEffect> = {
  icon: ShieldCheck,
  begin: { role: "Author", copyId: null, scope: { kind: "portal" }, days: null },
  isOffered: (choices) => choices.roles,
  Fields: ChooseRole,
};
