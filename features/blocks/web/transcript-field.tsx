import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { TextArea } from "#ui/text-area.tsx";
import type { TranscriptLine } from "../played.ts";
import { transcriptLines, transcriptText } from "./transcript-text.ts";

interface TranscriptFieldProps {
  readonly lines: readonly TranscriptLine[];
  /** The length of what is heard, 0 when unknown. */
  readonly seconds: number;
  readonly onChange: (lines: TranscriptLine[]) => void;
  readonly isOptional?: boolean;
}

/** What is heard, to write with its times. */
export function TranscriptField({ lines, seconds, onChange, isOptional = false }: TranscriptFieldProps) {
  const { t } = useLingui();
  // As it was typed, as long as that says the same.
  const [typed, setTyped] = useState("");
  const asStored = transcriptText(lines);
  const value = transcriptText(transcriptLines(typed, seconds)) === asStored ? typed : asStored;
  return (
    <TextArea
      label={t`Transcript`}
      description={t`What is heard. Each line begins with its time, such as 0:05.`}
      rows={6}
      dir="auto"
      isOptional={isOptional}
      value={value}
      onChange={(next) => {
        setTyped(next);
        onChange(transcriptLines(next, seconds));
      }}
    />
  );
}
