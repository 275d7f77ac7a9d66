import { useLingui } from "@lingui/react/macro";
import type { RoleScope } from "../scope.ts";
import type { Assignment, GrantedRole, Terms } from "../contract.ts";
import { DayField } from "./day-field.tsx";
import { dayOf, startOfDay } from "./days.ts";
import { scopeDraftOf, ScopeFields, wholePortal, type ScopeDraft } from "./scope-fields.tsx";

/** What is typed of a role's terms: days in the person's own zone, empty for none. */
export interface TermsDraft extends ScopeDraft {
  readonly from: string;
  readonly until: string;
}

export const newTerms: TermsDraft = { ...wholePortal, from: "", until: "" };

/** The terms of an assignment as its fields show them; the end is its last day. */
export const draftOf = ({ scope, courses, startsAt, endsAt }: Assignment, zone: string): TermsDraft => ({
  ...scopeDraftOf(scope, courses),
  from: dayOf(startsAt, zone),
  until: endsAt === null ? "" : dayOf(Date.parse(endsAt) - 1, zone),
});

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
  /** Who holds the role; null while nobody is chosen. */
  holderId: number | null;
};

/** For whom, from when and until when a role holds. */
export function TermsFields({ role, value, onChange, hasBegun, errors, holderId }: Props) {
  const { t } = useLingui();
  const day = (name: "from" | "until", label: string, description: string, error?: string) => (
    <DayField
      label={label}
      isOptional
      description={description}
      error={error}
      value={value[name]}
      onChange={(chosen) => onChange({ ...value, [name]: chosen })}
    />
  );
  return (
    <>
      {role === "Manager" && (
        <ScopeFields value={value} onChange={(scope) => onChange({ ...value, ...scope })} error={errors["scope"]} holderId={holderId} />
      )}
      <div className="roles-days">
        {!hasBegun && day("from", t`First day`, t`Empty: from now on.`, errors["startsAt"])}
        {day("until", t`Last day`, t`Empty: until it is removed.`, errors["endsAt"])}
      </div>
    </>
  );
}
