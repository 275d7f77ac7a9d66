import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Building2, LogIn, Megaphone, Plus } from "lucide-react";
import * as z from "zod/mini";
import { useMay } from "#features/portal/web/use-may.ts";
import { ViewTabs } from "#features/views/web/view-tabs.tsx";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Button } from "#ui/button.tsx";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Link } from "#ui/link.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { useUrlState } from "#ui/use-url-state.ts";
import { portalsList, portalStatuses, type PortalRow } from "../contract.ts";
import { portalsQuery, useEnterPortal } from "./hooks.ts";
import { statusLooks, usePortalWords } from "./use-portal-words.ts";
import "./portals.css";

const SystemAnnouncementForm = lazyPart(() => import("./system-announcement-form.tsx"));
const shape = { write: z.enum(["", "announcement"]) };
const defaults: { write: "" | "announcement" } = { write: "" };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(portalsQuery(listRequest(portalsList, to)));

/** Select Portal (specification §2, SYS-2): all portals of the installation, and the way into each. */
export default function PortalsPage() {
  const { t } = useLingui();
  const list = useListState(portalsList);
  const result = useQuery(portalsQuery(list.request));
  const words = usePortalWords();
  const columns = usePortalColumns();
  const may = useMay();
  const { state, set } = useUrlState(shape, defaults);
  const close = () => set({ write: "" }, { replace: true });
  return (
    <div className="page">
      <PageHeader
        title={t`Select Portal`}
        description={t`All portals of this installation. Entering one is written into its audit log.`}
        actions={
          <>
            {may("run-portals") && (
              <Button icon={Megaphone} onPress={() => set({ write: "announcement" })}>
                <Trans>System announcement</Trans>
              </Button>
            )}
            <LinkButton to="/sysAdmin/portals/new" variant="primary" icon={Plus}>
              <Trans>Open a portal</Trans>
            </LinkButton>
          </>
        }
      />
      <TableList
        list={list}
        tabs={<ViewTabs name="portals" list={list} everything={t`All portals`} isWaiting={result.isFetching} />}
        result={result}
        label={t`Portals`}
        count={(total) => t`${plural(total, { one: "# portal", other: "# portals" })}`}
        waiting={t`Loading portals`}
        failed={{ title: t`The portals could not be loaded`, safe: t`Nothing was changed.` }}
        empty={<EmptyState icon={Building2} title={t`No portal yet`} />}
        nothing={{ title: t`No portal matches these filters` }}
        search={t`Search portals`}
        filters={[
          {
            id: "status",
            label: t`Status`,
            any: t`Every status`,
            options: portalStatuses.map((id) => ({ id, label: words.status[id] })),
          },
        ]}
        columns={columns}
        rowId={(row) => String(row.portalId)}
      />
      {state.write === "announcement" && <SystemAnnouncementForm onClose={close} onGiveUp={close} />}
    </div>
  );
}

function usePortalColumns(): Column<PortalRow>[] {
  const { t, i18n } = useLingui();
  const words = usePortalWords();
  return [
    {
      id: "name",
      header: t`Name`,
      isRowHeader: true,
      isSortable: true,
      cell: ({ portalId, name, hosts }) => (
        <span className="portals-name">
          <Link to={`/sysAdmin/portals/${portalId}`}>
            <bdi>{name}</bdi>
          </Link>
          {hosts.map((host, nth) => (
            <bdi key={host} className={nth === 0 ? "small" : "muted small"}>
              {host}
            </bdi>
          ))}
        </span>
      ),
    },
    {
      id: "status",
      header: t`Status`,
      card: "corner",
      cell: ({ status }) => <Tag {...statusLooks[status]}>{words.status[status]}</Tag>,
    },
    {
      id: "people",
      header: t`People`,
      isSortable: true,
      align: "end",
      cell: ({ people, seats }) => {
        const [many, most] = [i18n.number(people), i18n.number(seats ?? 0)];
        return <bdi className="num">{seats === null ? many : t`${many} of ${most} seats`}</bdi>;
      },
    },
    {
      id: "active",
      header: t`Last used`,
      isSortable: true,
      cell: ({ lastActiveAt }) => (lastActiveAt === null ? <span className="muted">{t`Never`}</span> : <Time instant={lastActiveAt} />),
    },
    { id: "enter", header: t`Enter`, isHeaderHidden: true, cell: (row) => <Enter portal={row} /> },
  ];
}

function Enter({ portal: { portalId, name, status, isHere } }: { portal: PortalRow }) {
  const { t } = useLingui();
  const enter = useEnterPortal();
  if (isHere) return <span className="muted small">{t`You are here`}</span>;
  if (status === "suspended") return null;
  return (
    <Button
      size="s"
      icon={LogIn}
      aria-label={t`Enter ${name}`}
      isPending={enter.isPending}
      onPress={() =>
        enter.mutate(
          { portalId, path: "/v/" },
          { onError: (error) => toast({ tone: "danger", title: t`${name} could not be opened`, message: error.message }) },
        )
      }
    >
      <Trans>Enter</Trans>
    </Button>
  );
}
