import { Trans, useLingui } from "@lingui/react/macro";
import { TriangleAlert } from "lucide-react";
import { Tag } from "#ui/tag.tsx";
import { useCourseWords } from "./use-course-words.ts";

/** The time of an attempt in a record: study time, below it the time after completion, and a mark when more was claimed than a page could have seen. */
export function StudyTime({ seconds, reviewSeconds, flaggedClaims }: { seconds: number; reviewSeconds: number; flaggedClaims: number }) {
  const { t } = useLingui();
  const words = useCourseWords();
  const review = words.minutes(Math.round(reviewSeconds / 60));
  return (
    <>
      <bdi className="num">{words.minutes(Math.round(seconds / 60))}</bdi>
      {reviewSeconds >= 30 && (
        <div className="muted">
          <Trans>and {review} after completion</Trans>
        </div>
      )}
      {flaggedClaims > 0 && (
        <div>
          <Tag tone="warning" icon={TriangleAlert}>{t`Unusual time reported`}</Tag>
        </div>
      )}
    </>
  );
}
