import { useLingui } from "@lingui/react/macro";
import { CalendarCheck, CalendarClock, CircleCheck, Ellipsis, RotateCcw, ShieldOff, UserMinus } from "lucide-react";
import { IconButton } from "#ui/icon-button.tsx";
import { Menu } from "#ui/menu.tsx";
import type { PersonEnrolment } from "../person-contract.ts";
import type { Decision } from "./decision-dialog.tsx";
import { useDecisionWords } from "./use-decision-words.ts";

type Act = Exclude<Decision["act"], "reverse">;
const icons = {
  due: CalendarClock,
  exempt: ShieldOff,
  reset: RotateCcw,
  complete: CircleCheck,
  date: CalendarCheck,
  end: UserMinus,
} as const;

/** What can be decided about this enrolment as it stands. */
export function EnrolmentMenu({ row, onDecide }: { row: PersonEnrolment; onDecide: (act: Act) => void }) {
  const { t } = useLingui();
  const words = useDecisionWords();
  const { active, attempt, exempt, title } = row;
  const isDone = attempt !== null && attempt.completedAt !== null;
  const possible: Record<Act, boolean> = {
    due: active && !isDone,
    exempt: active && !isDone && !exempt,
    reset: attempt !== null,
    complete: !isDone,
    date: isDone,
    end: active,
  };
  const acts = (Object.keys(possible) as Act[]).filter((act) => possible[act]);
  return (
    <Menu
      label={t`Changes for ${title}`}
      trigger={<IconButton icon={Ellipsis} label={t`Changes for ${title}`} size="s" />}
      items={acts.map((act) => ({
        id: act,
        label: words.act[act],
        icon: icons[act],
        onAction: () => onDecide(act),
        ...(act === "end" && { tone: "danger" as const }),
      }))}
    />
  );
}
