import { Trans } from "@lingui/react/macro";
import { CircleCheck, CircleDot } from "lucide-react";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { DueTag } from "#features/enrolment/web/due-tag.tsx";
import { useCauseWords } from "#features/enrolment/web/use-cause-words.ts";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import type { Required as Part } from "../../contract.ts";

/** What others or a rule ask of the person, with who or what does. */
export default function Required({ required, requiredCount }: Part) {
  const causeWords = useCauseWords();
  const more = requiredCount - required.length;
  if (required.length === 0)
    return (
      <p className="card dash-pad dash-note muted">
        <Icon of={CircleCheck} />
        <Trans>Nothing is required of you now.</Trans>
      </p>
    );
  return (
    <div className="card">
      <ul className="dash-list">
        {required.map((item) => (
          <li key={item.id}>
            <Icon of={CircleDot} />
            <div>
              <Link to={detailsPath(item)}>
                <bdi>{item.title}</bdi>
              </Link>
              <span className="muted small">
                <bdi>{causeWords(item.cause)}</bdi>
              </span>
              <DueTag due={item.due} />
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="dash-more">
          <Link to="/course/catalog/myonlinecourses">
            <Trans>
              <bdi>{more}</bdi> more required
            </Trans>
          </Link>
        </p>
      )}
    </div>
  );
}
