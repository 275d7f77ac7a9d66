import { Trans, useLingui } from "@lingui/react/macro";
import { Hourglass } from "lucide-react";
import type { ReactNode } from "react";
import { detailsPath } from "#features/courses/web/course-path.ts";
import { helpCenter } from "#features/help/web/article-address.ts";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import type { Waiting as Part, WaitingFor } from "../../contract.ts";

/** What somebody waits for from others, longest first: where to look, for what, and since when. */
export default function Waiting({ waiting, waitingCount }: Part) {
  const more = waitingCount - waiting.length;
  return (
    <div className="card">
      <ul className="dash-list">
        {waiting.map((item) => (
          <li key={`${item.kind} ${item.id}`}>
            <Icon of={Hourglass} />
            <div>
              <About item={item} />
              <span className="muted small">
                <Trans>
                  Since <Time instant={item.since} />
                </Trans>
              </span>
            </div>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="dash-more muted">
          <Trans>
            <bdi>{more}</bdi> more
          </Trans>
        </p>
      )}
    </div>
  );
}

/** Where one leads, and what is waited for there. */
function About({ item }: { item: WaitingFor }) {
  const { t } = useLingui();
  const line = (to: string, title: ReactNode, what: string) => (
    <>
      <Link to={to}>{title}</Link>
      <span className="muted small">{what}</span>
    </>
  );
  switch (item.kind) {
    case "signature":
      return line(detailsPath(item), <bdi>{item.title}</bdi>, t`An assessor is to watch you and sign.`);
    case "review":
      return line(`/author/courseEditor/${item.id}`, <bdi>{item.title}</bdi>, t`Your course is to be reviewed.`);
    case "question":
      return line(`${helpCenter}?question=${item.id}`, t`Your question`, t`It has no answer yet.`);
  }
}
