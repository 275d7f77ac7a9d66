import { Trans, useLingui } from "@lingui/react/macro";
import { Paperclip, Trash2, Upload } from "lucide-react";
import { createContext, useContext, useRef, useState } from "react";
import { CallError, postFile } from "#platform/call.ts";
import { useByteSize } from "#platform/web/use-byte-size.ts";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { toast } from "#ui/toast.ts";
import type { FieldValue, FileValue } from "../definition.ts";
import { fileEndings, mostMegabytes } from "#platform/document-types.ts";
import type { FieldSheet } from "../sheet-contract.ts";
import type { InputProps, TextProps } from "./kind-inputs.tsx";

/** Where the files of a person's fields lie, and what is done with the fields that an upload gives. */
export interface FilePlace {
  readonly path: string;
  readonly onTaken: (sheet: FieldSheet) => void;
}
export const FilePlaceContext = createContext<FilePlace>({ path: "", onTaken: () => undefined });

const uploadMs = 120_000;
const fileOf = (value: FieldValue | null | undefined): FileValue | null =>
  typeof value === "object" && value !== null && "name" in value ? value : null;

/** The name of a file, as what an input of files holds. */
export const fileName = (value: FieldValue) => fileOf(value)?.name ?? "";

/** A file with its size, to be opened or kept. */
export function FileText({ field, value }: Pick<TextProps, "field" | "value">) {
  const { path } = useContext(FilePlaceContext);
  const size = useByteSize();
  const file = fileOf(value);
  return (
    <span className="row">
      <a className="sheet-file" href={`${path}/${field.id}/file`} target="_blank" rel="noreferrer">
        <Icon of={Paperclip} size="s" />
        <bdi>{fileName(value)}</bdi>
      </a>
      {file && <bdi className="muted num">{size(file.bytes)}</bdi>}
    </span>
  );
}

/** A field of files. A chosen file is sent and kept at once; taking one away is saved with the other fields. */
export function FileInput({ field, words, value, stored, onChange }: InputProps) {
  const { t } = useLingui();
  const { path, onTaken } = useContext(FilePlaceContext);
  const chooser = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState("");
  const { id, label, description, isOptional } = words;
  const error = problem || words.error;
  const hint = t`PDF, picture, text or document of an office program, up to ${mostMegabytes} MB.`;

  async function send(file: File) {
    setProblem("");
    setSending(true);
    try {
      onTaken((await postFile(`${path}/${field.id}/file?name=${encodeURIComponent(file.name)}`, file, uploadMs)) as FieldSheet);
      onChange(file.name);
      announce(t`Uploaded`);
      toast({ tone: "success", title: t`Uploaded` });
    } catch (refusal) {
      if (!(refusal instanceof CallError)) throw refusal;
      setProblem(refusal.message);
    } finally {
      setSending(false);
    }
  }

  const isGoing = value === "" && fileOf(stored) !== null;
  return (
    <div className="ui-field" role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-help`}>
      <span className="ui-label" id={`${id}-label`}>
        {label}
        {isOptional && (
          <span className="ui-label-note">
            {" "}
            <Trans>(optional)</Trans>
          </span>
        )}
      </span>
      {stored && !isGoing && <FileText field={field} value={stored} />}
      {isGoing && (
        <span className="muted">
          <Trans>The file is taken away when you save.</Trans>
        </span>
      )}
      <span className="row">
        <Button id={id} size="s" icon={Upload} isPending={isSending} pendingLabel={t`Uploading`} onPress={() => chooser.current?.click()}>
          {stored ? <Trans>Replace the file</Trans> : <Trans>Choose a file</Trans>}
        </Button>
        {isOptional && stored && !isGoing && (
          <Button size="s" variant="quiet" icon={Trash2} isDisabled={isSending} onPress={() => onChange("")}>
            <Trans>Take away</Trans>
          </Button>
        )}
      </span>
      <input
        ref={chooser}
        type="file"
        accept={fileEndings}
        className="visually-hidden"
        aria-label={label}
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void send(file);
          // Reset, so that the same file can be chosen again after it was changed.
          target.value = "";
        }}
      />
      <span id={`${id}-help`} className="ui-hint">
        {description ? `${description} ${hint}` : hint}
      </span>
      <span className="ui-error" role="alert">
        {error}
      </span>
    </div>
  );
}
