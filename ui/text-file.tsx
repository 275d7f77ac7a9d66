import { Trans, useLingui } from "@lingui/react/macro";
import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";

/** Takes a list from a file in place of pasting it: reads a CSV or text file and gives its text. */
export function TextFile({ label, onRead }: { label: string; onRead: (text: string) => void }) {
  const { t } = useLingui();
  const chooser = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<string | undefined>();
  async function read(file: File) {
    setFailure(undefined);
    try {
      onRead(await file.text());
    } catch {
      setFailure(t`This file could not be read. Choose it again.`);
    }
  }
  return (
    <Field label={label} isOptional error={failure}>
      {(control) => (
        <span className="row">
          <Button icon={Upload} aria-describedby={control["aria-describedby"]} onPress={() => chooser.current?.click()}>
            <Trans>Choose a file</Trans>
          </Button>
          {/* The browser's own speaks its own language, and says that no file is chosen once the text was taken. */}
          <input
            {...control}
            ref={chooser}
            type="file"
            className="visually-hidden"
            tabIndex={-1}
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void read(file);
              // So that the same file can be chosen again after it was changed.
              target.value = "";
            }}
          />
        </span>
      )}
    </Field>
  );
}
