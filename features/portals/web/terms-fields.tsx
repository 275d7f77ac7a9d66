import { useLingui } from "@lingui/react/macro";
import { useMemo } from "react";
import { languages } from "#platform/languages.ts";
import { LazyComboBox } from "#ui/lazy-combo-box.tsx";
import { languageName } from "#ui/language-name.ts";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { PortalTerms } from "../contract.ts";

/** What a portal is called, and its language and time zone. errorOf: what is wrong with a field. */
export function TermsFields({
  values,
  onChange,
  errorOf,
}: {
  values: PortalTerms;
  onChange: (change: Partial<PortalTerms>) => void;
  errorOf: (field: string) => string | undefined;
}) {
  const { t } = useLingui();
  const { name, slug, locale, timeZone } = values;
  const zones = useMemo(
    () =>
      [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone"), timeZone])]
        .toSorted()
        .map((id) => ({ id, label: id.replaceAll("_", " ") })),
    [timeZone],
  );
  return (
    <>
      <TextField
        id="portal-name"
        label={t`Name`}
        dir="auto"
        autoComplete="off"
        maxLength={120}
        value={name}
        onChange={(text) => onChange({ name: text })}
        error={errorOf("name")}
      />
      <TextField
        id="portal-slug"
        label={t`Short name`}
        description={t`Small letters, figures and hyphens. No other portal has the same. Where addresses by short names are set up, people reach the portal by it.`}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        value={slug}
        onChange={(text) => onChange({ slug: text })}
        error={errorOf("slug")}
      />
      <Select
        id="portal-locale"
        label={t`Language`}
        description={t`For whoever has chosen none.`}
        options={languages.map((id) => ({ id, label: languageName(id, id) }))}
        value={locale}
        onChange={(id) => onChange({ locale: id })}
        error={errorOf("locale")}
      />
      <LazyComboBox
        id="portal-timeZone"
        label={t`Time zone`}
        description={t`In which the days of the portal begin.`}
        options={zones}
        value={timeZone}
        onChange={(id) => onChange({ timeZone: id })}
        error={errorOf("timeZone")}
      />
    </>
  );
}
