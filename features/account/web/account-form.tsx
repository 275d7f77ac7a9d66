import { plural } from "@lingui/core/macro";
import { zodResolver } from "@hookform/resolvers/zod";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { Controller, useForm } from "react-hook-form";
import { Monitor, Moon, Sun } from "lucide-react";
import * as z from "zod/mini";
import { CallError } from "#platform/call.ts";
import { languages } from "#platform/languages.ts";
import { announce } from "#ui/announce.ts";
import { Checkbox } from "#ui/checkbox.tsx";
import { LazyComboBox } from "#ui/lazy-combo-box.tsx";
import { FormErrorSummary } from "#ui/form-error-summary.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { SaveBar } from "#ui/save-bar.tsx";
import { languageName } from "#ui/language-name.ts";
import type { Account } from "../contract.ts";
import { Profile, Theme } from "../contract.ts";
import { AccountPart } from "./account-part.tsx";
import { useSaveAccount } from "./hooks.ts";

const Chosen = z.extend(Profile, { theme: Theme, shortcuts: z.boolean() });
type Values = z.input<typeof Chosen>;
const fields = ["givenName", "familyName", "locale", "timeZone", "theme", "shortcuts"] as const;
const isLanguage = (locale: string | null): locale is (typeof languages)[number] => languages.some((one) => one === locale);
/** Stands in the lists for "no choice of my own". */
const ofPortal = "portal";

const valuesOf = ({ givenName, familyName, locale, timeZone, theme, shortcuts }: Account): Values => ({
  givenName,
  familyName,
  locale: isLanguage(locale) ? locale : null,
  timeZone,
  theme,
  shortcuts,
});

/** All that a person chooses for themselves, saved together by the save bar. */
export function AccountForm({ account }: { account: Account }) {
  const { t, i18n } = useLingui();
  const save = useSaveAccount();
  const form = useForm<Values, unknown, z.output<typeof Chosen>>({
    resolver: zodResolver(Chosen),
    defaultValues: valuesOf(account),
    shouldFocusError: false,
  });
  const { control, formState } = form;
  const { errors } = formState;

  const languageOptions = [
    { id: ofPortal, label: t`Portal language (${languageName(account.portal.locale, i18n.locale)})` },
    ...languages.filter((id) => account.portal.languages.includes(id)).map((id) => ({ id, label: languageName(id, id) })),
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

  const submit = form.handleSubmit((chosen) =>
    save.mutate(chosen, {
      onSuccess: (saved) => {
        form.reset(valuesOf(saved));
        announce(t`Account saved`);
        toast({ tone: "success", title: t`Account saved` });
      },
      onError: (error) => {
        const known = error instanceof CallError ? error.errors.filter(({ field }) => fields.includes(field as keyof Values)) : [];
        for (const { field, message } of known) form.setError(field as keyof Values, { message });
        if (known.length === 0) toast({ tone: "danger", title: t`Your account was not saved`, message: error.message });
      },
    }),
  );

  const themes: Record<Theme, { label: string; icon: typeof Sun }> = {
    system: { label: t`As on this device`, icon: Monitor },
    light: { label: t`Light`, icon: Sun },
    dark: { label: t`Dark`, icon: Moon },
  };

  return (
    <>
      <form id="profile" className="account-form" noValidate onSubmit={(event) => void submit(event)}>
        <AccountPart id="account-profile" title={<Trans>Profile</Trans>}>
          <div className="form">
            <FormErrorSummary
              errors={fields.flatMap((id) => (errors[id]?.message ? [{ id: `profile-${id}`, message: errors[id].message }] : []))}
              focusKey={formState.submitCount}
            />
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
          </div>
        </AccountPart>
        <AccountPart id="account-look" title={<Trans>Appearance and keyboard</Trans>}>
          <Controller
            control={control}
            name="theme"
            render={({ field: { value, onChange } }) => (
              <RadioGroup
                label={t`Theme`}
                layout="cards"
                options={Theme.options.map((id) => ({ id, ...themes[id] }))}
                value={value}
                onChange={onChange}
              />
            )}
          />
          <Controller
            control={control}
            name="shortcuts"
            render={({ field: { value, onChange } }) => (
              <Checkbox
                value={value}
                onChange={onChange}
                description={t`Keys such as K for play and ] for the next lesson, in the course viewer. Turn them off when you dictate or use a switch device.`}
              >
                {t`Single-key shortcuts`}
              </Checkbox>
            )}
          />
        </AccountPart>
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
