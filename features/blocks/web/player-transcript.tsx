import { Plural, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { announce } from "#ui/announce.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { SearchField } from "#ui/search-field.tsx";
import type { TranscriptLine } from "../played.ts";
import { TimedLines } from "./timed-lines.tsx";
import "./transcript.css";

/** The transcript of a video or a recording: pressing a line seeks to its time, and the search shows only matching lines. */
export default function PlayerTranscript(props: { lines: readonly TranscriptLine[]; second: number; onSeek: (second: number) => void }) {
  const { t } = useLingui();
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLocaleLowerCase();
  const lines = wanted ? props.lines.filter((line) => line.text.toLocaleLowerCase().includes(wanted)) : props.lines;
  const search = (next: string) => {
    setQuery(next);
    const words = next.trim().toLocaleLowerCase();
    if (!words) return;
    const count = props.lines.filter((line) => line.text.toLocaleLowerCase().includes(words)).length;
    announce(t`${count} lines found`);
  };
  return (
    <Disclosure title={t`Transcript`} headingLevel={2}>
      <div className="transcript">
        <SearchField label={t`Search the transcript`} value={query} onChange={search} />
        {wanted !== "" && (
          <p className="muted small">
            <Plural value={lines.length} _0="No line has these words." one="# line" other="# lines" />
          </p>
        )}
        <TimedLines lines={lines} second={props.second} onSeek={props.onSeek} wanted={wanted} />
      </div>
    </Disclosure>
  );
}
