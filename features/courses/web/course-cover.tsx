import { useEffect, useRef, useState } from "react";
import { atRest } from "#ui/at-rest.ts";
import { Plate } from "#ui/plate.tsx";
import { fileUrl } from "#features/blocks/file-url.ts";
import "./course-card.css";

/** One transparent pixel, shown in place of a picture that is not requested yet. */
const nothing = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
/** The visible share of a picture from which it belongs to the first view. */
const share = 0.25;

/** A course's picture, or its generated plate. Decorative: the title is beside it. */
export function CourseCover({ course, shape = "wide" }: { course: { id: number; coverFileId: number | null }; shape?: "wide" | "box" }) {
  if (course.coverFileId === null) return <Plate seed={String(course.id)} shape={shape} />;
  return <Picture key={course.coverFileId} src={fileUrl(course.coverFileId, "cover")} shape={shape} />;
}

/** Requested when it is visible; otherwise once the view is complete, when the browser's own lazy loading decides how far below the window. */
function Picture({ src, shape }: { src: string; shape: "wide" | "box" }) {
  const picture = useRef<HTMLImageElement>(null);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    const seen = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && want(), {
      threshold: share,
    });
    if (picture.current) seen.observe(picture.current);
    const callOff = atRest(want);
    return () => {
      seen.disconnect();
      callOff();
    };
  }, []);
  return (
    <img
      ref={picture}
      className="course-cover"
      data-shape={shape}
      src={isWanted ? src : nothing}
      alt=""
      loading={isWanted ? "lazy" : undefined}
      decoding="async"
    />
  );
}
