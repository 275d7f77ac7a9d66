import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { UserMinus, UserPlus, UsersRound } from "lucide-react";
import { useState, type ReactNode } from "react";
import { BulkDialog, useBulkActions, type Asked } from "#features/bulk/web/use-bulk-actions.tsx";
import { choicesQuery } from "#features/conditions/web/hooks.ts";
import { useConditionWords } from "#features/conditions/web/use-condition-words.ts";
import { useWhy } from "#features/conditions/web/use-why.tsx";
import { useEnrolmentActions } from "#features/enrolment/web/bulk/use-enrolment-actions.tsx";
import { useMay } from "#features/portal/web/use-may.ts";
import { exportAddress } from "#platform/list/list.ts";
import type { Column } from "#ui/data-table.tsx";
import { Button } from "#ui/button.tsx";
import { Email } from "#ui/email.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Link } from "#ui/link.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { Time } from "#ui/time.tsx";
import { listMembers, memberCauses, memberList, type Group, type GroupMember } from "../contract.ts";
import { membersQuery, whyMemberQuery } from "./hooks.ts";
import { useGroupWords } from "./use-group-words.ts";

const FillDialog = lazyPart(() => import("./fill-dialog.tsx"));

/** Who is in a group, and why. */
export function GroupMembers({ group }: { group: Group }) {
  const { t } = useLingui();
  const may = useMay();
  const list = useListState(memberList);
  const result = useQuery(membersQuery(group.id, group.computedAt, list.request));
  const words = useGroupWords();
  const why = useWhy(group.canExplain ? (userId) => whyMemberQuery(group.id, userId) : null);
  const columns = useMemberColumns(why.button);
  const enrolments = useEnrolmentActions();
  const { actions, dialog } = useBulkActions(
    "members",
    [
      ...(group.canFill
        ? [{ kind: "remove-from-group", label: t`Remove from the group`, icon: UserMinus, input: { groupId: group.id } }]
        : []),
      ...enrolments,
    ],
    { group: String(group.id) },
  );
  const [isFilling, setFilling] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const fill = group.canFill && (
    <Button variant="primary" icon={UserPlus} onPress={() => setFilling(true)}>
      <Trans>Add or remove people</Trans>
    </Button>
  );
  return (
    <>
      {group.condition && <WhoBelongs group={group} />}
      <TableList
        list={list}
        result={result}
        label={t`Members`}
        count={(total) => t`${plural(total, { one: "# member", other: "# members" })}`}
        waiting={t`Loading members`}
        failed={{ title: t`The members could not be loaded`, safe: t`Nothing was changed.` }}
        empty={
          <EmptyState icon={UsersRound} title={t`Nobody is in this group`} message={t`Whoever is in it is listed here.`} action={fill} />
        }
        nothing={{ title: t`No member matches these filters` }}
        search={t`Search members`}
        filters={[
          { id: "cause", label: t`Why`, any: t`Every reason`, options: memberCauses.map((id) => ({ id, label: words.cause[id] })) },
        ]}
        columns={columns}
        rowId={(row) => String(row.id)}
        actions={fill}
        {...(actions.length > 0 && { bulk: { actions, rowLabel: ({ name }: GroupMember) => name } })}
        {...(may("export-people") && { exportHref: exportAddress(listMembers.path.replace(":groupId", String(group.id)), list.request) })}
      />
      {dialog}
      {why.dialog}
      {isFilling && (
        <FillDialog
          group={group}
          onAsk={(change) => {
            setFilling(false);
            setAsked({ ...change, clear: () => undefined });
          }}
          onClose={() => setFilling(false)}
          onGiveUp={() => setFilling(false)}
        />
      )}
      {asked && <BulkDialog asked={asked} onClose={() => setAsked(null)} onGiveUp={() => setAsked(null)} />}
    </>
  );
}

/** The condition of a dynamic group as a sentence, and when it was last asked. */
function WhoBelongs({ group: { condition, computedAt, status } }: { group: Group }) {
  const { data: choices } = useQuery(choicesQuery);
  const tell = useConditionWords(choices);
  if (!condition || !choices) return null;
  const sentence = tell(condition);
  return (
    <div className="group-part">
      <p>
        <Trans>
          Everybody who <bdi>{sentence}</bdi>.
        </Trans>
      </p>
      <p className="muted small" role="status">
        {computedAt ? (
          <Trans>
            Members as of <Time instant={computedAt} />
          </Trans>
        ) : (
          status === "active" && <Trans>The members are being found. This takes a moment.</Trans>
        )}
      </p>
    </div>
  );
}

/** whyOf: what tells more of why a member by condition is in. */
function useMemberColumns(whyOf: (row: GroupMember) => ReactNode): Column<GroupMember>[] {
  const { t } = useLingui();
  const words = useGroupWords();
  return [
    {
      id: "name",
      header: t`Name`,
      isRowHeader: true,
      isSortable: true,
      cell: ({ id, name }) => (
        <Link to={`/users/details/${id}`}>
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    { id: "email", header: t`Email`, isSortable: true, cell: ({ email }) => <Email address={email} /> },
    {
      id: "cause",
      header: t`Why`,
      cell: (row) => (
        <span className="group-cause">
          <MemberCause member={row} own={row.cause && words.cause[row.cause]} />
          {row.cause === "condition" && whyOf(row)}
        </span>
      ),
    },
    { id: "joined", header: t`Since`, isSortable: true, cell: ({ joinedAt }) => <Time instant={joinedAt} kind="date" /> },
    { id: "by", header: t`Put in by`, cell: ({ addedBy }) => <bdi>{addedBy ?? "–"}</bdi> },
  ];
}

function MemberCause({ member: { via }, own }: { member: GroupMember; own: string | null }) {
  const { t } = useLingui();
  const names = via.map(({ name }) => name).join(", ");
  const through = via.length > 0 && t`through ${names}`;
  return <bdi>{own && through ? `${own}; ${through}` : own || through}</bdi>;
}
