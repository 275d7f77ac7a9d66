import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect } from "react";
import { StudyTime } from "#features/courses/web/study-time.tsx";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { timeOptions } from "#ui/format-time.ts";
import { Time } from "#ui/time.tsx";
import { useNow } from "#ui/use-now.ts";
import { useZone } from "#ui/zone.ts";
import type { HistoryRow } from "../contract.ts";
import { useOutcomeWords } from "./outcome-tag.tsx";

/** All rows that match the filters, for paper: opens the print dialog once rendered, and calls onPrinted when it is closed. */
export function PrintSheet({ rows, onPrinted }: { rows: readonly HistoryRow[]; onPrinted: () => void }) {
  const { i18n } = useLingui();
  const { User, Portal } = useEnvironment();
  const words = useCourseWords();
  const outcomes = useOutcomeWords();
  const timeZone = useZone();
  const now = useNow();
  const zone = timeZone.replaceAll("_", " ");
  // Always with the year, because paper is read later.
  const written = (instant: string) => i18n.date(instant, timeOptions("dateTime", 0, Infinity, timeZone));
  useEffect(() => {
    addEventListener("afterprint", onPrinted);
    window.print();
    return () => removeEventListener("afterprint", onPrinted);
  }, [onPrinted]);

  const name = <bdi>{`${User.GivenName} ${User.FamilyName}`.trim() || User.Email}</bdi>;
  const portal = <bdi>{Portal.Name}</bdi>;
  return (
    <section className="print-only history-print">
      <h2>
        <Trans>Course history of {name}</Trans>
      </h2>
      <p>
        <Trans>
          {portal}. Printed <Time instant={now} />. Times in <bdi>{zone}</bdi>.
        </Trans>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Course</Trans>
            </th>
            <th scope="col">
              <Trans>Attempt</Trans>
            </th>
            <th scope="col">
              <Trans>Version</Trans>
            </th>
            <th scope="col">
              <Trans>Started</Trans>
            </th>
            <th scope="col">
              <Trans>Completed</Trans>
            </th>
            <th scope="col">
              <Trans>Study time</Trans>
            </th>
            <th scope="col">
              <Trans>Score</Trans>
            </th>
            <th scope="col">
              <Trans>Result</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.attemptId}>
              <th scope="row">
                <bdi>{row.title}</bdi>
              </th>
              <td className="num">{row.number}</td>
              <td className="num">{row.version}</td>
              <td>
                <bdi>{written(row.startedAt)}</bdi>
              </td>
              <td>{row.completedAt && <bdi>{written(row.completedAt)}</bdi>}</td>
              <td className="num">
                <StudyTime {...row} />
              </td>
              <td className="num">{row.scorePercent !== null && <bdi>{words.percent(row.scorePercent)}</bdi>}</td>
              <td>{outcomes[row.outcome]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="history-print-address">
        <bdi>{location.href}</bdi>
      </p>
    </section>
  );
}
