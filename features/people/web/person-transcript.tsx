import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { historyList, outcomes } from "#features/history/contract.ts";
import { useOutcomeWords } from "#features/history/web/outcome-tag.tsx";
import { useHistoryColumns } from "#features/history/web/use-history-columns.tsx";
import { useMay } from "#features/portal/web/use-may.ts";
import { exportAddress } from "#platform/list/list.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { useListState } from "#ui/list-screen/use-list-state.ts";
import type { Person } from "../person-contract.ts";
import { listTranscript } from "../record-contract.ts";
import { transcriptQuery } from "./person-hooks.ts";

/** The history of a person as they see it themselves, with its filters and its export. */
export default function PersonTranscript({ person }: { person: Person }) {
  const { t } = useLingui();
  const may = useMay();
  const list = useListState(historyList);
  const result = useQuery(transcriptQuery(person.userId, list.request));
  const columns = useHistoryColumns().filter(({ id }) => id !== "open");
  const words = useOutcomeWords();
  return (
    <TableList
      list={list}
      result={result}
      label={t`Training transcript`}
      count={(total) => t`${plural(total, { one: "# attempt", other: "# attempts" })}`}
      waiting={t`Loading the transcript`}
      skeletonRows={8}
      failed={{ title: t`The transcript could not be loaded`, safe: t`The results are kept.` }}
      empty={
        <EmptyState
          headingLevel={2}
          icon={History}
          title={t`No courses taken yet`}
          message={t`Each course that this person starts is listed here, with its result and time.`}
        />
      }
      nothing={{ title: t`Nothing in the transcript matches these filters` }}
      search={t`Search courses`}
      filters={[
        { id: "outcome", label: t`Result`, any: t`All results`, options: outcomes.map((id) => ({ id, label: words[id] })) },
        {
          id: "year",
          label: t`Year`,
          any: t`All years`,
          options: (result.data?.years ?? []).map((year) => ({ id: String(year), label: String(year) })),
        },
      ]}
      columns={columns}
      rowId={(row) => String(row.attemptId)}
      {...(may("export-people") && {
        exportHref: exportAddress(listTranscript.path.replace(":userId", String(person.userId)), list.request),
      })}
      headingLevel={2}
    />
  );
}
