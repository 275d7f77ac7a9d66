import { Trans } from "@lingui/react/macro";
import type { TranscriptLine } from "../played.ts";
import { clock } from "./clock.ts";
import "./timed-lines.css";

interface TimedLinesProps {
  readonly lines: readonly TranscriptLine[];
  /** Where playback is. */
  readonly second: number;
  readonly onSeek: (second: number) => void;
  /** Words in lower case to mark in the lines; "" for none. */
  readonly wanted?: string;
}

/** Lines with their times: the one that plays is marked, and pressing one goes there. */
export function TimedLines({ lines, second, onSeek, wanted = "" }: TimedLinesProps) {
  return (
    <ol className="timed-lines">
      {lines.map((line) => (
        <li key={`${line.from} ${line.text}`}>
          <button type="button" aria-current={(second >= line.from && second < line.to) || undefined} onClick={() => onSeek(line.from)}>
            <span className="timed-lines-time num">
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
      ))}
    </ol>
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
