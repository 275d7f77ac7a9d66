import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Share2 } from "lucide-react";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { toast } from "#ui/toast.ts";
import type { ListedField } from "../contract.ts";
import { useLeaveField, useOfferField, useTakeField } from "./hooks.ts";
import { messagesOf } from "./messages-of.ts";

/** Whether other portals use a field, and what follows from it: leaving it for those who follow, offering it for system admins. */
export function FieldSharing({ field, canShare, onDone }: { field: ListedField; canShare: boolean; onDone: () => void }) {
  const { t } = useLingui();
  const take = useTakeField();
  const leave = useLeaveField();
  const offer = useOfferField();
  const { id, name, sharedId, follows, sharing, isRetired } = field;
  const error = messagesOf(leave.error ?? offer.error)[""];
  if (!follows && (!canShare || isRetired)) return null;

  const makeOwn = () =>
    leave.mutate(id, {
      onSuccess: () => {
        toast({
          tone: "success",
          title: t`“${name}” is this portal's own now`,
          ...(sharedId !== null && { action: { label: t`Undo`, onPress: () => take.mutate(sharedId) } }),
        });
        onDone();
      },
    });
  const setOffered = (isOffered: boolean) =>
    offer.mutate(
      { params: { fieldId: id }, body: { isOffered } },
      {
        onSuccess: () => {
          toast({
            tone: "success",
            title: isOffered ? t`“${name}” is offered to all portals` : t`“${name}” is not offered any more`,
            action: { label: t`Undo`, onPress: () => offer.mutate({ params: { fieldId: id }, body: { isOffered: !isOffered } }) },
          });
          onDone();
        },
      },
    );
  return (
    <div className="field-sharing">
      {error && <Banner tone="danger" title={error} />}
      {follows && (
        <p>
          {canShare && sharing
            ? t`${plural(sharing.portals, {
                one: "Shared, and used by # portal. Name, values and checks change in every portal that uses it.",
                other: "Shared, and used by # portals. Name, values and checks change in all of them.",
              })}`
            : t`Shared with other portals: only system admins change its name, its values and its checks. Who sees it and whether it is required is up to you.`}
        </p>
      )}
      <div className="row">
        {canShare && (
          <Button size="s" icon={Share2} isPending={offer.isPending} onPress={() => setOffered(!(follows && sharing?.isOffered))}>
            {follows && sharing?.isOffered ? <Trans>Stop offering</Trans> : <Trans>Offer to all portals</Trans>}
          </Button>
        )}
        {follows && (
          <Button size="s" isPending={leave.isPending} onPress={makeOwn}>
            <Trans>Make it this portal's own</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
