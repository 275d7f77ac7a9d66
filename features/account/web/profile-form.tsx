import { zodResolver } from "@hookform/resolvers/zod";
import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { Controller, useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { CallError } from "#platform/call.ts";
import { languages } from "#platform/languages.ts";
import { announce } from "#ui/announce.ts";
import { LazyComboBox } from "#ui/lazy-combo-box.tsx";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { SaveBar } from "#ui/save-bar.tsx";
import type { Account } from "../contract.ts";
import { Profile } from "../contract.ts";
import { useSaveProfile } from "./hooks.ts";

type Values = z.input<typeof Profile>;
const fields = ["givenName", "familyName", "locale", "timeZone"] as const;
const isLanguage = (locale: string | null): locale is (typeof languages)[number] => languages.some((one) => one === locale);
/** The option for "no choice of my own": the portal's value applies. */
const ofPortal = "portal";

const valuesOf = ({ givenName, familyName, locale, timeZone }: Account): Values => ({
  givenName,
  familyName,
  locale: isLanguage(locale) ? locale : null,
  timeZone,
});

/** Name, language and time zone, saved together with the save bar. */
export function ProfileForm({ account }: { account: Account }) {
  const { t, i18n } = useLingui();
  const save = useSaveProfile();
  const form = useForm<Values, unknown, z.output<typeof Profile>>({
    resolver: zodResolver(Profile),
    defaultValues: valuesOf(account),
    shouldFocusError: false,
  });
  const { control, formState } = form;
  const { errors } = formState;

  const languageOptions = [
    { id: ofPortal, label: t`Portal language (${languageName(account.portal.locale, i18n.locale)})` },
    ...languages.map((id) => ({ id, label: languageName(id, id) })),
  ];
  const zones = useMemo(
    () => [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), ...(account.timeZone ? [account.timeZone] : [])])].toSorted(),
    [account.timeZone],
  );
  const portalZone = account.portal.timeZone.replaceAll("_", " ");
  const zoneOptions = useMemo(
    () => [{ id: ofPortal, label: t`Portal time zone (${portalZone})` }, ...zones.map((id) => ({ id, label: id.replaceAll("_", " ") }))],
    [zones, portalZone, t],
  );

  const submit = form.handleSubmit((profile) =>
    save.mutate(profile, {
      onSuccess: (saved) => {
        form.reset(valuesOf(saved));
        announce(t`Profile saved`);
        toast({ tone: "success", title: t`Profile saved` });
      },
      onError: (error) => {
        const known = error instanceof CallError ? error.errors.filter(({ field }) => fields.includes(field as keyof Values)) : [];
        for (const { field, message } of known) form.setError(field as keyof Values, { message });
        if (known.length === 0) toast({ tone: "danger", title: t`Your profile was not saved`, message: error.message });
      },
    }),
  );

  return (
    <>
      <form id="profile" className="form" noValidate onSubmit={(event) => void submit(event)}>
        <FormErrorSummary
          errors={fields.flatMap((id) => (errors[id]?.message ? [{ id: `profile-${id}`, message: errors[id].message }] : []))}
          focusKey={formState.submitCount}
        />
        <TextField label={t`Email`} value={account.email} isReadOnly type="email" description={t`To change it, ask a portal admin.`} />
        <Controller
          control={control}
          name="givenName"
          render={({ field, fieldState }) => (
            <TextField
              id="profile-givenName"
              label={t`Given name`}
              autoComplete="given-name"
              {...field}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="familyName"
          render={({ field, fieldState }) => (
            <TextField
              id="profile-familyName"
              label={t`Family name`}
              autoComplete="family-name"
              {...field}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="locale"
          render={({ field, fieldState }) => (
            <Select
              id="profile-locale"
              label={t`Language`}
              options={languageOptions}
              {...field}
              value={field.value ?? ofPortal}
              onChange={(id) => field.onChange(id === ofPortal ? null : id)}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="timeZone"
          render={({ field, fieldState }) => (
            <LazyComboBox
              id="profile-timeZone"
              label={t`Time zone`}
              description={t`Every date and time is shown in this zone.`}
              options={zoneOptions}
              {...field}
              value={field.value ?? ofPortal}
              onChange={(id) => field.onChange(id === ofPortal ? null : id)}
              error={fieldState.error?.message}
            />
          )}
        />
      </form>
      <SaveBar
        question={t`${plural(Object.keys(formState.dirtyFields).length, {
          one: "Leave without saving # change to your profile?",
          other: "Leave without saving # changes to your profile?",
        })}`}
        form="profile"
        isDirty={formState.isDirty}
        isSaving={save.isPending}
        onDiscard={() => form.reset(valuesOf(account))}
      />
    </>
  );
}

/** A language's name in the given locale; its code when unknown. */
function languageName(code: string, inLocale: string): string {
  try {
    return new Intl.DisplayNames([inLocale === "pseudo" ? "en" : inLocale], { type: "language" }).of(code) ?? code;
  } catch {
    return code;
  }
}
