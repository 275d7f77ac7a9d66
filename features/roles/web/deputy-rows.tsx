import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Result } from "#platform/contract.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Deputy, listDeputies } from "../contract.ts";
import { useEndDeputy } from "./hooks.ts";
import "./deputies.css";

type Ending = { readonly share: Deputy; readonly isOwn: boolean };
type Shares = Pick<Result<typeof listDeputies>, "deputies" | "standsInFor">;

/** Each deputy with their days, and a button that ends it; nothing where there is none. */
export function DeputyRows({ of: { deputies, standsInFor } }: { of: Shares }) {
  const { t } = useLingui();
  const [ending, setEnding] = useState<Ending | null>(null);
  const row = (share: Deputy, isOwn: boolean) => {
    const { id, name, startsAt, endsAt, hasBegun, isIdle } = share;
    const days = hasBegun ? (
      <Trans>
        until <Time instant={endsAt} />
      </Trans>
    ) : (
      <Trans>
        from <Time instant={startsAt} /> until <Time instant={endsAt} />
      </Trans>
    );
    return (
      <li key={id}>
        <span>
          {isOwn ? (
            <Trans>
              <bdi>{name}</bdi> stands in for you
            </Trans>
          ) : (
            <Trans>
              You stand in for <bdi>{name}</bdi>
            </Trans>
          )}{" "}
          <span className="muted">{days}</span>
          {isIdle && (
            <span className="muted small deputies-note">
              <Trans>Nothing comes of it as it is: the manager’s own role does not hold in these days.</Trans>
            </span>
          )}
        </span>
        <Button
          size="s"
          aria-label={isOwn ? t`End: ${name} stands in for you` : t`End: you stand in for ${name}`}
          onPress={() => setEnding({ share, isOwn })}
        >
          <Trans>End</Trans>
        </Button>
      </li>
    );
  };
  return (
    <>
      {standsInFor.length + deputies.length > 0 && (
        <ul className="deputies">
          {standsInFor.map((share) => row(share, false))}
          {deputies.map((share) => row(share, true))}
        </ul>
      )}
      {ending && <EndDialog {...ending} onClose={() => setEnding(null)} />}
    </>
  );
}

/** Asks before a deputy's time ends. Whoever ends what they have themselves may look after nobody any more, so the portal is opened anew. */
function EndDialog({ share: { id, name, hasBegun }, isOwn, onClose }: Ending & { onClose: () => void }) {
  const { t } = useLingui();
  const end = useEndDeputy();
  return (
    <ConfirmDialog
      isOpen
      tone="danger"
      isPending={end.isPending}
      onCancel={onClose}
      onConfirm={() =>
        end.mutate(id, {
          onSuccess: () => {
            if (isOwn) toast({ tone: "success", title: t`${name} does not stand in for you any more` });
            else if (hasBegun) location.assign("/v/");
            else toast({ tone: "success", title: t`You do not stand in for ${name} any more` });
          },
          onError: (error) => toast({ tone: "danger", title: t`This was not ended`, message: error.message }),
          onSettled: onClose,
        })
      }
    >
      <p>
        {isOwn ? (
          <Trans>
            Does <bdi>{name}</bdi> not stand in for you any more? It ends at once, also where they are signed in.
          </Trans>
        ) : (
          <Trans>
            Do you not stand in for <bdi>{name}</bdi> any more? It ends at once.
          </Trans>
        )}
      </p>
    </ConfirmDialog>
  );
}
