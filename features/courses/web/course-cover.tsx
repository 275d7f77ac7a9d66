import { Plate } from "#ui/plate.tsx";
import { fileUrl } from "#features/blocks/file-url.ts";
import "./course-card.css";

/** A course's picture, or its generated plate. Decorative: the title is beside it. */
export function CourseCover({ course, shape = "wide" }: { course: { id: number; coverFileId: number | null }; shape?: "wide" | "box" }) {
  if (course.coverFileId === null) return <Plate seed={String(course.id)} shape={shape} />;
  return (
    <img className="course-cover" data-shape={shape} src={fileUrl(course.coverFileId, "cover")} alt="" loading="lazy" decoding="async" />
  );
}
