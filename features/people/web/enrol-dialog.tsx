import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { AccessEndField } from "#features/enrolment/web/access-end-field.tsx";
import { CoursePicker, type PickedCourse } from "#features/enrolment/web/course-picker.tsx";
import { CallError } from "#platform/call.ts";
import { DateField } from "#ui/date-field.tsx";
import { FormDialog } from "#ui/form-dialog.tsx";
import { toast } from "#ui/toast.ts";
import type { Person } from "../person-contract.ts";
import { useEnrolPerson } from "./person-hooks.ts";
import { nameOf } from "./name-of.ts";

export interface EnrolDialogProps {
  readonly person: Person;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Enrols one person in a published course, with a due date and an end of access if they are chosen. What was typed is gone at the next opening. */
export function EnrolDialog({ person, isOpen, onClose }: EnrolDialogProps) {
  return isOpen ? <Enrol person={person} onClose={onClose} /> : null;
}

function Enrol({ person, onClose }: Omit<EnrolDialogProps, "isOpen">) {
  const { t } = useLingui();
  const enrol = useEnrolPerson(person.userId);
  const [course, setCourse] = useState<PickedCourse | null>(null);
  const [dueAt, setDueAt] = useState("");
  const [expiresAt, setExpiresAt] = useState("");
  const [isTried, setTried] = useState(false);
  const name = nameOf(person);
  const errorOf = (field: string) =>
    enrol.error instanceof CallError ? enrol.error.errors.find((one) => one.field === field)?.message : undefined;

  const send = () => {
    setTried(true);
    if (!course) return;
    enrol.mutate(
      { courseId: course.id, ...(dueAt && { dueAt }), ...(expiresAt && { expiresAt }) },
      {
        onSuccess: ({ row: { title } }) => {
          toast({ tone: "success", title: t`${name} is enrolled in ${title}` });
          onClose();
        },
        onError: (error) => {
          if (!(error instanceof CallError && error.errors.length > 0))
            toast({ tone: "danger", title: t`Nobody was enrolled`, message: error.message });
        },
      },
    );
  };
  return (
    <FormDialog
      title={t`Enrol ${name}`}
      onClose={onClose}
      action={<Trans>Enrol</Trans>}
      onAction={send}
      isPending={enrol.isPending}
      pendingLabel={t`Enrolling`}
    >
      <CoursePicker
        label={t`Course`}
        value={course}
        onChange={setCourse}
        error={errorOf("courseId") ?? (isTried && !course ? t`Choose a course.` : undefined)}
      />
      <DateField
        label={t`Due`}
        isOptional
        description={t`Until the end of that day, in the portal's time zone.`}
        value={dueAt}
        onChange={setDueAt}
        error={errorOf("dueAt")}
      />
      <AccessEndField value={expiresAt} onChange={setExpiresAt} error={errorOf("expiresAt")} />
    </FormDialog>
  );
}
