import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Condition, everybody, isCombined, type Combined } from "#features/conditions/condition.ts";
import { lazyPart } from "#ui/lazy-part.tsx";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { Field } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { RoleScope } from "../scope.ts";
import type { Assignment, GrantedRole, Terms } from "../contract.ts";
import { dayOf, startOfDay } from "./days.ts";
import { scopeGroupsQuery } from "./hooks.ts";
import { ScopeReach } from "./scope-reach.tsx";

/** The builder of conditions is loaded with the first condition. */
const ScopeCondition = lazyPart(() => import("./scope-condition.tsx"));

/** What is typed of a role's terms: days in the person's own zone, empty for none. */
export interface TermsDraft {
  readonly kind: "portal" | "groups" | "condition";
  readonly groupIds: readonly number[];
  /** May still lack a text or a choice. */
  readonly condition: Combined;
  readonly from: string;
  readonly until: string;
}

export const newTerms: TermsDraft = { kind: "portal", groupIds: [], condition: everybody, from: "", until: "" };

/** The terms of an assignment as its fields show them; the end is its last day. */
export const draftOf = ({ scope, startsAt, endsAt }: Assignment, zone: string): TermsDraft => ({
  kind: scope.kind,
  groupIds: scope.kind === "groups" ? scope.groupIds : [],
  condition:
    scope.kind !== "condition" ? everybody : isCombined(scope.condition) ? scope.condition : { kind: "all", of: [scope.condition] },
  from: dayOf(startsAt, zone),
  until: endsAt === null ? "" : dayOf(Date.parse(endsAt) - 1, zone),
});

/** Whom the fields say; null while they are not complete. */
export function scopeOfDraft({ kind, groupIds, condition }: TermsDraft): RoleScope | null {
  if (kind === "groups") return groupIds.length > 0 ? { kind, groupIds: [...groupIds] } : null;
  if (kind === "portal") return { kind };
  const read = Condition.safeParse(condition);
  return read.success && condition.of.length > 0 ? { kind, condition: read.data } : null;
}

/** The terms as they are sent; the last day counts as a whole. */
export const termsOf = (scope: RoleScope, { from, until }: TermsDraft, zone: string): Omit<Terms, "copyId"> => ({
  scope,
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
            {
              id: "condition" as const,
              label: t`Whoever fits a condition`,
              description: t`Whoever fits it at the time, also people who join later.`,
            },
          ]}
          value={value.kind}
          onChange={(kind) => onChange({ ...value, kind })}
          error={value.kind === "portal" ? errors["scope"] : undefined}
        />
      )}
      {role === "Manager" && value.kind === "groups" && (
        <ScopeGroups value={value.groupIds} onChange={(groupIds) => onChange({ ...value, groupIds })} error={errors["scope"]} />
      )}
      {role === "Manager" && value.kind === "condition" && (
        <ScopeCondition value={value.condition} onChange={(condition) => onChange({ ...value, condition })} error={errors["scope"]} />
      )}
      {role === "Manager" && <ScopeReach scope={scopeOfDraft(value)} />}
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
