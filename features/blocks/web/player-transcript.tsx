import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { announce } from "#ui/announce.ts";
import { Disclosure } from "#ui/disclosure.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { clock } from "./clock.ts";
import type { TranscriptLine } from "../played.ts";
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
        <ol className="transcript-lines">
          {lines.map((line) => {
            const isCurrent = props.second >= line.from && props.second < line.to;
            return (
              <li key={line.from}>
                <button type="button" aria-current={isCurrent || undefined} onClick={() => props.onSeek(line.from)}>
                  <span className="transcript-time num">
                    <span className="visually-hidden">
                      <Trans>Go to</Trans>{" "}
                    </span>
                    <bdi>{clock(line.from)}</bdi>
                  </span>
                  <bdi>
                    <Marked text={line.text} wanted={wanted} />
                  </bdi>
                </button>
              </li>
            );
          })}
        </ol>
      </div>
    </Disclosure>
  );
}

function Marked({ text, wanted }: { text: string; wanted: string }) {
  const at = wanted ? text.toLocaleLowerCase().indexOf(wanted) : -1;
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + wanted.length)}</mark>
      {text.slice(at + wanted.length)}
    </>
  );
}
