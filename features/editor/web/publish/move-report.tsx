import { Plural, Trans, useLingui } from "@lingui/react/macro";
import type { MoveReport as Report } from "../../publish-contract.ts";
import { CompletedWords } from "./completed-words.tsx";
import { useMoveNames } from "./use-move-words.ts";

/** What was done with the people in a course when a version was published, in numbers. */
export function MoveReport({ report }: { report: Report }) {
  const { t, i18n } = useLingui();
  const names = useMoveNames();
  const { counts, done } = report;
  const carried = [
    { name: t`Pages carried over as done`, value: done.pages },
    { name: t`Blocks carried over with what was done in them`, value: done.blocks },
    { name: t`Submissions carried over`, value: done.submissions },
    { name: t`Parts of packages carried over`, value: done.parts },
  ].filter(({ value }) => value > 0);
  return (
    <dl className="publish-facts">
      <dt>
        <Trans>Not started</Trans>
      </dt>
      <dd>
        <Plural value={counts.notStarted} _0="Nobody" one="# person gets this version." other="# people get this version." />
      </dd>
      <dt>
        <Trans>In progress</Trans>
      </dt>
      <dd>
        {counts.inProgress === 0 ? (
          <Trans>Nobody</Trans>
        ) : (
          <>
            {names.inProgress[report.inProgress]}
            {": "}
            {report.inProgress === "finish" ? (
              <Plural value={counts.inProgress} one="# person, who stayed where they were." other="# people, who stayed where they were." />
            ) : (
              <Plural value={done.moved + done.restarted} one="# person has this version now." other="# people have this version now." />
            )}
          </>
        )}
      </dd>
      <dt>
        <Trans>Completed</Trans>
      </dt>
      <dd>
        {counts.completed === 0 ? (
          <Trans>Nobody</Trans>
        ) : (
          <>
            <CompletedWords move={report} />
            {": "}
            <Plural
              value={report.completed === "leave" ? counts.completed : done.retaken + done.equivalent}
              one="# person."
              other="# people."
            />
          </>
        )}
      </dd>
      {carried.map(({ name, value }) => (
        <div key={name} className="publish-fact">
          <dt>{name}</dt>
          <dd className="num">{i18n.number(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
