import type { LucideIcon } from "lucide-react";
import { Box, MonitorPlay, Presentation } from "lucide-react";
import { Tag } from "#ui/tag.tsx";
import type { CourseType } from "../course-type.ts";
import { useCourseWords } from "./use-course-words.ts";

const icons: Record<CourseType, LucideIcon> = { online: MonitorPlay, classroom: Presentation, scorm: Box };

/** The type of a course as a tag. */
export function CourseTypeTag({ type }: { type: CourseType }) {
  const words = useCourseWords();
  return <Tag icon={icons[type]}>{words.type(type)}</Tag>;
}

/** "45 min · English": the known facts of a course on one line; the language only where it is useful. */
export function CourseFacts({ course, showLanguage = false }: { course: { minutes: number; language?: string }; showLanguage?: boolean }) {
  const words = useCourseWords();
  const { minutes, language } = course;
  const facts = [...(minutes > 0 ? [words.minutes(minutes)] : []), ...(showLanguage && language ? [words.language(language)] : [])];
  return (
    <span className="muted small num">
      {facts.map((fact, index) => (
        <span key={fact}>
          {index > 0 && " · "}
          <bdi>{fact}</bdi>
        </span>
      ))}
    </span>
  );
}
