import { Trans, useLingui } from "@lingui/react/macro";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { Transcript } from "../../contract.ts";
import { PartOf, Widget } from "../../web/widget.tsx";
import type { WidgetView } from "../../web/widget-view.ts";

export const transcript: WidgetView = {
  Show: ({ dashboard }) => (
    <Widget id="transcript" name={<Trans>History</Trans>} link={{ to: "/student/history", label: <Trans>My History</Trans> }}>
      <PartOf name="transcript" dashboard={dashboard} skeleton="lines" of={TranscriptSnapshot} />
    </Widget>
  ),
};

/** The completions as numbers with units. */
function TranscriptSnapshot({ year: number, completedThisYear, secondsThisYear, completedEver }: Transcript) {
  const { i18n } = useLingui();
  const words = useCourseWords();
  const year = String(number);
  const facts = [
    { label: <Trans>Completed in {year}</Trans>, value: i18n.number(completedThisYear) },
    { label: <Trans>Study time on these</Trans>, value: words.minutes(Math.round(secondsThisYear / 60)) },
    { label: <Trans>Completed in total</Trans>, value: i18n.number(completedEver) },
  ];
  return (
    <dl className="card dash-facts">
      {facts.map(({ label, value }, index) => (
        <div key={index}>
          <dt className="muted">{label}</dt>
          <dd className="num">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
