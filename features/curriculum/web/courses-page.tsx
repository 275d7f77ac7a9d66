import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BookOpen } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { courseStatuses } from "#features/authoring/listing-contract.ts";
import { useStatusWords } from "#features/authoring/web/course-status.tsx";
import { editorPath } from "#features/authoring/web/use-course-columns.tsx";
import { useBulkActions } from "#features/bulk/web/use-bulk-actions.tsx";
import { courseTypes } from "#features/courses/course-type-names.ts";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { PickedCourse } from "#features/enrolment/web/course-picker.tsx";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { useMay } from "#features/portal/web/use-may.ts";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import { CallError } from "#platform/call.ts";
import { exportAddress } from "#platform/list/list.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { useColumnChooser } from "#ui/list-screen/use-column-chooser.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { toast } from "#ui/toast.ts";
import { curriculumList, listCurriculum, type CurriculumRow } from "../contract.ts";
import { categoryOptions } from "./category-options.ts";
import { choicesQuery, curriculumQuery, useCopyCourse } from "./hooks.ts";
import { useCourseActions } from "./use-course-actions.tsx";
import { useCurriculumColumns } from "./use-curriculum-columns.tsx";

const EnrolPeople = lazyPart(() => import("#features/participants/web/enrol-people.tsx"));

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(curriculumQuery(listRequest(curriculumList, to)));

/** Courses (specification §2): all courses of the portal, with how its people stand in them. */
export default function CoursesPage() {
  const { t } = useLingui();
  const may = useMay();
  const isAuthor = useSignedIn()?.User.IsAuthor ?? false;
  const navigate = useNavigate();
  const list = useListState(curriculumList);
  const result = useQuery(curriculumQuery(list.request));
  const { mayChange = false, mayApprove = false } = result.data ?? {};
  const choices = useQuery({ ...choicesQuery, enabled: !result.isFetching });
  const { actions, dialog } = useBulkActions("curriculum", useCourseActions());
  const status = useStatusWords();
  const words = useCourseWords();
  const copy = useCopyCourse();
  const withValues = (choices.data?.fields ?? []).flatMap(({ id, name, options }) =>
    options.map((option) => ({ id: `${id}:${option.id}`, label: `${name}: ${option.name}` })),
  );
  const [enrolling, setEnrolling] = useState<PickedCourse | null>(null);
  const makeCopy = ({ id }: CurriculumRow) =>
    copy.mutate(id, {
      onSuccess: (made) =>
        toast({
          tone: "success",
          title: t`A copy was made`,
          message: made.title,
          // The editor is for authors, and a draft has no other page.
          ...(isAuthor && made.type !== "classroom" && { action: { label: t`Open`, onPress: () => void navigate(editorPath(made.id)) } }),
        }),
      onError: (error) =>
        toast({
          tone: "danger",
          title: t`The course was not copied`,
          message: error instanceof CallError ? error.message : t`Try again in a moment.`,
        }),
    });
  const {
    columns,
    choices: columnChoices,
    shown,
    atRest,
  } = useCurriculumColumns(list.state.columns, choices.data?.fields ?? [], {
    mayChange,
    mayApprove,
    isWaiting: mayApprove && list.state.review === "asked",
    onEnrol: setEnrolling,
    onCopy: makeCopy,
  });
  const chooser = useColumnChooser({ choices: columnChoices, shown, atRest }, (next) => list.set({ columns: next, page: list.state.page }));
  return (
    <div className="page">
      <PageHeader title={t`Courses`} />
      <SectionTabs of="portal" />
      <TableList
        list={list}
        tabs={<ViewTabs name="curriculum" list={list} everything={t`All courses`} isWaiting={result.isFetching} />}
        result={result}
        label={t`Courses`}
        count={(total) => t`${plural(total, { one: "# course", other: "# courses" })}`}
        waiting={t`Loading courses`}
        failed={{ title: t`The courses could not be loaded`, safe: t`Nothing was changed.` }}
        empty={
          <EmptyState
            icon={BookOpen}
            title={t`No courses yet`}
            message={t`Courses that the authors of this portal make are listed here.`}
          />
        }
        nothing={{ title: t`No courses match these filters` }}
        search={t`Search courses`}
        filters={[
          { id: "status", label: t`Status`, any: t`Every status`, options: courseStatuses.map((id) => ({ id, label: status[id] })) },
          ...(mayApprove
            ? [
                {
                  id: "review" as const,
                  label: t`Approval`,
                  any: t`Waiting or not`,
                  options: [{ id: "asked", label: t`Waiting for approval` }],
                },
              ]
            : []),
          { id: "type", label: t`Type`, any: t`Every type`, options: courseTypes.map((id) => ({ id, label: words.type(id) })) },
          { id: "category", label: t`Category`, any: t`Every category`, options: categoryOptions(choices.data?.categories ?? []) },
          {
            id: "owner",
            label: t`Owner`,
            any: t`Every owner`,
            options: [
              { id: "gone", label: t`Owner has left` },
              ...(choices.data?.owners ?? []).map(({ id, name }) => ({ id: String(id), label: name })),
            ],
          },
          {
            id: "language",
            label: t`Language`,
            any: t`Every language`,
            options: (choices.data?.languages ?? []).map((id) => ({ id, label: words.language(id) })),
          },
          ...(withValues.length > 0
            ? [{ id: "field" as const, label: t`Custom field`, any: t`Every custom field`, options: withValues }]
            : []),
        ]}
        columns={columns}
        rowId={(row) => String(row.id)}
        {...(mayChange && actions.length > 0 && { bulk: { actions, rowLabel: ({ title }: CurriculumRow) => title } })}
        {...(may("export-portal-courses") && { exportHref: exportAddress(listCurriculum.path, list.request) })}
        actions={chooser.button}
      />
      {dialog}
      {chooser.dialog}
      {enrolling && <EnrolPeople course={enrolling} onClose={() => setEnrolling(null)} onGiveUp={() => setEnrolling(null)} />}
    </div>
  );
}
