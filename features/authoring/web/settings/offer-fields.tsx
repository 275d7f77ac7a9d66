import { Trans, useLingui } from "@lingui/react/macro";
import { Controller, useController, useWatch } from "react-hook-form";
import { currencies } from "#features/portal/currencies.ts";
import { Banner } from "#ui/banner.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { PeriodFields } from "#ui/period-fields.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Select } from "#ui/select.tsx";
import type { CourseFacts } from "../../fields-contract.ts";
import type { EditorControl } from "../editor-values.ts";
import { fieldId, messageIn } from "../editor-values.ts";
import { DecimalField } from "./decimal-field.tsx";
import { RequiredField } from "./required-field.tsx";

/** Loaded after the settings themselves: the words of conditions are many, and few courses have one. */
const StartField = lazyPart(() => import("./start-field.tsx"));

type Props = { control: EditorControl; course: Pick<CourseFacts, "required"> & { readonly id: number } };

/** Who gets into a course: by themselves or not, from when until when, after which others, at what price. Takes effect on the server at once when saved. */
export function OfferFields({ control, course }: Props) {
  const { t } = useLingui();
  const [selfEnrol, price] = useWatch({ control, name: ["selfEnrol", "priceCents"] });
  return (
    <div className="editor-fields">
      <Controller
        control={control}
        name="selfEnrol"
        render={({ field }) => (
          <RadioGroup
            id={fieldId("selfEnrol")}
            label={t`Who may enrol`}
            isLabelHidden
            options={[
              { id: "self", label: t`Everyone in this portal`, description: t`People find it in the catalog and enrol themselves.` },
              {
                id: "invited",
                label: t`Only people it is assigned to`,
                description: t`It is in the catalog, but somebody has to enrol them.`,
              },
            ]}
            value={field.value ? "self" : "invited"}
            onChange={(id) => field.onChange(id === "self")}
          />
        )}
      />
      {selfEnrol && <Dates control={control} />}
      <RequiredField control={control} courseId={course.id} required={course.required} />
      <StartField control={control} courseId={course.id} />
      <Price control={control} />
      {selfEnrol && price !== null && (
        <Banner tone="info" title={t`Nobody can enrol themselves while it has a price`}>
          <p>
            <Trans>The price is shown. Buying comes later; until then portal admins and managers enrol people.</Trans>
          </p>
        </Banner>
      )}
    </div>
  );
}

function Dates({ control }: { control: EditorControl }) {
  const { t } = useLingui();
  const from = useController({ control, name: "enrolFrom" });
  const until = useController({ control, name: "enrolUntil" });
  const zone = useController({ control, name: "enrolZone" });
  return (
    <fieldset className="stack-s">
      <legend className="ui-label">{t`When people may enrol themselves`}</legend>
      <PeriodFields
        value={{ startsAt: from.field.value ?? "", endsAt: until.field.value ?? "", timeZone: zone.field.value }}
        onChange={({ startsAt, endsAt, timeZone }) => {
          from.field.onChange(startsAt || null);
          until.field.onChange(endsAt || null);
          zone.field.onChange(timeZone);
        }}
        errors={{
          startsAt: messageIn(from.fieldState.error),
          endsAt: messageIn(until.fieldState.error),
          timeZone: messageIn(zone.fieldState.error),
        }}
      />
    </fieldset>
  );
}

function Price({ control }: { control: EditorControl }) {
  const { t, i18n } = useLingui();
  const { field, fieldState } = useController({ control, name: "priceCents" });
  const { field: currency } = useController({ control, name: "priceCurrency" });
  const names = new Intl.DisplayNames(i18n.locale === "pseudo" ? "en" : i18n.locale, { type: "currency" });
  return (
    <div className="editor-pair">
      <DecimalField
        id={fieldId("priceCents")}
        label={t`Price`}
        isOptional
        value={field.value === null ? null : field.value / 100}
        onChange={(value) => field.onChange(value === null ? null : Math.round(value * 100))}
        error={messageIn(fieldState.error)}
      />
      <Select
        id={fieldId("priceCurrency")}
        label={t`Currency`}
        options={currencies.map((id) => ({ id, label: `${id} · ${names.of(id) ?? id}` }))}
        value={currency.value}
        onChange={currency.onChange}
      />
    </div>
  );
}

/** Where a course is found, and whether others start from it. */
export function ListingFields({ control }: { control: EditorControl }) {
  const { t } = useLingui();
  return (
    <div className="editor-fields">
      <Controller
        control={control}
        name="isListed"
        render={({ field }) => (
          <RadioGroup
            id={fieldId("isListed")}
            label={t`Where people find it`}
            isLabelHidden
            options={[
              { id: "listed", label: t`In the catalog`, description: t`Its categories, its tags and the search lead to it.` },
              { id: "link", label: t`Only by its address`, description: t`Whoever has the link of its page sees it; nothing lists it.` },
            ]}
            value={field.value ? "listed" : "link"}
            onChange={(id) => field.onChange(id === "listed")}
          />
        )}
      />
      <Controller
        control={control}
        name="isTemplate"
        render={({ field }) => (
          <Checkbox
            id={fieldId("isTemplate")}
            value={field.value}
            onChange={field.onChange}
            description={t`Authors of this portal can create courses that begin as a copy of it.`}
          >
            <Trans>Offer it as a template</Trans>
          </Checkbox>
        )}
      />
    </div>
  );
}
