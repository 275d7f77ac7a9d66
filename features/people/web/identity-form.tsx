import { plural } from "@lingui/core/macro";
import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { Controller, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { SaveBar } from "#ui/save-bar.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { PersonProfile } from "../person-contract.ts";

type Values = z.input<typeof PersonProfile>;
const fields = ["givenName", "familyName", "email"] as const;
const valuesOf = ({ givenName, familyName, email }: Values): Values => ({ givenName, familyName, email });

type IdentityFormProps = {
  /** What is stored. */
  identity: Values;
  isLocked?: boolean;
  /** Saves, and gives what is stored then. */
  onSave: (values: z.output<typeof PersonProfile>) => Promise<Values>;
};

/** Names and email of a person, to be changed. */
export function IdentityForm({ identity, isLocked = false, onSave }: IdentityFormProps) {
  const { t } = useLingui();
  const form = useForm<Values, unknown, z.output<typeof PersonProfile>>({
    resolver: zodResolver(PersonProfile),
    defaultValues: valuesOf(identity),
    shouldFocusError: false,
  });
  const { control, formState } = form;
  const { errors } = formState;
  const labels = { givenName: t`Given name`, familyName: t`Family name`, email: t`Email` };
  const submit = form.handleSubmit(async (changed) => {
    try {
      form.reset(valuesOf(await onSave(changed)));
      announce(t`Profile saved`);
      toast({ tone: "success", title: t`Profile saved` });
    } catch (error) {
      const known = error instanceof CallError ? error.errors.filter(({ field }) => fields.includes(field as keyof Values)) : [];
      for (const { field, message } of known) form.setError(field as keyof Values, { message });
      if (known.length === 0) toast({ tone: "danger", title: t`The profile was not saved`, message: (error as Error).message });
    }
  });
  return (
    <form id="person-profile" noValidate onSubmit={(event) => void submit(event)}>
      <section className="card person-card" aria-labelledby="person-identity">
        <h2 id="person-identity">
          <Trans>Name and email</Trans>
        </h2>
        <div className="form">
          <FormErrorSummary
            errors={fields.flatMap((id) => (errors[id]?.message ? [{ id: `person-${id}`, message: errors[id].message }] : []))}
            focusKey={formState.submitCount}
          />
          {fields.map((name) => (
            <Controller
              key={name}
              control={control}
              name={name}
              render={({ field, fieldState }) => (
                <TextField
                  id={`person-${name}`}
                  label={labels[name]}
                  autoComplete="off"
                  isReadOnly={isLocked}
                  {...field}
                  error={fieldState.error?.message}
                />
              )}
            />
          ))}
        </div>
      </section>
      <SaveBar
        question={t`${plural(Object.keys(formState.dirtyFields).length, {
          one: "Leave without saving # change to this profile?",
          other: "Leave without saving # changes to this profile?",
        })}`}
        form="person-profile"
        isDirty={formState.isDirty}
        isSaving={formState.isSubmitting}
        onDiscard={() => form.reset(valuesOf(identity))}
      />
    </form>
  );
}
