import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { UserPlus, UsersRound } from "lucide-react";
import { useState } from "react";
import { BulkDialog, useBulkActions, type Asked } from "#features/bulk/web/use-bulk-actions.tsx";
import { useGroupActions } from "#features/groups/web/use-group-actions.tsx";
import { useEnvironment } from "#features/portal/web/environment.ts";
import { Button } from "#ui/button.tsx";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import type { Person } from "../person-contract.ts";
import type { GroupChange, PersonGroup } from "../record-contract.ts";
import { nameOf } from "./name-of.ts";
import { personGroupsQuery } from "./person-hooks.ts";
import { TabPart } from "./tab-part.tsx";
import { useGroupCauseWords } from "./use-group-cause-words.ts";

/** The groups that a person is in, each with its cause, and those they joined and left; into groups and out of them, with a preview and an undo. */
export default function PersonGroupsPart({ person }: { person: Person }) {
  const { t } = useLingui();
  const query = useQuery(personGroupsQuery(person.userId));
  const [leaving, setLeaving] = useState<Asked | null>(null);
  const { actions, dialog } = useBulkActions("people", useGroupActions());
  const join = actions.find(({ id }) => id === "add-to-group");
  const of = { ids: [person.userId] };
  const columns = useGroupColumns({
    name: nameOf(person),
    onLeave: (groupId) => setLeaving({ kind: "remove-from-group", input: { groupId }, of, clear: () => undefined }),
  });
  return (
    <>
      <TabPart query={query} waiting={t`Loading groups`} failed={t`The groups could not be loaded`}>
        {({ groups, history, canFill }) => {
          const add = canFill && join && (
            <Button icon={UserPlus} onPress={() => join.run({ ids: of.ids.map(String) }, () => undefined)}>
              <Trans>Add to a group</Trans>
            </Button>
          );
          return (
            <>
              {groups.length === 0 ? (
                <EmptyState
                  headingLevel={2}
                  icon={UsersRound}
                  title={t`In no group`}
                  message={t`Groups are listed here with the reason for each.`}
                  action={add}
                />
              ) : (
                <>
                  {add && <div className="row">{add}</div>}
                  <div className="card">
                    <DataTable
                      label={t`${plural(groups.length, { one: "# group", other: "# groups" })}`}
                      columns={columns}
                      rows={groups}
                      rowId={(row) => String(row.id)}
                    />
                  </div>
                  <Explained groups={groups} />
                </>
              )}
              {history.length > 0 && <Changes history={history} />}
            </>
          );
        }}
      </TabPart>
      {dialog}
      {leaving && <BulkDialog asked={leaving} onClose={() => setLeaving(null)} onGiveUp={() => setLeaving(null)} />}
    </>
  );
}

/** Why some groups are not left by hand. */
function Explained({ groups }: { groups: readonly PersonGroup[] }) {
  const isByCondition = groups.some(({ kind }) => kind === "dynamic");
  const isThrough = groups.some(({ cause, via }) => cause === null && via.length > 0);
  const isSynced = groups.some(({ cause }) => cause === "sync");
  return (
    <>
      {isByCondition && (
        <p className="muted">
          <Trans>
            Groups with a condition are joined and left by themselves: whoever fits the condition is in, from a moment after their data
            changed.
          </Trans>
        </p>
      )}
      {isThrough && (
        <p className="muted">
          <Trans>Who is in a group through another one leaves it by leaving the other.</Trans>
        </p>
      )}
      {isSynced && (
        <p className="muted">
          <Trans>Groups of the directory are changed in the directory.</Trans>
        </p>
      )}
    </>
  );
}

function useGroupColumns({ name: person, onLeave }: { name: string; onLeave: (groupId: number) => void }): Column<PersonGroup>[] {
  const { t } = useLingui();
  const causeWords = useGroupCauseWords();
  const { User } = useEnvironment();
  const seesGroups = User.IsManager || User.IsAdmin;
  return [
    {
      id: "name",
      header: t`Group`,
      isRowHeader: true,
      cell: ({ id, name, isReached }) =>
        isReached && seesGroups ? (
          <Link to={`/users/groups/${id}`}>
            <bdi>{name}</bdi>
          </Link>
        ) : (
          <bdi>{name}</bdi>
        ),
    },
    {
      id: "why",
      header: t`Why`,
      cell: ({ cause, via, addedBy }) => (
        <ul className="person-causes">
          {cause && (
            <li>
              {causeWords[cause]}
              {addedBy && (
                <>
                  {" "}
                  <Trans>
                    by <bdi>{addedBy}</bdi>
                  </Trans>
                </>
              )}
            </li>
          )}
          {via.map((name) => (
            <li key={name}>
              <Trans>
                Through the group <bdi>{name}</bdi>
              </Trans>
            </li>
          ))}
        </ul>
      ),
    },
    { id: "since", header: t`Since`, cell: ({ joinedAt }) => <Time instant={joinedAt} kind="date" /> },
    {
      id: "leave",
      header: t`Actions`,
      cell: ({ id, name, canLeave }) =>
        canLeave && (
          <Button size="s" aria-label={t`Take ${person} out of ${name}`} onPress={() => onLeave(id)}>
            <Trans>Take out</Trans>
          </Button>
        ),
    },
  ];
}

function Changes({ history }: { history: readonly GroupChange[] }) {
  const { t } = useLingui();
  const causeWords = useGroupCauseWords();
  return (
    <section className="card person-card" aria-labelledby="person-group-history">
      <h2 id="person-group-history">
        <Trans>Joined and left</Trans>
      </h2>
      <ul className="person-lines">
        {history.map(({ id, group, at, change, cause, by }) => (
          <li key={id}>
            <span>
              {change === "joined" ? t`Joined` : t`Left`} <bdi>{group}</bdi>
            </span>
            <span className="muted small">
              <Time instant={at} /> · {causeWords[cause]}
              {by && (
                <>
                  {" "}
                  <Trans>
                    by <bdi>{by}</bdi>
                  </Trans>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
