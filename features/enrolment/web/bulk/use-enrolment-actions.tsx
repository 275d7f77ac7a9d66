import { useLingui } from "@lingui/react/macro";
import { BookPlus } from "lucide-react";
import type { PermissionId } from "#features/portal/permissions.ts";
import type { ListedAction } from "#features/bulk/web/use-bulk-actions.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import type { PickedCourse } from "../course-picker.tsx";
import type { Decided } from "./decide-many-dialog.tsx";

const EnrolManyDialog = lazyPart(() => import("./enrol-many-dialog.tsx"));
const DecideManyDialog = lazyPart(() => import("./decide-many-dialog.tsx"));

const needs: Record<Decided, PermissionId> = {
  unenrol: "enrol-people",
  "extend-due": "enrol-people",
  exempt: "correct-learning",
  "mark-complete": "correct-learning",
};

/**
 * The bulk actions on enrolments, for useBulkActions of any list of people: enrol, unenrol, another due date, exempt, mark complete. course: the one that they are about,
 * where the list is of a course.
 */
export function useEnrolmentActions(course: PickedCourse | null = null): readonly ListedAction[] {
  const { t } = useLingui();
  const decide = (kind: Decided, label: string): ListedAction => ({
    kind,
    label,
    needs: needs[kind],
    isMore: course === null,
    ask: (goOn) => <DecideManyDialog kind={kind} course={course} goOn={goOn} onGiveUp={() => goOn(null)} />,
  });
  return [
    ...(course
      ? []
      : [
          {
            kind: "enrol",
            needs: "enrol-people" as const,
            label: t`Enrol`,
            icon: BookPlus,
            ask: (goOn: (input: object | null) => void) => <EnrolManyDialog course={null} goOn={goOn} onGiveUp={() => goOn(null)} />,
          },
        ]),
    decide("extend-due", t`Change the due date`),
    decide("exempt", t`Exempt`),
    decide("mark-complete", t`Mark complete`),
    decide("unenrol", t`Unenrol`),
  ];
}
