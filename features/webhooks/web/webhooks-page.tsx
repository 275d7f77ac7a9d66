import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
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
import { useUrlState } from "#ui/use-url-state.ts";
import { mostWebhooks, type Webhook } from "../contract.ts";
import { webhooksQuery } from "./hooks.ts";
import { WebhookTable } from "./webhook-table.tsx";
import "./webhooks.css";

const WebhookForm = lazyPart(() => import("./webhook-form.tsx"));
const RenewSecret = lazyPart(() => import("./renew-secret.tsx"));
const RemoveWebhook = lazyPart(() => import("./remove-webhook.tsx"));
/** The id of the webhook that is changed, or new; empty where no form is open. */
const shape = { edit: z.string().check(z.regex(/^(new|[1-9]\d{0,14})?$/)) };
const defaults = { edit: "" };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(webhooksQuery);

/** Webhooks (MAIL-1, X-4): to which addresses of others the portal sends what happens in it. */
export default function WebhooksPage() {
  const { t } = useLingui();
  const query = useQuery(webhooksQuery);
  const { state, set } = useUrlState(shape, defaults);
  const [renewed, setRenewed] = useState<Webhook | null>(null);
  const [removed, setRemoved] = useState<Webhook | null>(null);
  const { data, error } = query;
  const webhooks = data?.rows ?? [];
  const edited = webhooks.find(({ id }) => String(id) === state.edit) ?? null;
  const close = () => set({ edit: "" }, { replace: true });
  const isFull = webhooks.length >= mostWebhooks;
  const add = (
    <Button variant="primary" icon={Plus} onPress={() => set({ edit: "new" })}>
      <Trans>Add a webhook</Trans>
    </Button>
  );
  return (
    <div className="page stack">
      <PageHeader
        title={t`Webhooks`}
        description={t`What happens in the portal is sent to other systems and to channels.`}
        actions={webhooks.length > 0 && !isFull && add}
      />
      <SectionTabs of="portal" />
      <BusyRegion isBusy={query.isPending} label={t`Loading webhooks`} skeleton={<Skeleton shape="table" count={4} />}>
        {error && !data && (
          <ErrorState
            title={t`The webhooks could not be loaded`}
            safe={t`Nothing was changed.`}
            next={error.message}
            requestId={error instanceof CallError ? error.requestId : ""}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        {data && webhooks.length === 0 && (
          <EmptyState
            icon={WebhookIcon}
            title={t`No webhooks yet`}
            message={t`Tell a staff system of completed courses, or a channel in Slack or Microsoft Teams of registrations.`}
            action={add}
          />
        )}
        {isFull && (
          <p className="muted">
            <Trans>A portal has {mostWebhooks} webhooks at most. Remove one to add another.</Trans>
          </p>
        )}
        {webhooks.length > 0 && (
          <WebhookTable webhooks={webhooks} onEdit={({ id }) => set({ edit: String(id) })} onRenew={setRenewed} onRemove={setRemoved} />
        )}
      </BusyRegion>
      {data && (state.edit === "new" || edited) && (
        <WebhookForm key={edited?.id ?? "new"} webhook={edited} choices={data.events} onClose={close} onGiveUp={close} />
      )}
      {renewed && <RenewSecret key={renewed.id} webhook={renewed} onClose={() => setRenewed(null)} onGiveUp={() => setRenewed(null)} />}
      {removed && <RemoveWebhook key={removed.id} webhook={removed} onClose={() => setRemoved(null)} onGiveUp={() => setRemoved(null)} />}
    </div>
  );
}
