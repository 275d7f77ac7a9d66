import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Condition } from "#features/conditions/condition.ts";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { Field } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Assignment, GrantedRole, Terms } from "../contract.ts";
import { dayOf, startOfDay } from "./days.ts";
import { scopeGroupsQuery } from "./hooks.ts";

/** What is typed of a role's terms: days in the person's own zone, empty for none. */
export interface TermsDraft {
  readonly kind: "portal" | "groups" | "condition";
  readonly groupIds: readonly number[];
  /** The condition of an assignment that has one; it stays as it is here. */
  readonly condition: Condition | null;
  readonly from: string;
  readonly until: string;
}

export const newTerms: TermsDraft = { kind: "portal", groupIds: [], condition: null, from: "", until: "" };

/** The terms of an assignment as its fields show them; the end is its last day. */
export const draftOf = ({ scope, startsAt, endsAt }: Assignment, zone: string): TermsDraft => ({
  kind: scope.kind,
  groupIds: scope.kind === "groups" ? scope.groupIds : [],
  condition: scope.kind === "condition" ? scope.condition : null,
  from: dayOf(startsAt, zone),
  until: endsAt === null ? "" : dayOf(Date.parse(endsAt) - 1, zone),
});

/** The terms as they are sent; the last day counts as a whole. */
export const termsOf = ({ kind, groupIds, condition, from, until }: TermsDraft, zone: string): Terms => ({
  scope:
    kind === "groups" ? { kind, groupIds: [...groupIds] } : kind === "condition" && condition ? { kind, condition } : { kind: "portal" },
  startsAt: from === "" ? null : startOfDay(from, zone),
  endsAt: until === "" ? null : startOfDay(until, zone, 1),
});

type Props = {
  role: GrantedRole;
  value: TermsDraft;
  onChange: (value: TermsDraft) => void;
  /** What has begun keeps its beginning. */
  hasBegun: boolean;
  errors: Readonly<Record<string, string>>;
};

/** For whom, from when and until when a role holds. */
export function TermsFields({ role, value, onChange, hasBegun, errors }: Props) {
  const { t } = useLingui();
  const day = (name: "from" | "until", label: string, description: string, error?: string) => (
    <Field label={label} isOptional description={description} error={error}>
      {(control) => (
        <input
          type="date"
          {...control}
          className="ui-input"
          value={value[name]}
          onChange={({ target }) => onChange({ ...value, [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <>
      {role === "Manager" && (
        <RadioGroup
          label={t`For whom`}
          options={[
            { id: "portal" as const, label: t`The whole portal`, description: t`Everybody, also people who join later.` },
            {
              id: "groups" as const,
              label: t`Members of groups`,
              description: t`Whoever is in one of them at the time. A change of a group counts at once.`,
            },
            ...(value.condition ? [{ id: "condition" as const, label: t`Whoever fits a condition` }] : []),
          ]}
          value={value.kind}
          onChange={(kind) => onChange({ ...value, kind })}
          error={value.kind === "portal" ? errors["scope"] : undefined}
        />
      )}
      {role === "Manager" && value.kind === "groups" && (
        <ScopeGroups value={value.groupIds} onChange={(groupIds) => onChange({ ...value, groupIds })} error={errors["scope"]} />
      )}
      <div className="roles-days">
        {!hasBegun && day("from", t`First day`, t`Empty: from now on.`, errors["startsAt"])}
        {day("until", t`Last day`, t`Empty: until it is removed.`, errors["endsAt"])}
      </div>
    </>
  );
}

function ScopeGroups({
  value,
  onChange,
  error,
}: {
  value: readonly number[];
  onChange: (ids: number[]) => void;
  error?: string | undefined;
}) {
  const { t } = useLingui();
  const groups = useQuery(scopeGroupsQuery);
  if (groups.isPending) return <Skeleton shape="lines" />;
  const rows = groups.data?.rows ?? [];
  if (groups.isError)
    return (
      <p className="ui-error" role="alert">
        <Trans>The groups could not be loaded. Close this and try again.</Trans>
      </p>
    );
  if (rows.length === 0)
    return (
      <p className="ui-hint">
        <Trans>This portal has no groups yet.</Trans>
      </p>
    );
  return (
    <div className="roles-choices">
      <CheckboxGroup
        label={t`Groups`}
        options={rows.map(({ id, name }) => ({ id: String(id), label: name }))}
        value={value.map(String)}
        onChange={(ids) => onChange(ids.map(Number))}
        error={error}
      />
    </div>
  );
}
