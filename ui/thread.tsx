import { useLingui } from "@lingui/react/macro";
import { Check, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";
import "./thread.css";

export type ThreadState = "complete" | "started" | "empty" | "locked";
export type ThreadItem = {
  id: string;
  label: string;
  state: ThreadState;
  isCurrent?: boolean;
  /** Beside the label: minutes, "Quiz". */
  meta?: ReactNode;
  /** Under the label: why it is locked, or how it completes. */
  reason?: ReactNode;
  to?: string;
  onPress?: () => void;
};

type ThreadProps = {
  label: string;
  items: readonly ThreadItem[];
  /** For several threads in a row: whether the line continues above and below. */
  startsJoined?: boolean;
  endsJoined?: boolean;
};

/** Steps on a line: a filled dot is complete, a ring started, an empty dot not started, a lock locked. Each state also has a text. */
export function Thread({ label, items, startsJoined, endsJoined }: ThreadProps) {
  return (
    <ol className="ui-thread" aria-label={label} data-starts-joined={startsJoined || undefined} data-ends-joined={endsJoined || undefined}>
      {items.map((item) => (
        <li key={item.id} data-state={item.state}>
          <Step item={item} />
        </li>
      ))}
    </ol>
  );
}

function Step({ item }: { item: ThreadItem }) {
  const current = item.isCurrent ? "step" : undefined;
  const content = <StepContent item={item} />;
  if (item.to !== undefined) {
    return (
      <Link to={item.to} className="ui-thread-step" aria-current={current}>
        {content}
      </Link>
    );
  }
  if (item.onPress) {
    return (
      <button type="button" className="ui-thread-step" aria-current={current} onClick={item.onPress}>
        {content}
      </button>
    );
  }
  return (
    <span className="ui-thread-step" aria-current={current}>
      {content}
    </span>
  );
}

function StepContent({ item }: { item: ThreadItem }) {
  const { t } = useLingui();
  const words = { complete: t`complete`, started: t`in progress`, empty: t`not started`, locked: t`locked` };
  return (
    <>
      <span className="ui-thread-dot" aria-hidden="true">
        {item.state === "complete" && <Icon of={Check} size="s" />}
        {item.state === "locked" && <Icon of={Lock} size="s" />}
      </span>
      <span>
        <bdi>{item.label}</bdi>
        <span className="visually-hidden"> ({words[item.state]})</span>
        {item.reason && <span className="ui-thread-note">{item.reason}</span>}
      </span>
      {item.meta !== undefined && <bdi className="ui-thread-meta">{item.meta}</bdi>}
    </>
  );
}
