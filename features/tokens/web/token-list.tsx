import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Token } from "../contract.ts";
import { useScopeWords } from "./use-scope-words.ts";
import "./tokens.css";

type Props = {
  label: string;
  tokens: readonly Token[];
  /** Revokes one; without it, nothing is offered. */
  onRevoke?: (tokenId: number) => Promise<unknown>;
};

/** Tokens with what they may do and how they are used; each can be revoked, which is asked about first. */
export function TokenList({ label, tokens, onRevoke }: Props) {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Token | null>(null);
  const [isPending, setPending] = useState(false);
  const name = asked?.name ?? "";
  const columns = useTokenColumns(onRevoke ? setAsked : undefined);
  const revoke = async () => {
    if (!asked || !onRevoke) return;
    setPending(true);
    try {
      await onRevoke(asked.id);
      toast({ tone: "success", title: t`The token is revoked` });
    } catch (error) {
      toast({ tone: "danger", title: t`The token was not revoked`, message: (error as Error).message });
    }
    setPending(false);
    setAsked(null);
  };
  return (
    <>
      <DataTable label={label} rows={tokens} rowId={({ id }) => String(id)} columns={columns} />
      <ConfirmDialog
        isOpen={asked !== null}
        tone="danger"
        isPending={isPending}
        onCancel={() => setAsked(null)}
        onConfirm={() => void revoke()}
      >
        <p>
          <Trans>
            Revoke the token <bdi>{name}</bdi>? Programs that use it are refused from their next call on. It cannot be brought back.
          </Trans>
        </p>
      </ConfirmDialog>
    </>
  );
}

function useTokenColumns(onRevoke: ((token: Token) => void) | undefined): Column<Token>[] {
  const { t } = useLingui();
  const words = useScopeWords();
  return useMemo(
    () => [
      {
        id: "name",
        header: t`Name`,
        isRowHeader: true,
        cell: ({ name, prefix }) => (
          <span className="token-name">
            <bdi>{name}</bdi>
            <bdi className="muted small" dir="ltr">
              <code>{prefix}…</code>
            </bdi>
          </span>
        ),
      },
      {
        id: "scopes",
        header: t`What it may do`,
        cell: ({ scopes }) => (
          <ul className="token-scopes">
            {scopes.map((scope) => (
              <li key={scope}>{words[scope]}</li>
            ))}
          </ul>
        ),
      },
      { id: "created", header: t`Made`, cell: ({ createdAt }) => <Time instant={createdAt} kind="date" /> },
      {
        id: "used",
        header: t`Last used`,
        cell: ({ lastUsedAt, lastIp }) =>
          lastUsedAt ? (
            <span>
              <Trans>
                <Time instant={lastUsedAt} />, from <bdi>{lastIp}</bdi>
              </Trans>
            </span>
          ) : (
            <span className="muted">
              <Trans>Never</Trans>
            </span>
          ),
      },
      {
        id: "expires",
        header: t`Expires`,
        cell: ({ expiresAt, isExpired }) =>
          isExpired ? (
            <Tag tone="warning" icon={CircleAlert}>
              <Trans>
                Expired <Time instant={expiresAt} kind="date" />
              </Trans>
            </Tag>
          ) : (
            <Time instant={expiresAt} kind="date" />
          ),
      },
      ...(onRevoke
        ? [
            {
              id: "revoke",
              header: t`Actions`,
              isHeaderHidden: true,
              cell: (token: Token) => {
                const { name } = token;
                return (
                  <Button size="s" aria-label={t`Revoke ${name}`} onPress={() => onRevoke(token)}>
                    <Trans>Revoke</Trans>
                  </Button>
                );
              },
            },
          ]
        : []),
    ],
    [t, words, onRevoke],
  );
}
