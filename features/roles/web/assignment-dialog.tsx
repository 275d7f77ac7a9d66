import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { FormDialog } from "#ui/form-dialog.tsx";
import { Select } from "#ui/select.tsx";
import { toast } from "#ui/toast.ts";
import { useZone } from "#ui/zone.ts";
import type { Assignment, GrantedRole } from "../contract.ts";
import { rolesQuery, useChangeAssignment, useGrantRole } from "./hooks.ts";
import { PersonPicker } from "./person-picker.tsx";
import { scopeOfDraft } from "./scope-fields.tsx";
import { draftOf, newTerms, TermsFields, termsOf } from "./terms-fields.tsx";
import { useRoleWords } from "./use-role-words.ts";

type Props = {
  role: GrantedRole;
  /** The assignment to change; null to give the role to somebody. */
  assignment: Assignment | null;
  /** Whose role is given to somebody else too: their deputy. It starts with the same people. */
  like?: Assignment;
  /** To whom the role is given, where that is clear; else they are chosen. */
  person?: { readonly userId: number; readonly name: string };
  onClose: () => void;
};

/** Gives somebody a role, or changes for whom and until when they hold it. Mounted again at each opening. */
export function AssignmentDialog({ role, assignment, like, person, onClose }: Props) {
  const { t } = useLingui();
  const zone = useZone();
  const words = useRoleWords();
  const [userId, setUserId] = useState<number | null>(person?.userId ?? null);
  const [terms, setTerms] = useState(
    assignment ? draftOf(assignment, zone) : like ? { ...draftOf(like, zone), from: "", until: "" } : newTerms,
  );
  const [copyId, setCopyId] = useState((assignment ?? like)?.copy?.id ?? null);
  const roles = useQuery(rolesQuery);
  const choices = roles.data?.rows.filter(({ of }) => of === role) ?? [];
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState("");
  const grant = useGrantRole();
  const change = useChangeAssignment();
  const isSaving = grant.isPending || change.isPending;
  const hasBegun = assignment !== null && assignment.state !== "later";
  const name = assignment?.name ?? person?.name ?? "";
  const likeName = like?.name ?? "";
  const roleName = words.role[role];

  function save() {
    if (isSaving) return;
    setFailure("");
    if (!assignment && userId === null) return setErrors({ userId: t`Choose a person.` });
    const scope = role === "Manager" ? scopeOfDraft(terms) : { kind: "portal" as const };
    const lacking = {
      portal: "",
      groups: t`Choose at least one group.`,
      condition: t`Say at least one thing that people must fit.`,
      reports: t`Choose a field that says who reports to whom.`,
      courses: t`Choose at least one course.`,
    };
    if (!scope) return setErrors({ scope: lacking[terms.kind] });
    if (like && terms.until === "") return setErrors({ endsAt: t`Say until when.` });
    setErrors({});
    const asked = { ...termsOf(scope, terms, zone), copyId };
    const outcome = {
      onSuccess() {
        toast({ tone: "success", title: assignment ? t`Role changed` : t`Role given` });
        onClose();
      },
      onError(error: Error) {
        const fields = error instanceof CallError ? error.errors : [];
        setErrors(Object.fromEntries(fields.map(({ field, message }) => [field.split(".")[0] ?? field, message])));
        if (fields.length === 0) setFailure(error.message);
      },
    };
    if (assignment) change.mutate({ id: assignment.id, ...asked, ...(hasBegun && { startsAt: assignment.startsAt }) }, outcome);
    else if (userId !== null) grant.mutate({ userId, role, ...asked }, outcome);
  }

  return (
    <FormDialog
      title={
        assignment
          ? t`Change the role of ${name}`
          : person
            ? t`Give ${name} the role ${roleName}`
            : like
              ? t`A deputy for ${likeName}`
              : t`Give the role ${roleName}`
      }
      onClose={onClose}
      action={<Trans>Save</Trans>}
      onAction={save}
      isPending={isSaving}
      failure={failure}
    >
      {!assignment && !person && <PersonPicker value={userId} onChange={setUserId} error={undefined} />}
      {errors["userId"] && (
        <p className="ui-error" role="alert">
          {errors["userId"]}
        </p>
      )}
      {choices.length > 1 && (
        <Select
          label={t`Role`}
          options={choices.map((one) => ({ id: String(one.copyId), label: words.roleName(one) }))}
          value={String(copyId)}
          onChange={(id) => setCopyId(choices.find((one) => String(one.copyId) === id)?.copyId ?? null)}
          error={errors["copyId"]}
        />
      )}
      <TermsFields
        role={role}
        value={terms}
        onChange={setTerms}
        hasBegun={hasBegun}
        errors={errors}
        holderId={assignment?.userId ?? userId}
      />
    </FormDialog>
  );
}
