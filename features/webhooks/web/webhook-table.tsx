import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { KeyRound, Pencil, Trash2 } from "lucide-react";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Link } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import type { Webhook } from "../contract.ts";
import { useWebhookWords } from "./use-webhook-words.ts";
import { WebhookState } from "./webhook-state.tsx";

type Props = {
  webhooks: readonly Webhook[];
  onEdit: (webhook: Webhook) => void;
  onRenew: (webhook: Webhook) => void;
  onRemove: (webhook: Webhook) => void;
};

/** The webhooks of the portal with how each stands; each leads to its deliveries. */
export function WebhookTable({ webhooks, ...actions }: Props) {
  const { t } = useLingui();
  const columns = useWebhookColumns(actions);
  return (
    <div className="card">
      <DataTable label={t`Webhooks`} rows={webhooks} rowId={({ id }) => String(id)} columns={columns} />
    </div>
  );
}

function useWebhookColumns({ onEdit, onRenew, onRemove }: Omit<Props, "webhooks">): Column<Webhook>[] {
  const { t } = useLingui();
  const words = useWebhookWords();
  return [
    {
      id: "name",
      header: t`Name`,
      isRowHeader: true,
      cell: ({ id, name, address, format }) => (
        <span className="webhook-name">
          <Link to={`/admin/webhooks/${id}`}>
            <bdi>{name}</bdi>
          </Link>
          <span className="muted small">
            {words.format[format]} · <bdi dir="ltr">{new URL(address).host}</bdi>
          </span>
        </span>
      ),
    },
    { id: "state", header: t`Status`, cell: (webhook) => <WebhookState webhook={webhook} /> },
    {
      id: "events",
      header: t`Events`,
      cell: ({ events }) => (events === null ? t`All events` : t`${plural(events.length, { one: "# event", other: "# events" })}`),
    },
    {
      id: "last",
      header: t`Last sent`,
      cell: ({ lastAt }) =>
        lastAt === null ? (
          <span className="muted">
            <Trans>Never</Trans>
          </span>
        ) : (
          <Time instant={lastAt} />
        ),
    },
    {
      id: "actions",
      header: t`Actions`,
      isHeaderHidden: true,
      cell: (webhook) => {
        const { name } = webhook;
        return (
          <span className="row webhook-actions">
            {webhook.format === "json" && (
              <IconButton icon={KeyRound} label={t`Renew the secret: ${name}`} onPress={() => onRenew(webhook)} />
            )}
            <IconButton icon={Pencil} label={t`Change: ${name}`} onPress={() => onEdit(webhook)} />
            <IconButton icon={Trash2} label={t`Remove: ${name}`} onPress={() => onRemove(webhook)} />
          </span>
        );
      },
    },
  ];
}
