import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { AskDialog } from "#features/bulk/web/ask-dialog.tsx";
import { DateField } from "#ui/date-field.tsx";
import { TextArea } from "#ui/text-area.tsx";
import { CoursePicker, type PickedCourse } from "../course-picker.tsx";
import { today, type AskProps } from "./ask.ts";

/** What is decided about the enrolments of chosen people in one course. */
export type Decided = "unenrol" | "extend-due" | "exempt" | "mark-complete";

/** Asks for the course, the date and the reason of a decision about many enrolments. */
export default function DecideManyDialog({ kind, course: given, goOn }: AskProps & { readonly kind: Decided }) {
  const { t } = useLingui();
  const [course, setCourse] = useState<PickedCourse | null>(given);
  const [day, setDay] = useState(kind === "mark-complete" ? today() : "");
  const [reason, setReason] = useState("");
  const [isTried, setTried] = useState(false);
  const words = {
    unenrol: { title: t`Unenrol`, effect: t`They can no longer enter the course. What they did there is kept.` },
    "extend-due": { title: t`Change the due date`, effect: t`Whoever has completed the course, or is exempt from it, is left out.` },
    exempt: {
      title: t`Exempt`,
      effect: t`Nothing is due for them any more; they can still take the course. Whoever has completed it is left out.`,
    },
    "mark-complete": {
      title: t`Mark complete`,
      effect: t`It counts as completed by hand. What they are doing in the course stays as it is.`,
    },
  }[kind];
  const needsDay = kind === "mark-complete";
  const send = () => {
    setTried(true);
    if (!course || !reason.trim() || (needsDay && !day)) return;
    const what = { courseId: course.id, reason: reason.trim() };
    if (kind === "unenrol" || kind === "exempt") goOn(what);
    else if (kind === "extend-due") goOn({ ...what, dueAt: day || null });
    // Today means now; an earlier day means its noon here.
    else goOn({ ...what, at: (day === today() ? new Date() : new Date(`${day}T12:00:00`)).toISOString() });
  };
  return (
    <AskDialog title={words.title} onGiveUp={() => goOn(null)} onAsk={send}>
      <div className="form">
        <p>{words.effect}</p>
        {given ? (
          <p>
            <strong>
              <bdi>{given.title}</bdi>
            </strong>
          </p>
        ) : (
          <CoursePicker
            label={t`Course`}
            value={course}
            onChange={setCourse}
            error={isTried && !course ? t`Choose a course.` : undefined}
          />
        )}
        {kind === "extend-due" && (
          <DateField
            label={t`New due date`}
            isOptional
            min={today()}
            description={t`Until the end of that day, in the portal's time zone. Without a day, nothing is due any more.`}
            value={day}
            onChange={setDay}
          />
        )}
        {needsDay && (
          <DateField
            label={t`Completed on`}
            max={today()}
            value={day}
            onChange={setDay}
            error={isTried && !day ? t`Choose a date.` : undefined}
          />
        )}
        <TextArea
          label={t`Reason`}
          rows={2}
          maxLength={500}
          description={t`It is kept with the decision.`}
          value={reason}
          onChange={setReason}
          error={isTried && !reason.trim() ? t`Say why, in a few words.` : undefined}
        />
      </div>
    </AskDialog>
  );
}
