import { useLingui } from "@lingui/react/macro";
import { useMemo, type ReactNode } from "react";
import { ComboBox } from "#ui/combo-box.tsx";
import { DateField } from "#ui/date-field.tsx";
import { languageName } from "#ui/language-name.ts";
import { Select } from "#ui/select.tsx";
import { TextField } from "#ui/text-field.tsx";
import { useUiLocale } from "#ui/zone.ts";
import { zoneOptions } from "#ui/zone-name.ts";
import type { Choices } from "../contract.ts";
import type { ExternalIdTest } from "../external-id/external-id.ts";
import type { FieldTest } from "../field/field.ts";
import type { Test, TestKind, TestOf } from "../kinds.ts";
import type { When } from "../moment.ts";
import type { TextTest } from "../text-test.ts";

interface Part<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** The ways to compare a text, as choices. */
function useTextWays(): { id: TextTest["test"]; label: string }[] {
  const { t } = useLingui();
  return [
    { id: "contains", label: t`contains` },
    { id: "is", label: t`is` },
    { id: "begins", label: t`begins with` },
    { id: "ends", label: t`ends with` },
  ];
}

function TextFields({ value, onChange }: Part<TextTest>) {
  const { t } = useLingui();
  return (
    <>
      <Select label={t`Comparison`} options={useTextWays()} value={value.test} onChange={(test) => onChange({ ...value, test })} />
      <TextField label={t`Text`} value={value.text} maxLength={200} onChange={(text) => onChange({ ...value, text })} />
    </>
  );
}

function ExternalIdFields({ value, onChange }: Part<ExternalIdTest>) {
  const { t } = useLingui();
  const text = "text" in value ? value.text : "";
  return (
    <>
      <Select
        label={t`Comparison`}
        options={[...useTextWays(), { id: "set" as const, label: t`is set` }, { id: "none" as const, label: t`is not set` }]}
        value={value.test}
        onChange={(test) => onChange(test === "set" || test === "none" ? { test } : { test, text })}
      />
      {"text" in value && (
        <TextField label={t`Text`} value={text} maxLength={200} onChange={(next) => onChange({ ...value, text: next })} />
      )}
    </>
  );
}

const unchosen = "none";

/** A language that people can have chosen, or none. */
function LanguageFields({ value, onChange, languages }: Part<TestOf<"language">["languages"]> & { languages: Choices["languages"] }) {
  const { t } = useLingui();
  const locale = useUiLocale();
  return (
    <Select
      label={t`Value`}
      options={[...languages.map((id) => ({ id, label: languageName(id, locale) })), { id: unchosen, label: t`none chosen` }]}
      value={value?.[0] ?? unchosen}
      onChange={(id) => onChange(id === unchosen ? null : [id])}
    />
  );
}

/** A time zone that people can have chosen, or none. */
function ZoneFields({ value, onChange }: Part<TestOf<"timeZone">["zones"]>) {
  const { t } = useLingui();
  const zone = value?.[0];
  const zones = useMemo(() => zoneOptions(zone), [zone]);
  return (
    <ComboBox
      label={t`Value`}
      options={[{ id: unchosen, label: t`none chosen` }, ...zones]}
      value={zone ?? unchosen}
      onChange={(id) => onChange(id === unchosen ? null : [id])}
    />
  );
}

/** never: the word for no instant at all; without it there is always one. */
function WhenFields({ value, onChange, never }: Part<When | null> & { never?: string }) {
  const { t } = useLingui();
  const fresh = (test: When["test"]): When =>
    test === "before" || test === "since"
      ? { test, day: value && "day" in value ? value.day : new Date().toISOString().slice(0, 10) }
      : { test, days: value && "days" in value ? value.days : 30 };
  return (
    <>
      <Select
        label={t`When`}
        options={[
          { id: "within", label: t`in the last days` },
          { id: "olderThan", label: t`longer ago than days` },
          { id: "before", label: t`before a day` },
          { id: "since", label: t`on or after a day` },
          ...(never === undefined ? [] : [{ id: "never" as const, label: never }]),
        ]}
        value={value?.test ?? "never"}
        onChange={(test) => onChange(test === "never" ? null : fresh(test))}
      />
      {value && "days" in value && (
        <TextField
          label={t`Days`}
          inputMode="numeric"
          value={value.days > 0 ? String(value.days) : ""}
          onChange={(days) => onChange({ ...value, days: Number.parseInt(days, 10) || 0 })}
        />
      )}
      {value && "day" in value && <DateField label={t`Day`} value={value.day} onChange={(day) => onChange({ ...value, day })} />}
    </>
  );
}

const any = "any";

/** One of many things by name; `none` is the word for all of them. */
function OneOf({ label, of, none, value, onChange }: Part<readonly number[]> & { label: string; of: Choices["groups"]; none?: string }) {
  return (
    <ComboBox
      label={label}
      options={[...(none === undefined ? [] : [{ id: any, label: none }]), ...of.map(({ id, name }) => ({ id: String(id), label: name }))]}
      value={value[0] === undefined ? any : String(value[0])}
      onChange={(id) => onChange(id === any ? [] : [Number(id)])}
    />
  );
}

const numberOf = (text: string) => (text.trim() === "" || Number.isNaN(Number(text)) ? null : Number(text));

function FieldFields({ value, onChange, options }: Part<FieldTest> & { options: Choices["groups"] }) {
  const { t } = useLingui();
  switch (value.by) {
    case "text":
      return <TextFields value={value} onChange={(text) => onChange({ ...value, ...text })} />;
    case "number":
      return (
        <>
          <TextField
            label={t`At least`}
            inputMode="decimal"
            value={value.least === null ? "" : String(value.least)}
            onChange={(text) => onChange({ ...value, least: numberOf(text) })}
          />
          <TextField
            label={t`At most`}
            inputMode="decimal"
            value={value.most === null ? "" : String(value.most)}
            onChange={(text) => onChange({ ...value, most: numberOf(text) })}
          />
        </>
      );
    case "yes":
      return (
        <Select
          label={t`Value`}
          options={[
            { id: "yes", label: t`Yes` },
            { id: "no", label: t`No` },
          ]}
          value={value.is ? "yes" : "no"}
          onChange={(id) => onChange({ by: "yes", is: id === "yes" })}
        />
      );
    case "day":
      return (
        <>
          <DateField label={t`From`} value={value.from ?? ""} onChange={(from) => onChange({ ...value, from: from || null })} />
          <DateField label={t`To`} value={value.to ?? ""} onChange={(to) => onChange({ ...value, to: to || null })} />
        </>
      );
    case "moment":
      return <WhenFields value={value.when} onChange={(when) => when && onChange({ by: "moment", when })} />;
    case "option":
      return (
        <OneOf
          label={t`Value`}
          of={options}
          value={value.optionIds}
          onChange={(optionIds) => onChange({ by: "option", optionIds: [...optionIds] })}
        />
      );
    case "none":
    case "person":
      return null;
  }
}

type Fields = { readonly [K in TestKind]: (test: TestOf<K>) => ReactNode };

/** The fields of one test, by its kind. */
export function TestFields({ test, onChange, choices }: { test: Test; onChange: (test: Test) => void; choices: Choices }) {
  const { t } = useLingui();
  const courses = (value: readonly number[], change: (ids: number[]) => void) => (
    <OneOf label={t`Course`} of={choices.courses} none={t`Any course`} value={value} onChange={(ids) => change([...ids])} />
  );
  const fields: Fields = {
    profile: (one) => <TextFields value={one} onChange={(text) => onChange({ ...one, ...text })} />,
    externalId: (one) => <ExternalIdFields value={one.is} onChange={(is) => onChange({ ...one, is })} />,
    language: (one) => (
      <LanguageFields value={one.languages} languages={choices.languages} onChange={(some) => onChange({ ...one, languages: some })} />
    ),
    timeZone: (one) => <ZoneFields value={one.zones} onChange={(zones) => onChange({ ...one, zones })} />,
    status: (one) => (
      <Select
        label={t`Value`}
        options={[
          { id: "active", label: t`Active` },
          { id: "suspended", label: t`Deactivated` },
        ]}
        value={one.is}
        onChange={(is) => onChange({ ...one, is })}
      />
    ),
    role: (one) => (
      <Select
        label={t`Value`}
        options={[
          { id: "student", label: t`Student` },
          { id: "author", label: t`Author` },
          { id: "manager", label: t`Manager` },
          { id: "admin", label: t`Administrator` },
        ]}
        value={one.is}
        onChange={(is) => onChange({ ...one, is })}
      />
    ),
    date: (one) => (
      <WhenFields value={one.when} onChange={(when) => onChange({ ...one, when })} {...(one.of === "lastSignIn" && { never: t`never` })} />
    ),
    enrolment: (one) => courses(one.courseIds, (courseIds) => onChange({ ...one, courseIds })),
    completion: (one) => (
      <>
        {courses(one.courseIds, (courseIds) => onChange({ ...one, courseIds }))}
        <WhenFields value={one.when} onChange={(when) => onChange({ ...one, when })} never={t`at any time`} />
      </>
    ),
    group: (one) => (
      <OneOf
        label={t`Group`}
        of={choices.groups}
        value={one.groupIds}
        onChange={(groupIds) => onChange({ ...one, groupIds: [...groupIds] })}
      />
    ),
    scope: (one) => (
      <OneOf
        label={t`Manager`}
        of={choices.managers ?? []}
        value={one.managerIds}
        onChange={(managerIds) => onChange({ ...one, managerIds: [...managerIds] })}
      />
    ),
    field: (one) => {
      const options = choices.fields.find(({ id }) => id === one.fieldId)?.options ?? [];
      const kept = options.length > 0 || one.is.by !== "option";
      return kept && <FieldFields value={one.is} options={options} onChange={(is) => onChange({ ...one, is })} />;
    },
  };
  return fields[test.kind](test as never);
}
