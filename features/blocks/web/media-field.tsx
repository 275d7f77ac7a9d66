import { Trans, useLingui } from "@lingui/react/macro";
import { Link2, Upload, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Progress } from "#ui/progress.tsx";
import type { EditorMedia, MediaUse, Sending, StoredMedia } from "../block-editor.ts";
import { AddressField } from "./address-field.tsx";
import "./editors.css";

/** What the browser's window for choosing offers first; the server decides what it takes. */
const accepts: Record<MediaUse, string | undefined> = {
  image: "image/png,image/jpeg,image/webp,image/gif,image/avif",
  video: "video/mp4,video/webm",
  audio: "audio/*",
  captions: ".vtt,text/vtt",
  document: undefined,
  site: ".zip",
};

interface SendFieldProps<Stored> {
  readonly label: string;
  readonly send: (file: File, on: Sending) => Promise<Stored>;
  readonly onStored: (stored: Stored, file: File) => void;
  /** Whether there is a file already, which the next one replaces. */
  readonly hasFile?: boolean;
  readonly description?: string;
  readonly autoFocus?: boolean | undefined;
  /** The endings offered first. */
  readonly accept?: string | undefined;
  /** What is wrong with a file, before a byte of it is sent. */
  readonly check?: (file: File) => string | undefined;
  /** Another way to a file, next to the button. */
  readonly beside?: React.ReactNode;
}

interface OfCourse extends Omit<SendFieldProps<StoredMedia>, "send" | "onStored" | "beside"> {
  readonly media: EditorMedia;
}
interface PlayedProps extends OfCourse {
  readonly use: "video" | "audio";
  readonly onStored: (stored: StoredMedia) => void;
}
interface SentProps extends OfCourse {
  readonly use: Exclude<MediaUse, PlayedProps["use"]>;
  readonly onStored: SendFieldProps<StoredMedia>["onStored"];
}

/** Gets a file into the course, for one use: sends one of the author's, or, of what is played, has it fetched from an address. */
export function MediaField(props: PlayedProps | SentProps) {
  if (props.use === "video" || props.use === "audio") return <PlayedField {...props} />;
  const { use, media, accept = accepts[use], ...field } = props;
  return <SendField {...field} accept={accept} send={(file, on) => media.send(file, use, on)} />;
}

function PlayedField({ use, media, accept = accepts[use], onStored, ...field }: PlayedProps) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { fetch } = media;
  const { label } = field;
  const { t } = useLingui();
  return (
    <div className="media-field">
      <SendField
        {...field}
        accept={accept}
        send={(file, on) => media.send(file, use, on)}
        onStored={onStored}
        beside={
          fetch && (
            <Button
              ref={opener}
              icon={Link2}
              aria-label={t`From an address: ${label}`}
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              onPress={() => setOpen(!isOpen)}
            >
              <Trans>From an address</Trans>
            </Button>
          )
        }
      />
      {isOpen && fetch && (
        <AddressField
          id={id}
          fetch={(address, on) => fetch(address, use, on)}
          onStored={(stored) => {
            onStored(stored);
            setOpen(false);
            opener.current?.focus();
          }}
        />
      )}
    </div>
  );
}

/** Sends a file of the author's: chosen with the button or dropped on it. Shows how far it is, can be stopped, and says why it failed. */
export function SendField<Stored>({
  label,
  send: sendFile,
  onStored,
  hasFile = false,
  description,
  autoFocus,
  accept,
  check,
  beside,
}: SendFieldProps<Stored>) {
  const { t } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const sending = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | undefined>();
  // The block may have been changed while the file was on its way.
  const latest = useRef(onStored);
  useEffect(() => {
    latest.current = onStored;
  });
  useEffect(() => () => sending.current?.abort(), []);
  useEffect(() => {
    if (autoFocus) button.current?.focus();
  }, [autoFocus]);

  async function send(file: File) {
    const control = new AbortController();
    sending.current?.abort();
    sending.current = control;
    const wrong = check?.(file);
    setFailure(wrong);
    if (wrong !== undefined) return setProgress(null);
    setProgress(0);
    try {
      const stored = await sendFile(file, { progress: setProgress, signal: control.signal });
      if (!control.signal.aborted) latest.current(stored, file);
    } catch (error) {
      if (!control.signal.aborted) setFailure(error instanceof Error ? error.message : t`The file could not be sent. Try again.`);
    }
    if (sending.current === control) setProgress(null);
  }
  const stop = () => {
    sending.current?.abort();
    setProgress(null);
    button.current?.focus();
  };
  return (
    <div
      className="media-field"
      onDragOver={(event) => event.dataTransfer.types.includes("Files") && event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        void send(file);
      }}
    >
      <Field label={label} error={failure} {...(description !== undefined && { description })}>
        {(control) => (
          <span className="row">
            <Button
              ref={button}
              icon={Upload}
              // A form may have several of these.
              aria-label={hasFile ? t`Replace the file: ${label}` : t`Choose a file: ${label}`}
              aria-describedby={control["aria-describedby"]}
              onPress={() => chooser.current?.click()}
            >
              {hasFile ? <Trans>Replace the file</Trans> : <Trans>Choose a file</Trans>}
            </Button>
            {/* The browser's own button speaks the browser's language. */}
            <input
              {...control}
              ref={chooser}
              type="file"
              className="visually-hidden"
              tabIndex={-1}
              accept={accept}
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) void send(file);
                // So that the same file can be chosen again.
                target.value = "";
              }}
            />
            {beside}
          </span>
        )}
      </Field>
      {progress !== null && (
        <div className="media-sending">
          <Progress label={t`Sending the file`} value={progress} max={1} isLabelVisible />
          <span className="ui-hint" role="status">
            {progress < 1 ? (
              <Trans>Stay with this block until the file is there.</Trans>
            ) : (
              <Trans>The file has arrived and is being checked. Stay with this block until that is done.</Trans>
            )}
          </span>
          <Button icon={X} size="s" onPress={stop}>
            <Trans>Stop</Trans>
          </Button>
        </div>
      )}
    </div>
  );
}
