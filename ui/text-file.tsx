import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Field } from "./field.tsx";

/** Takes a list from a file in place of pasting it: reads a CSV or text file and gives its text. */
export function TextFile({ label, onRead }: { label: string; onRead: (text: string) => void }) {
  const { t } = useLingui();
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
        <input
          {...control}
          type="file"
          className="ui-input"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void read(file);
            // So that the same file can be chosen again after it was changed.
            target.value = "";
          }}
        />
      )}
    </Field>
  );
}
