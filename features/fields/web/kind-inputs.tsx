import { useLingui } from "@lingui/react/macro";
import type { ComponentType, ReactNode } from "react";
import { readNumber } from "#platform/read-number.ts";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { DateField } from "#ui/date-field.tsx";
import type { FieldWords } from "#ui/field-text.tsx";
import { LazyComboBox } from "#ui/lazy-combo-box.tsx";
import { Link } from "#ui/link.tsx";
import { Select } from "#ui/select.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { TextField } from "#ui/text-field.tsx";
import { Time } from "#ui/time.tsx";
import { useUiLocale, useZone } from "#ui/zone.ts";
import { countryCodes } from "../country/country-codes.ts";
import type { FieldValue, KindName } from "../definition.ts";
import type { FieldSheet, SheetField } from "../sheet-contract.ts";
import { FileInput, fileName, FileText } from "./file-input.tsx";
import { instantOf, localTime, noChoice, optionLabel, type Typed } from "./typed-values.ts";

export interface InputProps {
  readonly field: SheetField;
  readonly words: FieldWords & { id: string };
  readonly value: Typed;
  /** The value that is kept. */
  readonly stored: FieldValue | null | undefined;
  readonly onChange: (value: Typed) => void;
  readonly people: FieldSheet["people"];
}
export interface TextProps {
  readonly field: SheetField;
  readonly value: FieldValue;
  readonly people: FieldSheet["people"];
}
interface Reading {
  readonly zone: string;
  readonly people: FieldSheet["people"];
}

/** A kind in the browser: its input, its value as text, and how the one becomes the other. */
export interface KindInput {
  readonly Input: ComponentType<InputProps>;
  readonly Text: ComponentType<TextProps>;
  /** What the input holds while there is no value. */
  readonly empty: Typed;
  typed(value: FieldValue, reading: Reading): Typed;
  /** What is sent for what was typed; what cannot be read is sent as it is, and the server says what is wrong. */
  value(typed: string, zone: string): FieldValue;
}

const one = (value: Typed) => (typeof value === "string" ? value : "");
const asWords = { empty: "", typed: String, value: (typed: string) => typed };

type Attributes = Partial<Parameters<typeof TextField>[0]>;
const line =
  (attributes: Attributes): ComponentType<InputProps> =>
  ({ words, value, onChange }) => <TextField autoComplete="off" {...attributes} {...words} value={one(value)} onChange={onChange} />;
const Plain = ({ value }: TextProps) => <bdi>{String(value)}</bdi>;
const text: KindInput = { ...asWords, Input: line({}), Text: Plain };

/** A list of more values than these is searched by typing. */
const mostInSelect = 12;
function Choice({ words, value, onChange, options }: InputProps & { options: { id: string; label: string }[] }) {
  const { t } = useLingui();
  const shown = { ...words, options: [{ id: noChoice, label: t`Not filled in` }, ...options], value: one(value), onChange };
  return options.length > mostInSelect ? <LazyComboBox {...shown} /> : <Select {...shown} />;
}
const labelOf = (id: FieldValue, { options }: SheetField) => {
  const option = options.find((each) => each.id === id);
  return option ? optionLabel(option, options) : "–";
};
const ofList: KindInput = {
  empty: noChoice,
  typed: String,
  value: Number,
  Input: (props) => (
    <Choice
      {...props}
      options={props.field.options.map((each) => ({ id: String(each.id), label: optionLabel(each, props.field.options) }))}
    />
  ),
  Text: ({ field, value }) => <bdi>{labelOf(value, field)}</bdi>,
};

function YesNo(props: InputProps) {
  const { t } = useLingui();
  return (
    <Choice
      {...props}
      options={[
        { id: "yes", label: t`Yes` },
        { id: "no", label: t`No` },
      ]}
    />
  );
}
function YesNoText({ value }: TextProps): ReactNode {
  const { t } = useLingui();
  return value === true ? t`Yes` : t`No`;
}

function Country(props: InputProps) {
  const locale = useUiLocale();
  const names = new Intl.DisplayNames([locale], { type: "region" });
  const options = countryCodes.map((id) => ({ id, label: names.of(id) ?? id }));
  return <Choice {...props} options={options.toSorted((a, b) => a.label.localeCompare(b.label, locale))} />;
}
function CountryText({ value }: TextProps) {
  const locale = useUiLocale();
  return <bdi>{new Intl.DisplayNames([locale], { type: "region" }).of(String(value)) ?? String(value)}</bdi>;
}

function Moment({ words, value, onChange }: InputProps) {
  const zone = useZone().replaceAll("_", " ");
  return (
    <DateField
      {...words}
      withTime
      description={words.description ? `${words.description} ${zone}` : zone}
      value={one(value)}
      onChange={onChange}
    />
  );
}
function NumberText({ value }: TextProps) {
  return <bdi className="num">{Number(value).toLocaleString(useUiLocale())}</bdi>;
}

function Somebody({ words, value, onChange, people }: InputProps) {
  const { t } = useLingui();
  const known = people.find(({ email }) => email === one(value));
  return (
    <TextField
      {...words}
      type="email"
      inputMode="email"
      dir="ltr"
      autoComplete="off"
      description={known ? known.name : t`The email of somebody in this portal.`}
      value={one(value)}
      onChange={onChange}
    />
  );
}

/** Every kind of field in the browser, as kinds.ts is on the server. */
export const kindInputs: Readonly<Record<KindName, KindInput>> = {
  text,
  phone: { ...text, Input: line({ inputMode: "tel", dir: "ltr" }) },
  email: { ...text, Input: line({ type: "email", inputMode: "email", dir: "ltr" }) },
  url: {
    ...text,
    Input: line({ inputMode: "url", dir: "ltr" }),
    Text: ({ value }) => (
      <Link to={String(value)} target="_blank" rel="noreferrer">
        <bdi>{String(value)}</bdi>
      </Link>
    ),
  },
  long_text: {
    ...asWords,
    Input: ({ words, value, onChange }) => <TextArea {...words} value={one(value)} onChange={onChange} />,
    Text: ({ value }) => <bdi className="sheet-lines">{String(value)}</bdi>,
  },
  number: {
    empty: "",
    typed: String,
    value: (typed) => readNumber(typed) ?? typed,
    Input: line({ inputMode: "decimal", dir: "ltr" }),
    Text: NumberText,
  },
  date: {
    ...asWords,
    Input: ({ field: { settings }, words, value, onChange }) => (
      <DateField
        {...words}
        value={one(value)}
        onChange={onChange}
        {...(settings.earliest && { min: settings.earliest })}
        {...(settings.latest && { max: settings.latest })}
      />
    ),
    Text: ({ value }) => <Time instant={`${String(value)}T12:00:00Z`} kind="date" zone="UTC" />,
  },
  date_time: {
    empty: "",
    typed: (value, { zone }) => localTime(String(value), zone),
    value: instantOf,
    Input: Moment,
    Text: ({ value }) => <Time instant={String(value)} />,
  },
  yes_no: {
    empty: noChoice,
    typed: (value) => (value === true ? "yes" : "no"),
    value: (typed) => typed === "yes",
    Input: YesNo,
    Text: YesNoText,
  },
  single: ofList,
  tree: ofList,
  multi: {
    empty: [],
    typed: (value) => (Array.isArray(value) ? value.map(String) : []),
    value: (typed) => typed,
    Input: ({ field, words, value, onChange }) => (
      <CheckboxGroup
        {...words}
        options={field.options.map((option) => ({ id: String(option.id), label: option.name }))}
        value={typeof value === "string" ? [] : value}
        onChange={onChange}
      />
    ),
    Text: ({ field, value }) => <bdi>{Array.isArray(value) ? value.map((id) => labelOf(id, field)).join(", ") : "–"}</bdi>,
  },
  country: { empty: noChoice, typed: String, value: (typed) => typed, Input: Country, Text: CountryText },
  file: {
    ...asWords,
    typed: fileName,
    Input: FileInput,
    Text: FileText,
  },
  person: {
    empty: "",
    typed: (value, { people }) => people.find(({ id }) => id === value)?.email ?? "",
    value: (typed) => typed,
    Input: Somebody,
    Text: ({ value, people }) => <bdi>{people.find(({ id }) => id === value)?.name ?? "–"}</bdi>,
  },
};
