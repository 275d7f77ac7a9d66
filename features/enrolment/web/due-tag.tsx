import { Trans } from "@lingui/react/macro";
import { CalendarClock, Clock, TriangleAlert } from "lucide-react";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import type { Due } from "../contract.ts";

/** The due date; overdue and soon with an icon and a word, not by colour alone. Renders nothing without a due date. */
export function DueTag({ due }: { due: Due }) {
  if (!due) return null;
  const date = <Time instant={due.at} kind="date" />;
  if (due.state === "overdue")
    return (
      <Tag icon={TriangleAlert} tone="danger">
        <span>
          <Trans>Overdue since {date}</Trans>
        </span>
      </Tag>
    );
  return (
    <Tag icon={due.state === "soon" ? Clock : CalendarClock} tone={due.state === "soon" ? "warning" : "neutral"}>
      <span>
        <Trans>Due {date}</Trans>
      </span>
    </Tag>
  );
}
