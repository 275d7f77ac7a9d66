import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { TextArea } from "#ui/text-area.tsx";
import type { TranscriptLine } from "../played.ts";
import { transcriptLines, transcriptText } from "./transcript-text.ts";

interface TimedFieldProps {
  readonly lines: readonly TranscriptLine[];
  /** The length of what is played, 0 when unknown. */
  readonly seconds: number;
  readonly onChange: (lines: TranscriptLine[]) => void;
  readonly isOptional?: boolean;
}

/** What is heard, to write with its times. */
export function TranscriptField(props: TimedFieldProps) {
  const { t } = useLingui();
  return (
    <TimedField {...props} rows={6} label={t`Transcript`} description={t`What is heard. Each line begins with its time, such as 0:05.`} />
  );
}

/** The parts of a video, to write with their times. */
export function ChaptersField(props: TimedFieldProps) {
  const { t } = useLingui();
  const description = t`Learners go straight to one. A line for each: its time, such as 0:05, and what it is called.`;
  return <TimedField {...props} rows={3} isOptional label={t`Chapters`} description={description} />;
}

function TimedField({ lines, seconds, onChange, ...field }: TimedFieldProps & { rows: number; label: string; description: string }) {
  // As it was typed, as long as that says the same.
  const [typed, setTyped] = useState("");
  const asStored = transcriptText(lines);
  const value = transcriptText(transcriptLines(typed, seconds)) === asStored ? typed : asStored;
  return (
    <TextArea
      {...field}
      dir="auto"
      value={value}
      onChange={(next) => {
        setTyped(next);
        onChange(transcriptLines(next, seconds));
      }}
    />
  );
}
