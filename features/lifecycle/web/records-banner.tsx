import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { lacks } from "#features/portal/lacking.ts";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { erasureQuery, useCancelErasure } from "./hooks.ts";

/** Tells an admin that an erasure of this person waits, and cancels it. */
export function RecordsBanner({ userId }: { readonly userId: number }) {
  const user = useSignedIn()?.User;
  return user && (user.IsAdmin || user.IsSystemAdmin) && !lacks(user, "keep-records") ? <Waiting userId={userId} /> : null;
}

function Waiting({ userId }: { readonly userId: number }) {
  const { t } = useLingui();
  const { data } = useQuery(erasureQuery(userId));
  const cancel = useCancelErasure(userId);
  const pending = data?.pending;
  if (!pending) return null;
  const { reason } = pending;
  const by = <bdi>{pending.askedBy ?? t`an admin`}</bdi>;
  return (
    <Banner
      tone="warning"
      title={t`This person is to be erased`}
      action={
        <Button
          isPending={cancel.isPending}
          onPress={() =>
            cancel.mutate(undefined, {
              onSuccess: () => toast({ tone: "success", title: t`The erasure is cancelled` }),
              onError: (error) => toast({ tone: "danger", title: t`Nothing was changed`, message: error.message }),
            })
          }
        >
          <Trans>Cancel the erasure</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          On <Time instant={pending.dueAt} />, as {by} asked: <bdi>{reason}</bdi>
        </Trans>
      </p>
    </Banner>
  );
}
