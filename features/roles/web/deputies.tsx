import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { useMay } from "#features/portal/web/use-may.ts";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Link } from "#ui/link.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Result } from "#platform/contract.ts";
import type { Deputy, listDeputies } from "../contract.ts";
import { deputiesQuery, useEndDeputy } from "./hooks.ts";
import "./roles.css";

const DeputyDialog = lazyPart(() => import("./deputy-dialog.tsx"));

type Ending = { readonly share: Deputy; readonly isOwn: boolean };

/** Who stands in for somebody while they are away, and for whom they stand in themselves (ROLE-6): named and ended. */
export function Deputies() {
  const { data } = useQuery(deputiesQuery);
  const [isNaming, setNaming] = useState(false);
  return (
    <div className="stack">
      {data && <DeputyRows of={data} />}
      {data?.canName ? (
        <div className="row">
          <span>
            <Trans>Somebody can stand in for you with the role Manager from one day to another.</Trans>
          </span>
          <Button icon={UserPlus} onPointerEnter={DeputyDialog.want} onPress={() => setNaming(true)}>
            <Trans>Name a deputy</Trans>
          </Button>
        </div>
      ) : (
        data && <AskOthers />
      )}
      {isNaming && <DeputyDialog onClose={() => setNaming(false)} onGiveUp={() => setNaming(false)} />}
    </div>
  );
}

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
            <span className="muted small roles-deputy">
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
        <ul className="roles-chosen">
          {standsInFor.map((share) => row(share, false))}
          {deputies.map((share) => row(share, true))}
        </ul>
      )}
      {ending && <EndDialog {...ending} onClose={() => setEnding(null)} />}
    </>
  );
}

/** For whoever names nobody themselves: admins give roles on their list, others ask for it. */
function AskOthers() {
  const user = useSignedIn()?.User;
  const may = useMay();
  const mine = `/users/managers?person=${user?.Id ?? 0}`;
  return (
    <p>
      {(user?.IsAdmin || user?.IsSystemAdmin) && may("grant-roles") ? (
        <Trans>
          Somebody can stand in for you with the role Manager from one day to another. <Link to={mine}>Name a deputy</Link>
        </Trans>
      ) : (
        <Trans>
          An administrator can give somebody your role from one day to another. <Link to="/about/contact">Ask the portal’s contact</Link>
        </Trans>
      )}
    </p>
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
