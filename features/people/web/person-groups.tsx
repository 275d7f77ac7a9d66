import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Time } from "#ui/time.tsx";
import type { Person } from "../person-contract.ts";
import type { GroupChange, PersonGroup } from "../record-contract.ts";
import { personGroupsQuery } from "./person-hooks.ts";
import { TabPart } from "./tab-part.tsx";

/** The groups that a person is in, each with its cause, and those they joined and left. */
export default function PersonGroupsPart({ person }: { person: Person }) {
  const { t } = useLingui();
  const query = useQuery(personGroupsQuery(person.userId));
  const columns = useGroupColumns();
  return (
    <TabPart query={query} waiting={t`Loading groups`} failed={t`The groups could not be loaded`}>
      {({ groups, history }) => (
        <>
          {groups.length === 0 ? (
            <EmptyState
              headingLevel={2}
              icon={UsersRound}
              title={t`In no group`}
              message={t`Groups are listed here with the reason for each.`}
            />
          ) : (
            <div className="card">
              <DataTable
                label={t`${plural(groups.length, { one: "# group", other: "# groups" })}`}
                columns={columns}
                rows={groups}
                rowId={(row) => String(row.id)}
              />
            </div>
          )}
          {history.length > 0 && <Changes history={history} />}
        </>
      )}
    </TabPart>
  );
}

function useGroupColumns(): Column<PersonGroup>[] {
  const { t } = useLingui();
  const causeWords = useCauseWords();
  return [
    { id: "name", header: t`Group`, isRowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
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
  ];
}

function Changes({ history }: { history: readonly GroupChange[] }) {
  const { t } = useLingui();
  const causeWords = useCauseWords();
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

/** Why somebody is in a group, or joined or left one. */
function useCauseWords(): Readonly<Record<GroupChange["cause"], string>> {
  const { t } = useLingui();
  return {
    hand: t`By hand`,
    import: t`By an import`,
    condition: t`By the condition of the group`,
    sync: t`By the directory`,
    nested: t`Through another group`,
    undo: t`By an undo`,
    deleted: t`The group was deleted`,
  };
}
