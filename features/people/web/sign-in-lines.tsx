import { Fragment, type ReactNode } from "react";
import { Time } from "#ui/time.tsx";

interface SignInLine {
  readonly id: number;
  /** What happened: "Signed in". */
  readonly what: ReactNode;
  /** An instant. */
  readonly at: string;
  /** Device and address, as far as they are known. */
  readonly from: readonly (string | null)[];
}

/** What happened at the door, newest first, each with its time and from where. empty: the words where nothing did. */
export function SignInLines({ lines, empty }: { lines: readonly SignInLine[]; empty: string }) {
  if (lines.length === 0) return <p className="muted">{empty}</p>;
  return (
    <ul className="person-lines">
      {lines.map(({ id, what, at, from }) => (
        <li key={id}>
          <span>{what}</span>
          <span className="muted small">
            <Time instant={at} />
            {from
              .filter((one) => one !== null)
              .map((one) => (
                <Fragment key={one}>
                  {" · "}
                  <bdi>{one}</bdi>
                </Fragment>
              ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
