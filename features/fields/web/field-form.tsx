import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Select } from "#ui/select.tsx";
import { toast } from "#ui/toast.ts";
import type { FieldChange, ListedField } from "../contract.ts";
import { kindNames, type KindName, type Subject } from "../definition.ts";
import { fieldKinds } from "../kinds.ts";
import { DefinitionInputs } from "./definition-inputs.tsx";
import { FieldSharing } from "./field-sharing.tsx";
import { useCreateField, useRetireField, useSaveField } from "./hooks.ts";
import { messagesOf } from "./messages-of.ts";
import { CourseRules, PersonRules } from "./rule-inputs.tsx";
import { useKindWords } from "./use-kind-words.ts";

const fresh: FieldChange = {
  name: "",
  help: "",
  ownAccess: "read",
  authorAccess: "hidden",
  managerAccess: "edit",
  isRequired: false,
  isAskedAtSignIn: false,
  isUnique: false,
  isSensitive: false,
  pattern: null,
  patternSample: null,
  source: "local",
  settings: {},
};

type Props = { subject: Subject; field: ListedField | null; members: number; canShare: boolean; onClose: () => void };

const ofCourse: FieldChange = { ...fresh, authorAccess: "edit", managerAccess: "read" };

/** Adds a field, or changes the one given. members: how many people could sign in now. It is mounted again for each opening. */
export default function FieldForm({ subject, field, members, canShare, onClose }: Props) {
  const { t } = useLingui();
  const kinds = useKindWords();
  const create = useCreateField();
  const save = useSaveField();
  const retire = useRetireField();
  const [kind, setKind] = useState<KindName>(field?.kind ?? "text");
  const [lines, setLines] = useState("");
  const [values, setValues] = useState<FieldChange>(() => (field ? changeOf(field) : subject === "course" ? ofCourse : fresh));
  const set = (patch: Partial<FieldChange>) => setValues((now) => ({ ...now, ...patch }));
  const change = field ? save : create;
  const errors = messagesOf(change.error ?? retire.error);
  const { name } = values;
  // What several portals share, only system admins change.
  const isLocked = field?.follows === true && !canShare;

  function submit() {
    const done = {
      onSuccess: () => {
        toast({ tone: "success", title: field ? t`“${name}” was saved` : t`“${name}” was added` });
        onClose();
      },
    };
    if (field) save.mutate({ params: { fieldId: field.id }, body: { ...values, revision: field.revision } }, done);
    else create.mutate({ ...values, subject, kind, options: fieldKinds[kind].options ? lines.split("\n") : [] }, done);
  }

  return (
    <Dialog
      title={field ? t`Change field` : t`Add a field`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      width="half"
      footer={
        <>
          {field && (
            <Button
              variant="quiet"
              isPending={retire.isPending}
              onPress={() =>
                retire.mutate({ params: { fieldId: field.id }, body: { isRetired: !field.isRetired } }, { onSuccess: onClose })
              }
            >
              {field.isRetired ? t`Bring back` : t`Retire`}
            </Button>
          )}
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form="field-form" isPending={change.isPending} pendingLabel={t`Saving`}>
            {field ? t`Save` : t`Add`}
          </Button>
        </>
      }
    >
      <form
        id="field-form"
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {errors[""] && <Banner tone="danger" title={errors[""]} />}
        {field && <FieldSharing field={field} canShare={canShare} onDone={onClose} />}
        {field ? (
          <p className="muted">
            {kinds[kind].label}: {kinds[kind].description}
          </p>
        ) : (
          <Select
            label={t`Kind`}
            description={t`The kind can't be changed later.`}
            options={kindNames.map((id) => ({ id, label: kinds[id].label, description: kinds[id].description }))}
            value={kind}
            onChange={setKind}
          />
        )}
        <DefinitionInputs {...{ kind, values, set, errors, isLocked }} {...(!field && { lines, onLines: setLines })} />
        {subject === "person" ? (
          <PersonRules {...{ kind, values, set, errors, isLocked, without: field ? field.without : members }} />
        ) : (
          <CourseRules {...{ kind, values, set, errors, isLocked }} />
        )}
      </form>
    </Dialog>
  );
}

/** What of a field its form changes: the fields of `fresh`. */
const changeOf = (field: ListedField): FieldChange =>
  Object.fromEntries(Object.keys(fresh).map((name) => [name, field[name as keyof FieldChange]])) as FieldChange;
