import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import { exportAddress } from "#platform/list/list.ts";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { Link } from "#ui/link.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import { Time } from "#ui/time.tsx";
import type { AuditRow } from "../contract.ts";
import { auditList, listAudit, spans } from "../contract.ts";
import { auditQuery } from "./hooks.ts";
import { useActionWords } from "./use-action-words.ts";
import { useFieldWords } from "./use-field-words.ts";
import "./audit.css";

type Props = {
  /** Only what this person did, or what was done to them. */
  person?: number;
  headingLevel?: 2 | 3;
};

/** The entries of the audit log, with search, time and export. */
export function AuditList({ person, headingLevel }: Props) {
  const { t } = useLingui();
  const list = useListState(auditList);
  const request = person === undefined ? list.request : { ...list.request, person: String(person) };
  const result = useQuery(auditQuery(request));
  const columns = useAuditColumns();
  const spanWords: Record<(typeof spans)[number], string> = {
    day: t`Last day`,
    week: t`Last 7 days`,
    year: t`Last year`,
    all: t`All time`,
  };
  return (
    <TableList
      list={list}
      {...(person === undefined && {
        tabs: <ViewTabs name="audit" list={list} everything={t`All entries`} isWaiting={result.isFetching} />,
      })}
      result={result}
      label={t`Audit log`}
      count={(total) => t`${plural(total, { one: "# entry", other: "# entries" })}`}
      waiting={t`Loading entries`}
      skeletonRows={8}
      failed={{ title: t`The audit log could not be loaded`, safe: t`Every entry is kept.` }}
      empty={
        <EmptyState
          {...(headingLevel && { headingLevel })}
          icon={ShieldCheck}
          title={t`Nothing was done in this time`}
          message={t`Choose a longer time to see more.`}
        />
      }
      nothing={{ title: t`No entry matches these filters` }}
      search={t`Search people and actions`}
      filters={[{ id: "span", label: t`Time`, any: t`Last 30 days`, options: spans.map((id) => ({ id, label: spanWords[id] })) }]}
      columns={columns}
      rowId={(row) => String(row.id)}
      exportHref={exportAddress(listAudit.path, request)}
      {...(headingLevel && { headingLevel })}
    />
  );
}

function useAuditColumns(): Column<AuditRow>[] {
  const { t } = useLingui();
  const actionWords = useActionWords();
  return [
    { id: "what", header: t`What`, isRowHeader: true, cell: (row) => <bdi>{actionWords(row.action)}</bdi> },
    { id: "at", header: t`When`, isSortable: true, cell: (row) => <Time instant={row.at} /> },
    {
      id: "who",
      header: t`Who`,
      cell: ({ actor, actorId, asName }) => (
        <>
          {actorId === null ? <span className="muted">{t`Somebody not signed in`}</span> : <PersonLink id={actorId} name={actor ?? ""} />}
          {asName && (
            <span className="muted small">
              {" "}
              <Trans>
                as <bdi>{asName}</bdi>
              </Trans>
            </span>
          )}
        </>
      ),
    },
    {
      id: "whom",
      header: t({ context: "of an audit entry", message: "About" }),
      cell: ({ objectKind, objectId, object }) =>
        objectKind === null || objectId === null ? (
          <span className="muted">–</span>
        ) : objectKind === "user" ? (
          <PersonLink id={objectId} name={object ?? String(objectId)} />
        ) : (
          <bdi>{object ?? `${objectKind} ${objectId}`}</bdi>
        ),
    },
    { id: "details", header: t`Details`, cell: (row) => <Details row={row} /> },
  ];
}

const PersonLink = ({ id, name }: { id: number; name: string }) => (
  <Link to={`/users/details/${id}`}>
    <bdi>{name}</bdi>
  </Link>
);

/** The changed fields, from what to what. */
function Details({ row: { before, after, ip } }: { row: AuditRow }) {
  const { t } = useLingui();
  const words = useFieldWords();
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].slice(0, 12);
  return (
    <div className="audit-details small">
      {fields.map((field) => (
        <span key={field}>
          <bdi className="muted">{words.label(field)}</bdi>{" "}
          {before && field in before && (
            <>
              <bdi>{words.value(field, before[field])}</bdi>
              {after && field in after && " → "}
            </>
          )}
          {after && field in after && <bdi>{words.value(field, after[field])}</bdi>}
        </span>
      ))}
      {ip && (
        <span className="muted">
          {t`From`} <bdi>{ip}</bdi>
        </span>
      )}
    </div>
  );
}
