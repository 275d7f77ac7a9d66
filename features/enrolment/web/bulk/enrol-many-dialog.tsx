import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { useState } from "react";
import { AskDialog } from "#features/bulk/web/ask-dialog.tsx";
import { DateField } from "#ui/date-field.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { AccessEndField } from "../access-end-field.tsx";
import { CoursePicker, type PickedCourse } from "../course-picker.tsx";
import { today, type AskProps } from "./ask.ts";
import "./bulk.css";

const mostCourses = 10;

/** Asks in which courses chosen people are enrolled, until when that is due, and when their access ends. */
export default function EnrolManyDialog({ course, goOn }: AskProps) {
  const { t } = useLingui();
  const [courses, setCourses] = useState<readonly PickedCourse[]>(course ? [course] : []);
  const [dueAt, setDueAt] = useState("");
  const [expiresAt, setExpiresAt] = useState("");
  const [isTried, setTried] = useState(false);
  const add = (one: PickedCourse | null) => one && setCourses([...courses.filter(({ id }) => id !== one.id), one]);
  const isFull = courses.length >= mostCourses;
  return (
    <AskDialog
      title={t`Enrol in courses`}
      onGiveUp={() => goOn(null)}
      onAsk={() => {
        setTried(true);
        if (courses.length > 0) goOn({ courseIds: courses.map(({ id }) => id), dueAt: dueAt || null, expiresAt: expiresAt || null });
      }}
    >
      <div className="form">
        {!isFull && (
          <CoursePicker
            label={courses.length === 0 ? t`Course` : t`Another course`}
            isOptional={courses.length > 0}
            clearsItself
            value={null}
            onChange={add}
            error={isTried && courses.length === 0 ? t`Choose a course.` : undefined}
          />
        )}
        {courses.length > 0 && (
          <ul className="picked-courses" aria-label={t`Chosen courses`}>
            {courses.map(({ id, title }) => (
              <li key={id}>
                <bdi>{title}</bdi>
                <IconButton
                  icon={X}
                  label={t`Remove ${title}`}
                  size="s"
                  onPress={() => setCourses(courses.filter((one) => one.id !== id))}
                />
              </li>
            ))}
          </ul>
        )}
        <DateField
          label={t`Due`}
          isOptional
          min={today()}
          description={t`Until the end of that day, in the portal's time zone.`}
          value={dueAt}
          onChange={setDueAt}
        />
        <AccessEndField min={today()} value={expiresAt} onChange={setExpiresAt} />
      </div>
    </AskDialog>
  );
}
