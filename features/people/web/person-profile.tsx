import { plural } from "@lingui/core/macro";
import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { Controller, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { Banner } from "#ui/banner.tsx";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { SaveBar } from "#ui/save-bar.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Person } from "../person-contract.ts";
import { PersonProfile } from "../person-contract.ts";
import { PasswordPart } from "./password-part.tsx";
import { useSavePerson } from "./person-hooks.ts";
import { StatusPart } from "./status-part.tsx";
import { useHindranceWords } from "./use-hindrance-words.ts";

type Values = z.input<typeof PersonProfile>;
const fields = ["givenName", "familyName", "email"] as const;
const valuesOf = ({ givenName, familyName, email }: Person): Values => ({ givenName, familyName, email });

/** Who the person is, and since when they are here. */
export default function PersonProfilePart({ person }: { person: Person }) {
  const { t } = useLingui();
  const words = useHindranceWords();
  return (
    <>
      {person.locked && <Banner tone="info" title={words[person.locked]} />}
      {person.isShared ? <SharedIdentity person={person} /> : <Identity person={person} />}
      <section className="card person-card" aria-labelledby="person-membership">
        <h2 id="person-membership">
          <Trans>Membership</Trans>
        </h2>
        <dl className="person-facts">
          <div>
            <dt className="muted">{t`Member since`}</dt>
            <dd>
              <Time instant={person.joinedAt} kind="date" />
            </dd>
          </div>
          <div>
            <dt className="muted">{t`Last signed in`}</dt>
            <dd>{person.lastSignInAt ? <Time instant={person.lastSignInAt} /> : t`Never`}</dd>
          </div>
        </dl>
      </section>
      <PasswordPart person={person} />
      {!person.locked && <StatusPart person={person} />}
    </>
  );
}

/** Name and email of somebody who uses the same account elsewhere too: shown, with the reason why they are not changed here. */
function SharedIdentity({ person: { givenName, familyName, email } }: { person: Person }) {
  const { t } = useLingui();
  const facts = [
    [t`Given name`, givenName],
    [t`Family name`, familyName],
    [t`Email`, email],
  ] as const;
  return (
    <section className="card person-card" aria-labelledby="person-identity">
      <h2 id="person-identity">
        <Trans>Name and email</Trans>
      </h2>
      <p className="muted">
        <Trans>This person uses the same account elsewhere too, so only they themselves change name and email, in My account.</Trans>
      </p>
      <dl className="person-facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="muted">{label}</dt>
            <dd>
              <bdi>{value || "–"}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Identity({ person }: { person: Person }) {
  const { t } = useLingui();
  const save = useSavePerson(person.userId);
  const form = useForm<Values, unknown, z.output<typeof PersonProfile>>({
    resolver: zodResolver(PersonProfile),
    defaultValues: valuesOf(person),
    shouldFocusError: false,
  });
  const { control, formState } = form;
  const { errors } = formState;
  const labels = { givenName: t`Given name`, familyName: t`Family name`, email: t`Email` };
  const submit = form.handleSubmit((changed) =>
    save.mutate(changed, {
      onSuccess: (saved) => {
        form.reset(valuesOf(saved));
        announce(t`Profile saved`);
        toast({ tone: "success", title: t`Profile saved` });
      },
      onError: (error) => {
        const known = error instanceof CallError ? error.errors.filter(({ field }) => fields.includes(field as keyof Values)) : [];
        for (const { field, message } of known) form.setError(field as keyof Values, { message });
        if (known.length === 0) toast({ tone: "danger", title: t`The profile was not saved`, message: error.message });
      },
    }),
  );
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
                  isReadOnly={person.locked !== null}
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
        isSaving={save.isPending}
        onDiscard={() => form.reset(valuesOf(person))}
      />
    </form>
  );
}
