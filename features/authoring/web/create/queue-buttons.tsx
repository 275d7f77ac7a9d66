import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "#ui/button.tsx";
import type { PackageQueue } from "./use-package-queue.ts";

/** The buttons beside several packages: begin, stop, and at the end close or choose others. */
export function QueueButtons({ queue, onCancel }: { queue: PackageQueue; onCancel: () => void }) {
  const { t } = useLingui();
  const total = queue.items.filter(({ state }) => state.is === "waiting").length;
  return (
    <>
      {!queue.isBusy && (
        <Button variant="quiet" onPress={() => queue.choose([])}>
          <Trans>Choose others</Trans>
        </Button>
      )}
      {!queue.isOver && (
        <Button onPress={queue.isBusy ? queue.stop : onCancel}>
          {queue.isBusy ? <Trans>Stop the upload</Trans> : <Trans>Cancel</Trans>}
        </Button>
      )}
      <Button variant="primary" isPending={queue.isBusy} pendingLabel={t`Uploading`} onPress={queue.isOver ? onCancel : queue.start}>
        {queue.isOver ? <Trans>Close</Trans> : total === 1 ? <Trans>Upload 1 package</Trans> : <Trans>Upload {total} packages</Trans>}
      </Button>
    </>
  );
}
