import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Ban, CircleAlert, CircleCheck, Clock, Inbox, RotateCw, Send } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useParams } from "react-router";
import { idIn } from "#platform/web/address-id.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Button } from "#ui/button.tsx";
import type { Column } from "#ui/data-table.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { TableList } from "#ui/list-screen/table-list.tsx";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Tone } from "#ui/tone.ts";
import { deliveryList, deliveryStates, type Delivery, type DeliveryState } from "../contract.ts";
import { deliveriesQuery, useRepeatDelivery, useTestWebhook } from "./hooks.ts";
import { useWebhookWords } from "./use-webhook-words.ts";
import { WebhookState } from "./webhook-state.tsx";
import "./webhooks.css";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) =>
  client.prefetchQuery(deliveriesQuery(idIn(to.params["webhookId"]), listRequest(deliveryList, to)));

const looks: Record<DeliveryState, { icon: LucideIcon; tone: Tone }> = {
  waiting: { icon: Clock, tone: "neutral" },
  sent: { icon: CircleCheck, tone: "success" },
  failed: { icon: CircleAlert, tone: "danger" },
  withheld: { icon: Ban, tone: "neutral" },
};

/** One webhook: what was sent to it or waits, and what became of it. */
export default function WebhookPage() {
  const { t } = useLingui();
  const webhookId = idIn(useParams()["webhookId"]);
  const words = useWebhookWords();
  const list = useListState(deliveryList);
  const result = useQuery(deliveriesQuery(webhookId, list.request));
  const test = useTestWebhook();
  const repeat = useRepeatDelivery();
  const webhook = result.data?.webhook;
  const columns = useDeliveryColumns(
    webhook?.isOn
      ? ({ id }) =>
          repeat.mutate(
            { webhookId, deliveryId: id },
            {
              onSuccess: () => toast({ tone: "success", title: t`It is sent again` }),
              onError: (error) => toast({ tone: "danger", title: t`It is not sent again`, message: error.message }),
            },
          )
      : undefined,
  );
  return (
    <div className="page">
      <PageHeader
        title={webhook?.name ?? t`Webhook`}
        back={{ to: "/admin/webhooks", label: t`Webhooks` }}
        actions={
          webhook && (
            <>
              <LinkButton to={`/admin/webhooks?edit=${webhookId}`}>{t`Change`}</LinkButton>
              <Button
                icon={Send}
                isDisabled={!webhook.isOn}
                isPending={test.isPending}
                onPress={() =>
                  test.mutate(webhookId, {
                    onSuccess: () => toast({ tone: "success", title: t`A test is on its way` }),
                    onError: (error) => toast({ tone: "danger", title: t`No test was sent`, message: error.message }),
                  })
                }
              >
                <Trans>Send a test</Trans>
              </Button>
            </>
          )
        }
      />
      {webhook && (
        <p className="webhook-facts">
          <WebhookState webhook={webhook} />
          <span className="muted small">
            {words.format[webhook.format]} · <bdi dir="ltr">{new URL(webhook.address).host}</bdi> ·{" "}
            {webhook.events === null ? t`All events` : t`${plural(webhook.events.length, { one: "# event", other: "# events" })}`}
          </span>
        </p>
      )}
      <TableList
        list={list}
        result={result}
        label={t`Deliveries`}
        count={(total) => t`${plural(total, { one: "# delivery", other: "# deliveries" })}`}
        waiting={t`Loading deliveries`}
        failed={{ title: t`The deliveries could not be loaded`, safe: t`What waits is still sent.` }}
        empty={
          <EmptyState
            icon={Inbox}
            title={t`Nothing was sent yet`}
            message={t`What is sent to this webhook is listed here for thirty days.`}
          />
        }
        nothing={{ title: t`No delivery matches these filters` }}
        search={t`Search events and ids`}
        filters={[
          { id: "state", label: t`Status`, any: t`Every status`, options: deliveryStates.map((id) => ({ id, label: words.state[id] })) },
        ]}
        columns={columns}
        rowId={({ id }) => String(id)}
      />
    </div>
  );
}

/** onRepeat: sends one once more; without it, nothing is offered. */
function useDeliveryColumns(onRepeat: ((delivery: Delivery) => void) | undefined): Column<Delivery>[] {
  const { t, i18n } = useLingui();
  const words = useWebhookWords();
  return [
    {
      id: "event",
      header: t`Event`,
      isRowHeader: true,
      cell: ({ eventTitle, event }) => (
        <span className="webhook-name">
          <bdi>{eventTitle}</bdi>
          <code className="muted small" dir="ltr">
            {event}
          </code>
        </span>
      ),
    },
    { id: "state", header: t`Status`, card: "corner", cell: ({ state }) => <Tag {...looks[state]}>{words.state[state]}</Tag> },
    { id: "created", header: t`When`, isSortable: true, cell: ({ occurredAt }) => <Time instant={occurredAt} /> },
    {
      id: "attempts",
      header: t`Attempts`,
      cell: ({ attempts, attemptedAt, state, dueAt }) => (
        <span className="webhook-name">
          <span className="num">{attempts}</span>
          {attemptedAt !== null && (
            <span className="muted small">
              <Trans>
                last <Time instant={attemptedAt} />
              </Trans>
            </span>
          )}
          {state === "waiting" && attempts > 0 && (
            <span className="muted small">
              <Trans>
                next <Time instant={dueAt} />
              </Trans>
            </span>
          )}
        </span>
      ),
    },
    {
      id: "answer",
      header: t`Answer`,
      cell: (delivery) => {
        const { status, milliseconds, detail } = delivery;
        const problem = words.problemOf(delivery);
        const seconds =
          milliseconds === null ? null : new Intl.NumberFormat(i18n.locale, { maximumFractionDigits: 2 }).format(milliseconds / 1000);
        return (
          <span className="webhook-name">
            {status === null && milliseconds === null && problem === null && <span className="muted">–</span>}
            {(status !== null || seconds !== null) && (
              <span className="num">
                {status !== null && `${status} `}
                {seconds !== null && t`in ${seconds} s`}
              </span>
            )}
            {problem && <span className="small">{problem}</span>}
            {detail && <bdi className="muted small">{detail}</bdi>}
          </span>
        );
      },
    },
    ...(onRepeat
      ? [
          {
            id: "actions",
            header: t`Actions`,
            isHeaderHidden: true,
            cell: (delivery: Delivery) => {
              const { eventTitle } = delivery;
              return (
                delivery.state !== "waiting" && (
                  <IconButton icon={RotateCw} label={t`Send again: ${eventTitle}`} onPress={() => onRepeat(delivery)} />
                )
              );
            },
          },
        ]
      : []),
  ];
}
