import { Trans, useLingui } from "@lingui/react/macro";
import { Download, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useByteSize } from "#platform/web/use-byte-size.ts";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { Progress } from "#ui/progress.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { Fetching, StoredMedia } from "../block-editor.ts";

interface AddressFieldProps {
  readonly id: string;
  readonly fetch: (address: string, on: Fetching) => Promise<StoredMedia>;
  readonly onStored: (stored: StoredMedia) => void;
}

/** How far fetching is, in bytes. */
interface Way {
  readonly done: number;
  readonly total: number | null;
}

/** Has a file fetched from the address that somebody types. It goes on when they leave; the same address then gives the file at once. */
export function AddressField({ id, fetch, onStored }: AddressFieldProps) {
  const { t } = useLingui();
  const field = useRef<HTMLInputElement>(null);
  const running = useRef<{ readonly watch: AbortController; readonly cancel: AbortController } | null>(null);
  const [address, setAddress] = useState("");
  const [way, setWay] = useState<Way | null>(null);
  const [failure, setFailure] = useState<string | undefined>();
  // The block may have been changed meanwhile.
  const latest = useRef(onStored);
  useEffect(() => {
    latest.current = onStored;
  });
  useEffect(() => field.current?.focus(), []);
  useEffect(() => () => running.current?.watch.abort(), []);

  async function begin() {
    if (running.current) return;
    if (address.trim() === "") return fail(t`Give the address of a file, such as https://films.example/walk.mp4.`);
    const [watch, cancel] = [new AbortController(), new AbortController()];
    running.current = { watch, cancel };
    setFailure(undefined);
    setWay({ done: 0, total: null });
    announce(t`Fetching has begun.`);
    try {
      const on = { signal: watch.signal, cancel: cancel.signal, progress: (done: number, total: number | null) => setWay({ done, total }) };
      const stored = await fetch(address.trim(), on);
      if (watch.signal.aborted) return;
      announce(t`The file is in its place.`);
      latest.current(stored);
    } catch (error) {
      if (!watch.signal.aborted) fail(error instanceof Error ? error.message : t`The file could not be fetched. Try again.`);
    }
    running.current = null;
    setWay(null);
  }
  function fail(words: string) {
    setFailure(words);
    announce(words);
    field.current?.focus();
  }
  function stop() {
    running.current?.cancel.abort();
    running.current?.watch.abort();
    running.current = null;
    setWay(null);
    announce(t`Fetching was stopped.`);
    field.current?.focus();
  }
  return (
    <div className="media-address" id={id}>
      <TextField
        ref={field}
        label={t`Address of the file`}
        description={t`The server copies the file into the course once. Learners' browsers ask nobody else for it.`}
        dir="ltr"
        inputMode="url"
        spellCheck={false}
        autoComplete="off"
        maxLength={2000}
        isReadOnly={way !== null}
        value={address}
        onChange={setAddress}
        {...(failure !== undefined && { error: failure })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void begin();
        }}
      />
      {way === null ? (
        <Button icon={Download} onPress={() => void begin()}>
          <Trans>Fetch</Trans>
        </Button>
      ) : (
        <OnItsWay way={way} onStop={stop} />
      )}
    </div>
  );
}

function OnItsWay({ way: { done, total }, onStop }: { way: Way; onStop: () => void }) {
  const { t } = useLingui();
  const size = useByteSize();
  const [come, all] = [size(done), size(total ?? 0)];
  return (
    <div className="media-sending">
      {total === null ? (
        <span className="num">{done === 0 ? t`Waiting for the server at this address` : t`${come} have arrived`}</span>
      ) : (
        <Progress label={t`Fetching the file`} value={done} max={total} text={t`${come} of ${all}`} isLabelVisible />
      )}
      <span className="ui-hint">
        <Trans>
          If you leave this block, fetching goes on. Fetch the same address here afterwards, and the file is in its place at once.
        </Trans>
      </span>
      <Button icon={X} size="s" onPress={onStop}>
        <Trans>Stop</Trans>
      </Button>
    </div>
  );
}
