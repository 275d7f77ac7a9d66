import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Condition, everybody, isCombined, type Combined } from "#features/conditions/condition.ts";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { RoleScope } from "../scope.ts";
import { scopeGroupsQuery } from "./hooks.ts";
import { ScopeReach } from "./scope-reach.tsx";

/** The builder of conditions is loaded with the first condition. */
const ScopeCondition = lazyPart(() => import("./scope-condition.tsx"));
const ScopeCourses = lazyPart(() => import("./scope-courses.tsx"));

/** A course of a scope. */
export interface ScopeCourse {
  readonly id: number;
  readonly title: string;
}

/** Whom a role reaches, as it is typed. */
export interface ScopeDraft {
  readonly kind: RoleScope["kind"];
  readonly groupIds: readonly number[];
  /** May still lack a text or a choice. */
  readonly condition: Combined;
  /** The field that says who reports to whom; null while none is chosen. */
  readonly fieldId: number | null;
  readonly courses: readonly ScopeCourse[];
}

export const wholePortal: ScopeDraft = { kind: "portal", groupIds: [], condition: everybody, fieldId: null, courses: [] };

/** A scope as its fields show it. courses: those that it names and that are there. */
export const scopeDraftOf = (scope: RoleScope, courses: readonly ScopeCourse[]): ScopeDraft => ({
  kind: scope.kind,
  groupIds: scope.kind === "groups" ? scope.groupIds : [],
  condition:
    scope.kind !== "condition" ? everybody : isCombined(scope.condition) ? scope.condition : { kind: "all", of: [scope.condition] },
  fieldId: scope.kind === "reports" ? scope.fieldId : null,
  courses: scope.kind === "courses" ? courses : [],
});

/** Whom the fields say; null while they are not complete. */
export function scopeOfDraft({ kind, groupIds, condition, fieldId, courses }: ScopeDraft): RoleScope | null {
  if (kind === "reports") return fieldId === null ? null : { kind, fieldId };
  if (kind === "groups") return groupIds.length > 0 ? { kind, groupIds: [...groupIds] } : null;
  if (kind === "courses") return courses.length > 0 ? { kind, courseIds: courses.map(({ id }) => id) } : null;
  if (kind === "portal") return { kind };
  const read = Condition.safeParse(condition);
  return read.success && condition.of.length > 0 ? { kind, condition: read.data } : null;
}

type Props = {
  value: ScopeDraft;
  onChange: (value: ScopeDraft) => void;
  error?: string | undefined;
  /** Who holds the role; null while nobody is chosen, so that nobody can be counted who reports to them. */
  holderId: number | null;
};

/** Whom a manager's role reaches: everybody, members of groups, whoever fits a condition, their reports, or whoever is in some courses; and how many that is now. */
export function ScopeFields({ value, onChange, error, holderId }: Props) {
  const { t } = useLingui();
  return (
    <>
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
          {
            id: "reports" as const,
            label: t`Their direct reports`,
            description: t`Whoever names them in a field such as “Supervisor” at the time.`,
          },
          {
            id: "courses" as const,
            label: t`Participants of courses`,
            description: t`Whoever is enrolled in one of them at the time. What is done about courses is for these courses only.`,
          },
        ]}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
        error={value.kind === "portal" ? error : undefined}
      />
      {value.kind === "groups" && (
        <ScopeGroups value={value.groupIds} onChange={(groupIds) => onChange({ ...value, groupIds })} error={error} />
      )}
      {value.kind === "condition" && (
        <ScopeCondition value={value.condition} onChange={(condition) => onChange({ ...value, condition })} error={error} />
      )}
      {value.kind === "reports" && (
        <ReportsField value={value.fieldId} onChange={(fieldId) => onChange({ ...value, fieldId })} error={error} />
      )}
      {value.kind === "courses" && (
        <ScopeCourses value={value.courses} onChange={(courses) => onChange({ ...value, courses })} error={error} />
      )}
      <ScopeReach scope={value.kind === "reports" && holderId === null ? null : scopeOfDraft(value)} holderId={holderId} />
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

/** The field that says who reports to whom; the first one is chosen. */
function ReportsField({ value, onChange, error }: { value: number | null; onChange: (id: number) => void; error?: string | undefined }) {
  const { t } = useLingui();
  const choices = useQuery(scopeGroupsQuery);
  if (choices.isPending) return <Skeleton shape="lines" />;
  if (choices.isError)
    return (
      <p className="ui-error" role="alert">
        <Trans>The fields could not be loaded. Close this and try again.</Trans>
      </p>
    );
  const { fields } = choices.data;
  if (fields.length === 0)
    return (
      <p className="ui-hint">
        <Trans>
          No field says who reports to whom. It takes a field of people, such as “Supervisor”, that managers and authors may not edit.
        </Trans>
      </p>
    );
  return (
    <Select
      label={t`Field that names them`}
      description={t`Managers and authors may not edit it, so that nobody widens their own rights.`}
      options={fields.map(({ id, name }) => ({ id: String(id), label: name }))}
      value={fields.some(({ id }) => id === value) ? String(value) : null}
      placeholder={t`Choose a field`}
      onChange={(id) => onChange(Number(id))}
      error={error}
    />
  );
}
