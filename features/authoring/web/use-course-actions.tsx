import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Archive, Copy, Ellipsis, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components/Button";
import { useNavigate } from "react-router";
import { courseSubject } from "#features/courses/web/course-subject.ts";
import { useMay } from "#features/portal/web/use-may.ts";
import { call, CallError } from "#platform/call.ts";
import { refetchWhatShows } from "#platform/web/query-subjects.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import type { Column } from "#ui/data-table.tsx";
import { Icon } from "#ui/icon.tsx";
import { Menu } from "#ui/menu.tsx";
import { toast } from "#ui/toast.ts";
import * as api from "../contract.ts";
import type { AuthorCourse } from "../listing-contract.ts";
import { UnpublishQuestion } from "./unpublish-question.tsx";
import { editorPath } from "./use-course-columns.tsx";

const called = {
  duplicate: api.duplicateCourse,
  archive: api.archiveCourse,
  delete: api.deleteCourse,
} as const;
type Act = keyof typeof called;

/** What an author does with a course of the list: duplicate, take out of the catalog, delete. Returns the column with the menu, and the question that is asked. */
export function useCourseActions() {
  const { t } = useLingui();
  const may = useMay();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asked, setAsked] = useState<{ act: "archive" | "delete"; course: AuthorCourse } | null>(null);
  const work = useMutation({
    mutationFn: ({ act, course }: { act: Act; course: AuthorCourse }): Promise<unknown> =>
      call(called[act], { params: { courseId: course.id } }),
    onSuccess: (answer, { act, course }) => {
      void refetchWhatShows(client, courseSubject);
      const done = { duplicate: t`A copy was made`, archive: t`Taken out of the catalog`, delete: t`The course was deleted` }[act];
      const made = act === "duplicate" ? (answer as { id: number; title: string }) : null;
      toast({
        tone: "success",
        title: done,
        message: made?.title ?? course.title,
        ...(made && course.type !== "classroom" && { action: { label: t`Open`, onPress: () => void navigate(editorPath(made.id)) } }),
      });
    },
    onError: (error) =>
      toast({ tone: "danger", title: t`Nothing was changed`, message: error instanceof CallError ? error.message : String(error) }),
    onSettled: () => setAsked(null),
  });

  const column: Column<AuthorCourse> = {
    id: "actions",
    header: t`Actions`,
    isHeaderHidden: true,
    align: "end",
    cell: (course) => {
      const { title } = course;
      return (
        <Menu
          label={t`Actions for ${title}`}
          items={[
            ...(may("make-courses")
              ? [{ id: "duplicate", label: t`Make a copy`, icon: Copy, onAction: () => work.mutate({ act: "duplicate", course }) }]
              : []),
            ...(may("publish-courses") && course.status === "published"
              ? [{ id: "archive", label: t`Take out of the catalog`, icon: Archive, onAction: () => setAsked({ act: "archive", course }) }]
              : []),
            ...(may("make-courses") && !course.isTouched && (course.status !== "published" || may("publish-courses"))
              ? [
                  {
                    id: "delete",
                    label: t`Delete`,
                    icon: Trash2,
                    tone: "danger" as const,
                    onAction: () => setAsked({ act: "delete", course }),
                  },
                ]
              : []),
          ]}
          trigger={
            <Button className="ui-button" data-variant="quiet" data-size="s" data-icon-only aria-label={t`Actions for ${title}`}>
              <Icon of={Ellipsis} />
            </Button>
          }
        />
      );
    },
  };
  const question = (
    <ConfirmDialog
      isOpen={asked !== null}
      isPending={work.isPending}
      {...(asked?.act === "delete" && { tone: "danger" as const })}
      onConfirm={() => asked && work.mutate(asked)}
      onCancel={() => setAsked(null)}
    >
      {asked?.act === "delete" && (
        <p>
          <Trans>
            Delete “<bdi>{asked.course.title}</bdi>” with all its pages, versions and packages? Nobody was ever enrolled. This can't be
            undone.
          </Trans>
        </p>
      )}
      {asked?.act === "archive" && <UnpublishQuestion title={asked.course.title} enrolled={asked.course.enrolled} />}
    </ConfirmDialog>
  );
  return { column: may("make-courses") ? [column] : [], question };
}
