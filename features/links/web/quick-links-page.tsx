import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link2, Plus } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { CallError } from "#platform/call.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { useUrlState } from "#ui/use-url-state.ts";
import { mostQuickLinks, type QuickLink, type QuickLinkChange } from "../contract.ts";
import { quickLinksQuery, useChangeQuickLink } from "./hooks.ts";
import "./quick-links.css";

const LinkForm = lazyPart(() => import("./link-form.tsx"));
const RenewSecret = lazyPart(() => import("./renew-secret.tsx"));
const LinkRows = lazyPart(() => import("./link-rows.tsx"));
/** The id of the link that is changed, or new; empty where no form is open. */
const shape = { edit: z.string().check(z.regex(/^(new|[1-9]\d{0,14})?$/)) };
const defaults = { edit: "" };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(quickLinksQuery);

/** Quick Links (specification §2; QL-1): where people of the portal often go, in its order. */
export default function QuickLinksPage() {
  const { t } = useLingui();
  const query = useQuery(quickLinksQuery);
  const change = useChangeQuickLink();
  const { state, set } = useUrlState(shape, defaults);
  const [renewed, setRenewed] = useState<QuickLink | null>(null);
  const { data, error } = query;
  const links = data?.rows ?? [];
  const edited = links.find(({ id }) => String(id) === state.edit) ?? null;
  const close = () => set({ edit: "" }, { replace: true });
  const isFull = links.length >= mostQuickLinks;
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => set({ edit: "new" })}>
      <Trans>Add a quick link</Trans>
    </Button>
  );

  const ask = ({ id }: QuickLink, what: QuickLinkChange) =>
    change.mutate(
      { id, change: what },
      {
        onSuccess: (link) =>
          toast(
            what === "restore"
              ? { tone: "success", title: t`The quick link is back` }
              : {
                  tone: "success",
                  title: t`The quick link was deleted`,
                  action: { label: t`Undo`, onPress: () => ask(link, "restore") },
                },
          ),
        onError: (failure) => toast({ tone: "danger", title: t`The quick link was not changed`, message: failure.message }),
      },
    );

  return (
    <div className="page">
      <PageHeader
        title={t`Quick Links`}
        description={t`Where people often go: they have these on their dashboard, each those that are meant for them.`}
        actions={links.length > 0 && !isFull && add}
      />
      <SectionTabs of="portal" />
      <BusyRegion isBusy={query.isPending} label={t`Loading quick links`} skeleton={<Skeleton shape="table" count={5} />}>
        {error && !data && (
          <ErrorState
            title={t`The quick links could not be loaded`}
            safe={t`Nothing was changed.`}
            next={error.message}
            requestId={error instanceof CallError ? error.requestId : ""}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        {data && links.length === 0 && (
          <EmptyState
            icon={Link2}
            title={t`No quick links yet`}
            message={t`Lead people to the shift plan, the intranet, a form or a course: everybody, or those who fit a condition.`}
            action={add}
          />
        )}
        {isFull && (
          <p className="muted">
            <Trans>A portal has {mostQuickLinks} quick links at most. Delete one to add another.</Trans>
          </p>
        )}
        {links.length > 0 && (
          <p className="muted quick-links-note">
            <Trans>Each week it is checked whether they lead somewhere. Clicks are counted, but not who clicked.</Trans>
          </p>
        )}
        {links.length > 0 && (
          <LinkRows
            links={links}
            onEdit={({ id }) => set({ edit: String(id) })}
            onDelete={(link) => ask(link, "delete")}
            onRenew={setRenewed}
            meanwhile={<Skeleton shape="table" count={links.length} />}
          />
        )}
      </BusyRegion>
      {(state.edit === "new" || edited) && <LinkForm key={edited?.id ?? "new"} link={edited} onClose={close} onGiveUp={close} />}
      {renewed && <RenewSecret key={renewed.id} link={renewed} onClose={() => setRenewed(null)} onGiveUp={() => setRenewed(null)} />}
    </div>
  );
}
