import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "react-router";
import type { CourseType } from "#features/courses/course-type.ts";
import { toast } from "#ui/toast.ts";
import { useStandingMutation } from "./hooks.ts";

/** The address of a course in the viewer; with retake, a new attempt starts. */
export const viewerPath = (courseId: number, retake = false) => `/student/courseViewer/${courseId}${retake ? "?retake=true" : ""}`;

/** Whether a course's viewer is a page of its own to load: only then does its policy name the host where the package plays (platform/content-hosts.ts). */
export const loadsItsPage = (type: CourseType) => type === "scorm";

type Course = { id: number; title: string };

/** Enrolling and leaving with their toasts: "You are enrolled in X" offers Start, leaving offers Undo. pendingId: the course of the running call. */
export function useEnrol(): { enrol: (course: Course) => void; leave: (course: Course) => void; pendingId: number | null } {
  const { t } = useLingui();
  const navigate = useNavigate();
  const standing = useStandingMutation();

  function enrol({ id, title }: Course) {
    standing.mutate(
      { courseId: id },
      {
        onSuccess: ({ action }) =>
          toast({
            tone: "success",
            title: t`You are enrolled in ${title}`,
            ...(action.kind === "start" && { action: { label: t`Start`, onPress: () => void navigate(viewerPath(id)) } }),
          }),
        onError: (error) => toast({ tone: "danger", title: t`You are not enrolled in ${title}`, message: error.message }),
      },
    );
  }
  function leave({ id, title }: Course) {
    standing.mutate(
      { courseId: id, leave: true },
      {
        onSuccess: () => toast({ title: t`You left ${title}`, action: { label: t`Undo`, onPress: () => enrol({ id, title }) } }),
        onError: (error) => toast({ tone: "danger", title: t`You are still enrolled in ${title}`, message: error.message }),
      },
    );
  }
  return { enrol, leave, pendingId: standing.isPending ? (standing.variables?.courseId ?? null) : null };
}
