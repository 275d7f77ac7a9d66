import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CirclePause, CirclePlay, FileDown, ListFilter, Users } from "lucide-react";
import { useState } from "react";
import { useBulkActions } from "#features/bulk/web/use-bulk-actions.tsx";
import { readCondition } from "#features/conditions/condition.ts";
import { choicesQuery } from "#features/conditions/web/hooks.ts";
import { useConditionWords } from "#features/conditions/web/use-condition-words.ts";
import { useWhy } from "#features/conditions/web/use-why.tsx";
import { whyQuery } from "#features/conditions/web/why-query.ts";
import { useEnrolmentActions } from "#features/enrolment/web/bulk/use-enrolment-actions.tsx";
import { useGroupActions } from "#features/groups/web/use-group-actions.tsx";
import { useMay } from "#features/portal/web/use-may.ts";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import { exportAddress } from "#platform/list/list.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { useColumnChooser } from "#ui/list-screen/use-column-chooser.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { columnsAtRest, listPeople, memberStatuses, peopleList, staffRoles, type PersonRow } from "../contract.ts";
import { AddPerson } from "./add-person.tsx";
import { peopleColumnsQuery, peopleQuery } from "./hooks.ts";
import { usePeopleColumns, usePeopleWords } from "./use-people-columns.tsx";
import { useExportChosen } from "./use-export-chosen.ts";
import { useReaching } from "./use-reaching.tsx";
import { useSetField } from "./use-set-field.tsx";
import "./find.css";

const ConditionDialog = lazyPart(() => import("#features/conditions/web/condition-dialog.tsx"));

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(peopleQuery(listRequest(peopleList, to)));

/** Find Users (specification §2): the people of the portal, by name and what they are. */
export default function FindUsersPage() {
  const { t } = useLingui();
  const list = useListState(peopleList);
  const result = useQuery(peopleQuery(list.request));
  // They come with the list.
  const fields = useQuery({ ...peopleColumnsQuery, enabled: !result.isFetching });
  const { columns, choices: columnChoices, shown } = usePeopleColumns(fields.data?.fields ?? [], list.state.columns);
  const by = list.state.condition;
  const why = useWhy(by === null ? null : (userId) => whyQuery(userId, by));
  const chooser = useColumnChooser({ choices: columnChoices, shown, atRest: columnsAtRest }, (next) =>
    list.set({ columns: next, page: list.state.page }),
  );
  const words = usePeopleWords();
  const may = useMay();
  const mayExport = may("export-people");
  const enrolments = useEnrolmentActions();
  const groups = useGroupActions();
  const setField = useSetField();
  const reaching = useReaching();
  const { actions, dialog } = useBulkActions("people", [
    ...enrolments,
    ...groups,
    ...reaching,
    setField,
    { kind: "deactivate", needs: "deactivate-people", label: t`Deactivate`, icon: CirclePause },
    { kind: "reactivate", needs: "deactivate-people", label: t`Reactivate`, icon: CirclePlay, isMore: true },
  ]);
  const exportChosen = useExportChosen(list.request);
  const onChosen = mayExport ? [...actions, exportChosen] : actions;
  const [isBuilding, setBuilding] = useState(false);
  const condition = list.state.condition === null ? undefined : readCondition(list.state.condition);
  const choices = useQuery({ ...choicesQuery, enabled: condition !== undefined });
  const tell = useConditionWords(choices.data);
  return (
    <div className="page">
      <PageHeader title={t`Find Users`} actions={may("add-people") && <AddPerson />} />
      <SectionTabs of="users" />
      <TableList
        list={list}
        tabs={<ViewTabs name="people" list={list} everything={t`Everybody`} isWaiting={result.isFetching} />}
        result={result}
        label={t`People`}
        count={(total) => t`${plural(total, { one: "# person", other: "# people" })}`}
        waiting={t`Loading people`}
        failed={{ title: t`The people could not be loaded`, safe: t`Nothing was changed.` }}
        empty={<EmptyState icon={Users} title={t`Nobody here yet`} message={t`The people of this portal are listed here.`} />}
        nothing={{ title: t`Nobody matches these filters` }}
        search={t`Search people`}
        intro={
          result.data?.isNear && (
            <p className="people-near" role="status">
              <Trans>Nobody has exactly these words. These people have words that are one letter away.</Trans>
            </p>
          )
        }
        filters={[
          {
            id: "role",
            label: t`Role`,
            any: t`Every role`,
            options: (["student", ...staffRoles] as const).map((id) => ({ id, label: words.role[id] })),
          },
          { id: "status", label: t`Status`, any: t`Every status`, options: memberStatuses.map((id) => ({ id, label: words.status[id] })) },
          {
            id: "condition",
            label: t`Conditions`,
            control: (
              <Button icon={ListFilter} onPress={() => setBuilding(true)}>
                <Trans>Conditions</Trans>
              </Button>
            ),
            nameOf: (text) => (condition && choices.data ? tell(condition) : text && t`Conditions`),
          },
        ]}
        columns={by === null ? columns : [...columns, { id: "why", header: t`Why here`, cell: why.button }]}
        rowId={(row) => String(row.id)}
        {...(onChosen.length > 0 && { bulk: { actions: onChosen, rowLabel: ({ name }: PersonRow) => name } })}
        {...(mayExport && { exportHref: exportAddress(listPeople.path, list.request) })}
        actions={
          <>
            {mayExport && (
              <a className="ui-button" href={exportAddress(listPeople.path, { ...list.request, shape: "import" })} download>
                <Icon of={FileDown} />
                <Trans>Export for import</Trans>
              </a>
            )}
            {chooser.button}
          </>
        }
      />
      {dialog}
      {why.dialog}
      {chooser.dialog}
      {isBuilding && (
        <ConditionDialog
          title={t`Conditions`}
          condition={condition ?? null}
          onApply={(next) => list.set({ condition: next && JSON.stringify(next) })}
          onClose={() => setBuilding(false)}
          onGiveUp={() => setBuilding(false)}
        />
      )}
    </div>
  );
}
