import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BookOpen, UserPlus, Users, X } from "lucide-react";
import { useState } from "react";
import { useBulkActions } from "#features/bulk/web/use-bulk-actions.tsx";
import { useEnrolmentActions } from "#features/enrolment/web/bulk/use-enrolment-actions.tsx";
import { CoursePicker, type PickedCourse } from "#features/enrolment/web/course-picker.tsx";
import { useMay } from "#features/portal/web/use-may.ts";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import { exportAddress } from "#platform/list/list.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Link } from "#ui/link.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useChosenColumns } from "#ui/list-screen/use-chosen-columns.ts";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { listParticipants, participantsList, participantStates, type Participant } from "../contract.ts";
import { participantsQuery } from "./hooks.ts";
import { useParticipantColumns, useParticipantWords } from "./use-participant-columns.tsx";
import "./participants.css";

/** The filters that say whose participants are listed: a view is of any course. */
const place = ["course", "group"];

const EnrolPeople = lazyPart(() => import("./enrol-people.tsx"));

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => {
  const request = listRequest(participantsList, to);
  return request.course === undefined ? Promise.resolve() : client.prefetchQuery(participantsQuery(request));
};

/** Participants: who is in a course, enrolled from the course's side. */
export default function ParticipantsPage() {
  const { t } = useLingui();
  const list = useListState(participantsList);
  const courseId = list.state.course;
  const result = useQuery({ ...participantsQuery(list.request), enabled: courseId !== null });
  const found = result.data?.course;
  const course = found?.id === courseId ? (found ?? null) : null;
  const may = useMay();
  const [isEnrolling, setEnrolling] = useState(false);
  const enrol = course && may("enrol-people") && (
    <Button icon={UserPlus} variant="primary" onPress={() => setEnrolling(true)}>
      <Trans>Enrol people</Trans>
    </Button>
  );
  return (
    <div className="page">
      <PageHeader title={t`Participants`} actions={enrol} />
      <SectionTabs of="users" />
      <div className="participants-course">
        <CoursePicker
          key={course?.id ?? 0}
          label={t`Course`}
          placeholder={t`Choose a course`}
          value={course}
          isChosen={courseId !== null}
          onChange={(next) => next && list.set({ course: next.id, q: "" })}
        />
      </div>
      {courseId === null ? (
        <EmptyState icon={BookOpen} title={t`Choose a course`} message={t`Who is enrolled in it, and how they stand, is shown here.`} />
      ) : (
        <People list={list} result={result} course={course} />
      )}
      {course && isEnrolling && <EnrolPeople course={course} onClose={() => setEnrolling(false)} onGiveUp={() => setEnrolling(false)} />}
    </div>
  );
}

type ListOf = ReturnType<typeof useListState<typeof participantsList>>;
type ResultOf = ReturnType<typeof useQuery<Awaited<ReturnType<NonNullable<ReturnType<typeof participantsQuery>["queryFn"]>>>>>;

function People({ list, result, course }: { list: ListOf; result: ResultOf; course: PickedCourse | null }) {
  const { t } = useLingui();
  const { columns, button, dialog: chooser } = useChosenColumns(list, useParticipantColumns(), ["name"]);
  const words = useParticipantWords();
  const may = useMay();
  const enrolments = useEnrolmentActions(course);
  const group = result.data?.group ?? null;
  const { actions, dialog } = useBulkActions("participants", course ? enrolments : []);
  return (
    <>
      <TableList
        list={list}
        tabs={<ViewTabs name="participants" list={list} place={place} everything={t`Enrolled now`} isWaiting={result.isFetching} />}
        result={result}
        label={t`Participants`}
        count={(total) => t`${plural(total, { one: "# person", other: "# people" })}`}
        waiting={t`Loading the participants`}
        failed={{ title: t`The participants could not be loaded`, safe: t`Nothing was changed.` }}
        empty={
          <EmptyState
            icon={Users}
            title={t`Nobody is enrolled`}
            message={t`Enrol people, or publish the course for everybody to enrol themselves.`}
          />
        }
        nothing={{ title: t`Nobody matches these filters` }}
        search={t`Search participants`}
        intro={
          <>
            {group && (
              <p className="participants-group">
                <span>
                  <Trans>
                    Only members of{" "}
                    <Link to={`/users/groups/${group.id}`}>
                      <bdi>{group.name}</bdi>
                    </Link>
                  </Trans>
                </span>
                <Button size="s" icon={X} onPress={() => list.change({ group: null })}>
                  <Trans>Show everybody</Trans>
                </Button>
              </p>
            )}
            {result.data?.isNear && (
              <p className="people-near" role="status">
                <Trans>Nobody has exactly these words. These people have words that are one letter away.</Trans>
              </p>
            )}
          </>
        }
        filters={[
          { id: "state", label: t`Status`, any: t`Enrolled now`, options: participantStates.map((id) => ({ id, label: words.state[id] })) },
        ]}
        columns={columns}
        rowId={(row) => String(row.id)}
        {...(actions.length > 0 && { bulk: { actions, rowLabel: ({ name }: Participant) => name } })}
        {...(may("export-people") && { exportHref: exportAddress(listParticipants.path, list.request) })}
        actions={button}
      />
      {chooser}
      {dialog}
    </>
  );
}
