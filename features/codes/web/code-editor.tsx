import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useNavigate } from "react-router";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { ComboBox } from "#ui/combo-box.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Field } from "#ui/field.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { BatchSize, CodeTerms, type Code } from "../contract.ts";
import type { Choices } from "./effect-editor.ts";
import { EffectsFields } from "./effects-fields.tsx";
import { choicesQuery, useCreateCode, useSaveCode } from "./hooks.ts";
import { numberOf, textOf } from "./typed-number.ts";
import "./codes.css";

type Props = {
  /** The code to change; null for a new one. */
  code: Code | null;
  onClose: () => void;
};

/** Makes a code or a batch of them, or changes one. */
export default function CodeEditor({ code, onClose }: Props) {
  const { t } = useLingui();
  const choices = useQuery(choicesQuery);
  if (choices.data) return <Editor code={code} choices={choices.data} onClose={onClose} />;
  return (
    <Dialog title={code ? t`Change the code` : t`Make a code`} isOpen width="half" onOpenChange={(isOpen) => !isOpen && onClose()}>
      {choices.error ? (
        <Banner tone="danger" role="alert">
          {choices.error.message}
        </Banner>
      ) : (
        <Skeleton count={6} />
      )}
    </Dialog>
  );
}

/** The field that a problem is about: the first part of its path, and of an effect its kind. */
const fieldOf = (path: string) =>
  path
    .split(".")
    .slice(0, path.startsWith("effects.") ? 2 : 1)
    .join(".");

function Editor({ code, choices, onClose }: Props & { choices: Choices }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const create = useCreateCode();
  const save = useSaveCode(code?.id ?? 0);
  const [terms, setTerms] = useState<CodeTerms>(() => termsOf(code, choices));
  const [domains, setDomains] = useState(() => terms.domains.join(", "));
  const [isBatch, setBatch] = useState(false);
  const [count, setCount] = useState<number | null>(20);
  const [isActive, setActive] = useState(true);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [refusal, setRefusal] = useState("");
  const zones = useMemo(
    () =>
      [...new Set(["UTC", terms.timeZone, ...Intl.supportedValuesOf("timeZone")])]
        .toSorted()
        .map((id) => ({ id, label: id.replaceAll("_", " ") })),
    [terms.timeZone],
  );
  const set = (patch: Partial<CodeTerms>) => setTerms({ ...terms, ...patch });
  const hasOneCode = code === null ? !isBatch : code.words === 1;

  function send() {
    setRefusal("");
    const typed = { ...terms, domains: domains.split(/[\s,;]+/).filter(Boolean) };
    const found: Record<string, string> = {};
    const read = CodeTerms.safeParse(typed);
    for (const { path, message } of read.error?.issues ?? []) found[fieldOf(path.join("."))] ??= message;
    const size = code === null && isBatch ? BatchSize.safeParse(count) : null;
    for (const { message } of size?.error?.issues ?? []) found["batch"] ??= message;
    setErrors(found);
    if (!read.success || (size && !size.success)) return;
    const onError = (error: Error) => {
      const said = error instanceof CallError ? error.errors : [];
      setErrors(Object.fromEntries(said.map(({ field, message }) => [fieldOf(field), message])));
      if (said.length === 0) setRefusal(error.message);
    };
    if (code)
      save.mutate(
        { ...read.data, revision: code.revision },
        {
          onSuccess() {
            toast({ tone: "success", title: t`The code was saved` });
            onClose();
          },
          onError,
        },
      );
    else
      create.mutate(
        { ...read.data, seats: isBatch ? null : read.data.seats, isDraft: !isActive, batch: size?.data ?? null },
        {
          onSuccess({ id, jobId }) {
            const made = isBatch ? t`The codes were made` : t`The code was made`;
            toast({ tone: "success", title: jobId === null ? made : t`The codes are being made` });
            onClose();
            void navigate(`/users/authorizationCode/${id}`);
          },
          onError,
        },
      );
  }

  const moment = (name: "opensAt" | "closesAt", label: string) => (
    <Field label={label} isOptional error={errors[name]}>
      {(control) => (
        <input
          type="datetime-local"
          {...control}
          className="ui-input"
          value={terms[name] ?? ""}
          onChange={({ target }) => set({ [name]: target.value || null })}
        />
      )}
    </Field>
  );
  const howMany = (
    <TextField
      label={t`How many codes`}
      inputMode="numeric"
      value={textOf(count)}
      onChange={(text) => setCount(numberOf(text))}
      error={errors["batch"]}
    />
  );
  return (
    <Dialog
      title={code ? t`Change the code` : t`Make a code`}
      isOpen
      width="half"
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" isPending={create.isPending || save.isPending} onPress={send}>
            {code ? <Trans>Save</Trans> : <Trans>Make</Trans>}
          </Button>
        </>
      }
    >
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {refusal && (
          <Banner tone="danger" role="alert">
            {refusal}
          </Banner>
        )}
        <TextField
          label={t`Name`}
          description={t`Whoever uses the code sees it: “Welcome week”.`}
          value={terms.label}
          onChange={(label) => set({ label })}
          error={errors["label"]}
          autoComplete="off"
          dir="auto"
          maxLength={120}
        />
        <h3>
          <Trans>What it gives</Trans>
        </h3>
        <EffectsFields
          value={terms.effects}
          onChange={(effects) => set({ effects })}
          choices={choices}
          names={code?.names ?? []}
          errors={errors}
        />
        <h3>
          <Trans>Who can use it</Trans>
        </h3>
        {(choices.admits || terms.admitsNew) && (
          <Checkbox
            value={terms.admitsNew}
            onChange={(admitsNew) => set({ admitsNew })}
            description={t`They register with it, also where nobody can register otherwise. Without this it is for people who have an account here.`}
            {...(errors["admitsNew"] && { error: errors["admitsNew"] })}
          >
            <Trans>Lets new people in</Trans>
          </Checkbox>
        )}
        {terms.admitsNew && choices.askable.length > 0 && (
          <div className="code-choices">
            <CheckboxGroup
              label={t`Also asked of those who register`}
              options={choices.askable.map(({ id, name }) => ({ id: String(id), label: name }))}
              value={terms.fieldIds.map(String)}
              onChange={(ids) => set({ fieldIds: ids.map(Number) })}
              error={errors["fieldIds"]}
            />
          </div>
        )}
        <TextField
          label={t`Only emails at these domains`}
          description={t`Such as example.org, example.com. Empty: any email.`}
          isOptional
          value={domains}
          onChange={setDomains}
          error={errors["domains"]}
          autoComplete="off"
          spellCheck="false"
          dir="ltr"
        />
        <h3>
          <Trans>How often and when</Trans>
        </h3>
        {code === null && (
          <RadioGroup
            label={t`Codes`}
            options={[
              { id: "one" as const, label: t`One code for all`, description: t`For a link, a letter or a poster.` },
              { id: "batch" as const, label: t`A batch of codes`, description: t`Each works once. You get them as a table.` },
            ]}
            value={isBatch ? "batch" : "one"}
            onChange={(id) => setBatch(id === "batch")}
          />
        )}
        {code === null && isBatch && howMany}
        <div className="code-pair">
          {hasOneCode && (
            <TextField
              label={t`Seats`}
              description={t`Empty: no limit.`}
              isOptional
              inputMode="numeric"
              value={textOf(terms.seats)}
              onChange={(text) => set({ seats: numberOf(text) })}
              error={errors["seats"]}
            />
          )}
          <TextField
            label={t`Uses a person`}
            description={t`Mostly one.`}
            inputMode="numeric"
            value={textOf(terms.perPerson || null)}
            onChange={(text) => set({ perPerson: numberOf(text) ?? 0 })}
            error={errors["perPerson"]}
          />
        </div>
        <div className="code-pair">
          {moment("opensAt", t`From`)}
          {moment("closesAt", t`Until`)}
        </div>
        <ComboBox
          label={t`Time zone`}
          description={t`In which both are meant.`}
          options={zones}
          value={terms.timeZone}
          onChange={(timeZone) => set({ timeZone })}
          error={errors["timeZone"]}
        />
        {code === null && (
          <Checkbox value={isActive} onChange={setActive} description={t`Otherwise it is kept as a draft that nobody can use.`}>
            <Trans>Works at once</Trans>
          </Checkbox>
        )}
      </form>
    </Dialog>
  );
}

/** What a new code begins with, and what an existing one says. */
const termsOf = (code: Code | null, choices: Choices): CodeTerms =>
  code
    ? {
        label: code.label,
        effects: code.effects,
        // Of a batch the server knows.
        seats: code.words === 1 ? code.seats : null,
        perPerson: code.perPerson,
        opensAt: code.opensAt,
        closesAt: code.closesAt,
        timeZone: code.timeZone,
        domains: code.domains,
        fieldIds: code.fieldIds,
        admitsNew: code.admitsNew,
      }
    : {
        label: "",
        effects: {},
        seats: null,
        perPerson: 1,
        opensAt: null,
        closesAt: null,
        timeZone: choices.timeZone,
        domains: [],
        fieldIds: [],
        admitsNew: choices.admits,
      };
