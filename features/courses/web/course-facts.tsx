import { Box, MonitorPlay, Presentation } from "lucide-react";
import { Tag } from "#ui/tag.tsx";
import { useCourseWords } from "./use-course-words.ts";

const icons = { 1: MonitorPlay, 2: Presentation, 3: Box } as const;

/** The type of a course as a tag. */
export function CourseType({ typeId }: { typeId: number }) {
  const words = useCourseWords();
  return <Tag icon={icons[typeId as 1 | 2 | 3] ?? MonitorPlay}>{words.type(typeId)}</Tag>;
}

/** "45 min · English": length and, where it says something, language. */
export function CourseFacts({ minutes, language }: { minutes: number; language?: string }) {
  const words = useCourseWords();
  const facts = [...(minutes > 0 ? [words.minutes(minutes)] : []), ...(language ? [words.language(language)] : [])];
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
