import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { toast } from "#ui/toast.ts";
import { useZone } from "#ui/zone.ts";
import type { Assignment, GrantedRole } from "../contract.ts";
import { useChangeAssignment, useGrantRole } from "./hooks.ts";
import { PersonPicker } from "./person-picker.tsx";
import { draftOf, newTerms, TermsFields, termsOf } from "./terms-fields.tsx";
import { useRoleWords } from "./use-role-words.ts";

type Props = {
  role: GrantedRole;
  /** The assignment to change; null to give the role to somebody. */
  assignment: Assignment | null;
  /** To whom the role is given, where that is clear; else they are chosen. */
  person?: { readonly userId: number; readonly name: string };
  onClose: () => void;
};

/** Gives somebody a role, or changes for whom and until when they hold it. Mounted again at each opening. */
export function AssignmentDialog({ role, assignment, person, onClose }: Props) {
  const { t } = useLingui();
  const zone = useZone();
  const words = useRoleWords();
  const [userId, setUserId] = useState<number | null>(person?.userId ?? null);
  const [terms, setTerms] = useState(assignment ? draftOf(assignment, zone) : newTerms);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState("");
  const grant = useGrantRole();
  const change = useChangeAssignment();
  const isSaving = grant.isPending || change.isPending;
  const hasBegun = assignment !== null && assignment.state !== "later";
  const name = assignment?.name ?? person?.name ?? "";
  const roleName = words.role[role];

  function save() {
    if (isSaving) return;
    setFailure("");
    if (!assignment && userId === null) return setErrors({ userId: t`Choose a person.` });
    if (role === "Manager" && terms.kind === "groups" && terms.groupIds.length === 0)
      return setErrors({ scope: t`Choose at least one group.` });
    setErrors({});
    const asked = termsOf(terms, zone);
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
    <Dialog
      title={assignment ? t`Change the role of ${name}` : person ? t`Give ${name} the role ${roleName}` : t`Give the role ${roleName}`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" isPending={isSaving} onPress={save}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <div className="stack">
        {failure && (
          <Banner tone="danger" role="alert">
            {failure}
          </Banner>
        )}
        {!assignment && !person && <PersonPicker value={userId} onChange={setUserId} error={undefined} />}
        {errors["userId"] && (
          <p className="ui-error" role="alert">
            {errors["userId"]}
          </p>
        )}
        <TermsFields role={role} value={terms} onChange={setTerms} hasBegun={hasBegun} errors={errors} />
      </div>
    </Dialog>
  );
}
