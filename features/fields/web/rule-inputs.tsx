import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Checkbox } from "#ui/checkbox.tsx";
import { Select } from "#ui/select.tsx";
import type { FieldChange } from "../contract.ts";
import { accesses, isOwn, sources, type KindName } from "../definition.ts";
import { fieldKinds } from "../kinds.ts";
import { useAccessWords, useSourceWords } from "./use-access-words.ts";

type Props = {
  kind: KindName;
  values: FieldChange;
  set: (patch: Partial<FieldChange>) => void;
  errors: Readonly<Record<string, string>>;
  /** Whether what several portals share cannot be changed here. */
  isLocked: boolean;
};

/** Who sees and edits a field of people, and what has to be of it. without: how many could be asked for a value. */
export function PersonRules({ kind, values, set, errors, isLocked, without }: Props & { without: number }) {
  const { t } = useLingui();
  const access = useAccessWords();
  const source = useSourceWords();
  const accessOptions = accesses.map((id) => ({ id, label: access[id] }));
  return (
    <>
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
    </>
  );
}

/** The same of a field of courses: nobody but authors and admins edits it. */
export function CourseRules({ kind, values, set, errors, isLocked }: Props) {
  const { t } = useLingui();
  const access = useAccessWords();
  const options = accesses.map((id) => ({ id, label: access[id] }));
  const reading = options.filter(({ id }) => id !== "edit");
  return (
    <>
      <fieldset className="field-set">
        <legend>
          <Trans>Who sees and edits the values</Trans>
        </legend>
        <p className="ui-hint">
          <Trans>Admins edit every field, authors those of their own courses. Learners see values on the page of the course.</Trans>
        </p>
        <div className="field-three">
          <Select label={t`Learners`} options={reading} value={values.ownAccess} onChange={(ownAccess) => set({ ownAccess })} />
          <Select label={t`Managers`} options={reading} value={values.managerAccess} onChange={(managerAccess) => set({ managerAccess })} />
          <Select label={t`Authors`} options={options} value={values.authorAccess} onChange={(authorAccess) => set({ authorAccess })} />
        </div>
      </fieldset>
      <fieldset className="field-set">
        <legend>
          <Trans>Rules</Trans>
        </legend>
        <Checkbox
          value={values.isRequired}
          onChange={(isRequired) => set({ isRequired })}
          description={t`A value can be changed, and not be taken away.`}
        >{t`Required`}</Checkbox>
        {fieldKinds[kind].canBeUnique && (
          <Checkbox
            value={values.isUnique}
            disabled={isLocked}
            onChange={(isUnique) => set({ isUnique })}
            description={t`Two courses never have the same value.`}
            {...(errors["isUnique"] !== undefined && { error: errors["isUnique"] })}
          >{t`Unique`}</Checkbox>
        )}
        <Checkbox
          value={values.isSensitive}
          disabled={isLocked}
          onChange={(isSensitive) => set({ isSensitive })}
          description={t`Values are masked in lists, exports and the audit log, and learners do not see them.`}
        >{t`Sensitive`}</Checkbox>
      </fieldset>
    </>
  );
}
