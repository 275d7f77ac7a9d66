import { useLingui } from "@lingui/react/macro";
import { BookOpen, X } from "lucide-react";
import { useState } from "react";
import { CoursePicker } from "#features/enrolment/web/course-picker.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { TextField } from "#ui/text-field.tsx";
import type { EffectEditor, EffectProps } from "../../web/effect-editor.ts";
import { numberOf, textOf } from "../../web/typed-number.ts";
import type { CoursesEffect } from "./courses.ts";

function ChooseCourses({ value, onChange, names, error }: EffectProps<CoursesEffect>) {
  const { t } = useLingui();
  const [titles, setTitles] = useState(() => new Map(names.map(({ id, name }) => [id, name])));
  const { courseIds } = value;
  return (
    <>
      <CoursePicker
        label={t`Course`}
        value={null}
        onChange={(course) => {
          if (!course) return;
          setTitles(new Map(titles).set(course.id, course.title));
          onChange({ ...value, courseIds: [...courseIds.filter((id) => id !== course.id), course.id] });
        }}
        clearsItself
        error={error}
      />
      {courseIds.length > 0 && (
        <ul className="code-chosen" aria-label={t`Chosen courses`}>
          {courseIds.map((id) => {
            const title = titles.get(id) ?? t`A course that is not in the catalog any more`;
            return (
              <li key={id}>
                <bdi>{title}</bdi>
                <IconButton
                  icon={X}
                  size="s"
                  label={t`Remove ${title}`}
                  onPress={() => onChange({ ...value, courseIds: courseIds.filter((one) => one !== id) })}
                />
              </li>
            );
          })}
        </ul>
      )}
      <TextField
        label={t`Due after how many days`}
        description={t`Counted from the day on which somebody uses the code. Empty: never due.`}
        isOptional
        inputMode="numeric"
        value={textOf(value.dueDays)}
        onChange={(text) => onChange({ ...value, dueDays: numberOf(text) })}
      />
    </>
  );
}

export const courses: EffectEditor<CoursesEffect> = {
  icon: BookOpen,
  begin: { courseIds: [], dueDays: null },
  isOffered: (choices) => choices.courses,
  Fields: ChooseCourses,
};
