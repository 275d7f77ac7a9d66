import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Select } from "#ui/select.tsx";
import { toast } from "#ui/toast.ts";
import type { FieldChange, ListedField } from "../contract.ts";
import { accesses, isOwn, kindNames, sources, type KindName } from "../definition.ts";
import { fieldKinds } from "../kinds.ts";
import { DefinitionInputs } from "./definition-inputs.tsx";
import { FieldSharing } from "./field-sharing.tsx";
import { useCreateField, useRetireField, useSaveField } from "./hooks.ts";
import { messagesOf } from "./messages-of.ts";
import { useAccessWords, useSourceWords } from "./use-access-words.ts";
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

type Props = { field: ListedField | null; members: number; canShare: boolean; onClose: () => void };

/** Adds a field, or changes the one given. members: how many people could sign in now. It is mounted again for each opening. */
export default function FieldForm({ field, members, canShare, onClose }: Props) {
  const { t } = useLingui();
  const kinds = useKindWords();
  const access = useAccessWords();
  const source = useSourceWords();
  const create = useCreateField();
  const save = useSaveField();
  const retire = useRetireField();
  const [kind, setKind] = useState<KindName>(field?.kind ?? "text");
  const [lines, setLines] = useState("");
  const [values, setValues] = useState<FieldChange>(() => (field ? changeOf(field) : fresh));
  const set = (patch: Partial<FieldChange>) => setValues((now) => ({ ...now, ...patch }));
  const change = field ? save : create;
  const errors = messagesOf(change.error ?? retire.error);
  const { name } = values;
  // What several portals share, only system admins change.
  const isLocked = field?.follows === true && !canShare;
  const without = field ? field.without : members;

  function submit() {
    const done = {
      onSuccess: () => {
        toast({ tone: "success", title: field ? t`“${name}” was saved` : t`“${name}” was added` });
        onClose();
      },
    };
    if (field) save.mutate({ params: { fieldId: field.id }, body: { ...values, revision: field.revision } }, done);
    else create.mutate({ ...values, kind, options: fieldKinds[kind].options ? lines.split("\n") : [] }, done);
  }
  const accessOptions = accesses.map((id) => ({ id, label: access[id] }));

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
        <fieldset className="field-set">
          <legend>
            <Trans>Who sees and edits the values</Trans>
          </legend>
          <p className="ui-hint">
            <Trans>Admins edit every field.</Trans>
          </p>
          <div className="field-three">
            <Select label={t`The person`} options={accessOptions} value={values.ownAccess} onChange={(ownAccess) => set({ ownAccess })} />
            <Select
              label={t`Managers`}
              options={accessOptions}
              value={values.managerAccess}
              onChange={(managerAccess) => set({ managerAccess })}
            />
            <Select
              label={t`Authors`}
              options={accessOptions}
              value={values.authorAccess}
              onChange={(authorAccess) => set({ authorAccess })}
            />
          </div>
          <Select
            label={t`Where values come from`}
            description={source[values.source].description}
            options={sources.map((id) => ({ id, ...source[id] }))}
            value={values.source}
            onChange={(next) => set({ source: next })}
          />
        </fieldset>
        <fieldset className="field-set">
          <legend>
            <Trans>Rules</Trans>
          </legend>
          <Checkbox
            value={values.isRequired}
            onChange={(isRequired) => set({ isRequired })}
            description={t`Whoever edits a person has to fill it in.`}
          >{t`Required`}</Checkbox>
          <Checkbox
            value={values.isAskedAtSignIn}
            onChange={(isAskedAtSignIn) => set({ isAskedAtSignIn })}
            disabled={!isOwn(values) && !values.isAskedAtSignIn}
            description={
              isOwn(values)
                ? t`${plural(without, {
                    one: "Whoever has no value fills it in before anything else: now # person.",
                    other: "Whoever has no value fills it in before anything else: now # people.",
                  })}`
                : t`Only what people may edit themselves, here, can be asked of them.`
            }
            {...(errors["isAskedAtSignIn"] !== undefined && { error: errors["isAskedAtSignIn"] })}
          >{t`Required at the next sign-in`}</Checkbox>
          {fieldKinds[kind].canBeUnique && (
            <Checkbox
              value={values.isUnique}
              disabled={isLocked}
              onChange={(isUnique) => set({ isUnique })}
              description={t`Two people never have the same value.`}
              {...(errors["isUnique"] !== undefined && { error: errors["isUnique"] })}
            >{t`Unique`}</Checkbox>
          )}
          <Checkbox
            value={values.isSensitive}
            disabled={isLocked}
            onChange={(isSensitive) => set({ isSensitive })}
            description={t`Values are masked in exports and in the audit log.`}
          >{t`Sensitive`}</Checkbox>
        </fieldset>
      </form>
    </Dialog>
  );
}

/** What of a field its form changes: the fields of `fresh`. */
const changeOf = (field: ListedField): FieldChange =>
  Object.fromEntries(Object.keys(fresh).map((name) => [name, field[name as keyof FieldChange]])) as FieldChange;
