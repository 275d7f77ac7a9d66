import { Link } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import type { CurriculumRow, WaitingCourse } from "../contract.ts";

/** The address at which a course is looked over, and approved or given back. */
export const reviewPath = (courseId: number) => `/student/courseReview/${courseId}`;

/** The title of a course that waits for an approval, as the way to where that is given. */
export const ReviewLink = ({ course: { id, title } }: { course: Pick<WaitingCourse, "id" | "title"> }) => (
  <Link to={reviewPath(id)}>
    <bdi>{title}</bdi>
  </Link>
);

/** Who asked for the approval of a course, and when; nothing for one that waits for none. */
export const AskedBy = ({ asked }: Pick<CurriculumRow, "asked">) =>
  asked && (
    <span>
      {asked.by && (
        <>
          <bdi>{asked.by}</bdi>
          {", "}
        </>
      )}
      <Time instant={asked.at} showZone={false} />
    </span>
  );
