import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus, Ticket } from "lucide-react";
import * as z from "zod/mini";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import { exportAddress } from "#platform/list/list.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Button } from "#ui/button.tsx";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Link } from "#ui/link.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import { codeList, codeStates, listCodes, type CodeRow } from "../contract.ts";
import { codesQuery } from "./hooks.ts";
import { stateLooks, useCodeWords } from "./use-code-words.ts";
import "./codes.css";

const CodeEditor = lazyPart(() => import("./code-editor.tsx"));
const shape = { add: z.enum(["", "code"]) };
const defaults: { add: "" | "code" } = { add: "" };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(codesQuery(listRequest(codeList, to)));

/** Authorization Code (specification §2, AUTH-4): the codes of the portal, and making one. */
export default function CodesPage() {
  const { t } = useLingui();
  const list = useListState(codeList);
  const result = useQuery(codesQuery(list.request));
  const words = useCodeWords();
  const { state, set } = useUrlState(shape, defaults);
  const close = () => set({ add: "" }, { replace: true });
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => set({ add: "code" })}>
      <Trans>Make a code</Trans>
    </Button>
  );
  return (
    <div className="page">
      <PageHeader
        title={t`Authorization Code`}
        description={t`A code gives courses, groups or a role. It can let new people in too.`}
        actions={add}
      />
      <SectionTabs of="users" />
      <TableList
        list={list}
        tabs={<ViewTabs name="codes" list={list} everything={t`All codes`} isWaiting={result.isFetching} />}
        result={result}
        label={t`Codes`}
        count={(total) => t`${plural(total, { one: "# code", other: "# codes" })}`}
        waiting={t`Loading codes`}
        failed={{ title: t`The codes could not be loaded`, safe: t`Nothing was changed.` }}
        empty={
          <EmptyState
            icon={Ticket}
            title={t`No codes yet`}
            message={t`Make one for a class, a new team or a poster: people open its link or type it.`}
            action={add}
          />
        }
        nothing={{ title: t`No code matches these filters` }}
        search={t`Search names, or a code`}
        filters={[
          { id: "state", label: t`Status`, any: t`Every status`, options: codeStates.map((id) => ({ id, label: words.state[id] })) },
        ]}
        columns={useColumns(words)}
        rowId={({ id }) => String(id)}
        exportHref={exportAddress(listCodes.path, list.request)}
      />
      {state.add === "code" && <CodeEditor code={null} onClose={close} onGiveUp={close} />}
    </div>
  );
}

function useColumns(words: ReturnType<typeof useCodeWords>): Column<CodeRow>[] {
  const { t } = useLingui();
  return [
    {
      id: "label",
      header: t`Name`,
      isRowHeader: true,
      isSortable: true,
      cell: ({ id, label, words: count }) => (
        <span className="code-name">
          <Link to={`/users/authorizationCode/${id}`}>
            <bdi>{label}</bdi>
          </Link>
          {count > 1 && <span className="muted small">{t`${plural(count, { one: "# code", other: "# codes for one use each" })}`}</span>}
        </span>
      ),
    },
    { id: "taken", header: t`Used`, isSortable: true, cell: (row) => <bdi className="num">{words.used(row)}</bdi> },
    {
      id: "until",
      header: t`Until`,
      cell: ({ closesAt, timeZone }) =>
        closesAt ? <Time instant={closesAt} zone={timeZone} /> : <span className="muted">{t`No end`}</span>,
    },
    { id: "made", header: t`Made`, isSortable: true, cell: ({ madeAt }) => <Time instant={madeAt} kind="date" /> },
    { id: "by", header: t`By`, cell: ({ madeBy }) => <bdi>{madeBy}</bdi> },
    {
      id: "state",
      header: t`Status`,
      card: "corner",
      cell: ({ state }) => <Tag {...stateLooks[state]}>{words.state[state]}</Tag>,
    },
  ];
}
