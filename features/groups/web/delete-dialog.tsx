import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { keepsGroup, restoreDays, type Group } from "../contract.ts";
import { DependentList } from "./group-uses.tsx";
import { dependentsQuery } from "./hooks.ts";

type Props = { group: Group; isPending: boolean; onArchive: () => void; onDelete: () => void; onClose: () => void };

/** Shows what depends on a group before it is deleted, and offers to archive it instead (GRP-3). */
export default function DeleteDialog({ group, isPending, onArchive, onDelete, onClose }: Props) {
  const { t } = useLingui();
  const result = useQuery(dependentsQuery(group.id));
  const rows = result.data?.rows;
  const isKept = rows?.some(({ kind }) => keepsGroup(kind));
  const hasLetters = rows?.some(({ kind }) => kind === "letter");
  const { name, members } = group;
  return (
    <Dialog
      title={t`Delete ${name}`}
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isPending && onClose()}
      footer={
        <>
          <Button onPress={onClose} isDisabled={isPending}>
            <Trans>Cancel</Trans>
          </Button>
          {group.status === "active" && (
            <Button isDisabled={isPending} onPress={onArchive}>
              <Trans>Archive instead</Trans>
            </Button>
          )}
          {isKept === false && (
            <Button variant="danger" isPending={isPending} onPress={onDelete}>
              <Trans>Delete</Trans>
            </Button>
          )}
        </>
      }
    >
      <BusyRegion isBusy={result.isPending} label={t`Looking what uses this group`} skeleton={<Skeleton count={3} />}>
        {result.isError && <ErrorState title={t`What uses this group could not be loaded`} onRetry={() => void result.refetch()} />}
        {rows && (
          <div className="stack">
            {isKept ? (
              <>
                <p>
                  <Trans>
                    This group cannot be deleted, because something depends on it. Archived, it keeps its members and is offered nowhere.
                  </Trans>
                </p>
                <DependentList rows={rows} />
              </>
            ) : (
              <>
                <p>{t`Nothing depends on this group. ${plural(members, { 0: "Nobody is in it.", one: "# person leaves it.", other: "# people leave it." })}`}</p>
                <p className="muted">
                  <Trans>It can be brought back for {restoreDays} days, with its members. Its history stays.</Trans>
                  {hasLetters && (
                    <>
                      {" "}
                      <Trans>Its own emails go with it and come back with it.</Trans>
                    </>
                  )}
                </p>
                <DependentList rows={rows} />
              </>
            )}
          </div>
        )}
      </BusyRegion>
    </Dialog>
  );
}
