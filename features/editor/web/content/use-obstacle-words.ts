import { useLingui } from "@lingui/react/macro";
import type { Obstacle } from "../../completable.ts";

/** Returns a function that says what makes a course impossible to complete. */
export function useObstacleWords(): (code: Obstacle["code"]) => string {
  const { t } = useLingui();
  return (code) => {
    switch (code) {
      case "no_pages":
        return t`The course has no pages.`;
      case "page_unreachable":
        return t`This block can never meet what its page asks for, so the page cannot be completed.`;
      case "block_twice":
        return t`This block stands on another page too. Delete one of the two.`;
      case "page_stays_locked":
        return t`This page is locked until every page before it is complete, and one of them cannot be completed.`;
      case "pages_unreachable":
        return t`The completion rule asks for more pages than can be completed.`;
      case "rule_page_missing":
        return t`The completion rule asks for a page that is not in the course.`;
      case "rule_page_unreachable":
        return t`The completion rule asks for this page, and it cannot be completed.`;
      case "quiz_missing":
        return t`The completion rule asks for a quiz that is not in the course.`;
      case "score_unreachable":
        return t`The completion rule asks for a score that nobody can reach.`;
      case "passing_unreachable":
        return t`The course is passed by a score, and has neither a quiz nor a SCORM object.`;
      case "packages_missing":
        return t`The completion rule asks for SCORM objects, but no page counts one.`;
      case "no_conditions":
        return t`The completion rule has no conditions.`;
      case "too_many_conditions":
        return t`The completion rule asks for more conditions than it has.`;
      case "time_alone":
        return t`Time alone would complete the course. Add a condition about pages or a quiz.`;
    }
  };
}
