import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { MailX, Plus, Undo2 } from "lucide-react";
import { useState } from "react";
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
import { Time } from "#ui/time.tsx";
import { blackList, blockReasons, listBlackList, type BlockedAddress } from "../settings-contract.ts";
import { blackListQuery, useUnblock } from "./settings-hooks.ts";
import "./mail.css";

const BlockDialog = lazyPart(() => import("./block-dialog.tsx"));

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(blackListQuery(listRequest(blackList, to)));

/** The email blacklist (specification §2): addresses to which the portal sends nothing, and why. */
export default function BlackListPage() {
  const { t } = useLingui();
  const list = useListState(blackList);
  const result = useQuery(blackListQuery(list.request));
  const words = useReasons();
  const columns = useBlockedColumns();
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => setAdding(true)}>
      <Trans>Add an address</Trans>
    </Button>
  );
  return (
    <div className="page">
      <PageHeader
        title={t`Email Blacklist`}
        description={t`Addresses to which this portal sends nothing.`}
        back={{ to: "/admin/mail", label: t`Mail` }}
        actions={add}
      />
      <TableList
        list={list}
        tabs={<ViewTabs name="blacklist" list={list} everything={t`All addresses`} isWaiting={result.isFetching} />}
        result={result}
        label={t`Email Blacklist`}
        count={(total) => t`${plural(total, { one: "# address", other: "# addresses" })}`}
        waiting={t`Loading addresses`}
        failed={{ title: t`The addresses could not be loaded`, safe: t`Nothing was changed.` }}
        empty={
          <EmptyState
            icon={MailX}
            title={t`Every address gets mail`}
            message={t`An address comes here when a mail server refuses it for good, or when you add it.`}
            action={add}
          />
        }
        nothing={{ title: t`No address matches these filters` }}
        search={t`Search addresses and reasons`}
        filters={[{ id: "reason", label: t`Reason`, any: t`Every reason`, options: blockReasons.map((id) => ({ id, label: words[id] })) }]}
        columns={columns}
        rowId={(row) => row.address}
        exportHref={exportAddress(listBlackList.path, list.request)}
      />
      {isAdding && <BlockDialog onClose={() => setAdding(false)} onGiveUp={() => setAdding(false)} />}
    </div>
  );
}

function useReasons(): Record<BlockedAddress["reason"], string> {
  const { t } = useLingui();
  return { refused: t`Refused by the mail server`, manual: t`Added by hand` };
}

function useBlockedColumns(): Column<BlockedAddress>[] {
  const { t } = useLingui();
  const words = useReasons();
  const unblock = useUnblock();
  return [
    {
      id: "address",
      header: t`Address`,
      isRowHeader: true,
      isSortable: true,
      cell: ({ address, userId }) =>
        userId === null ? (
          <bdi>{address}</bdi>
        ) : (
          <Link to={`/users/details/${userId}`}>
            <bdi>{address}</bdi>
          </Link>
        ),
    },
    {
      id: "reason",
      header: t`Reason`,
      cell: ({ reason, detail }) => (
        <span>
          {words[reason]}
          {detail && <bdi className="muted small mail-detail">{detail}</bdi>}
        </span>
      ),
    },
    { id: "created", header: t`Since`, isSortable: true, cell: ({ createdAt }) => <Time instant={createdAt} /> },
    {
      id: "remove",
      header: t`Action`,
      cell: ({ address }) => (
        <Button size="s" icon={Undo2} aria-label={t`Take off: ${address}`} onPress={() => unblock.mutate(address)}>
          <Trans>Take off</Trans>
        </Button>
      ),
    },
  ];
}
