import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Banner } from "#ui/banner.tsx";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { useZone } from "#ui/zone.ts";
import type { MyAnnouncement } from "../announcements-contract.ts";
import { myAnnouncementsQuery, useConfirm, useKeptAsRead } from "./announcement-hooks.ts";
import { ToldHtml } from "./told-html.tsx";
import "./announcement.css";

/** What the portal tells the person signed in: half the window from 990 px, all of it below (specification §9). */
export default function AnnouncementDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const query = useQuery(myAnnouncementsQuery);
  const confirm = useConfirm();
  useKeptAsRead(query.data?.rows);
  // What has to be confirmed before anything else: the dialog stays until it is.
  const isHeld = query.data?.rows.some(({ blocks, confirmedAt }) => blocks && confirmedAt === null) ?? false;
  const answer = (one: MyAnnouncement) =>
    confirm.mutate(one, { onError: (error) => toast({ tone: "danger", title: t`This was not confirmed`, message: error.message }) });
  return (
    <Dialog
      title={t`Announcement`}
      width="half"
      isOpen
      onOpenChange={(isOpen) => !isOpen && !isHeld && onClose()}
      outsideCloses={!isHeld}
      escapeCloses={!isHeld}
      closes={!isHeld}
      footer={
        isHeld && (
          <Button variant="quiet" onPress={() => location.assign("/onlinetraining/auth/logout/")}>
            <Trans>Sign out</Trans>
          </Button>
        )
      }
    >
      <BusyRegion isBusy={query.isPending} label={t`Loading announcements`} skeleton={<Skeleton count={4} />}>
        {query.isError && !query.data ? (
          <ErrorState title={t`The announcements could not be loaded`} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
        ) : (
          <div className="announcements">
            {isHeld && (
              <Banner tone="warning">
                <Trans>Confirm what is marked below to go on.</Trans>
              </Banner>
            )}
            {query.data?.rows.map((one) => (
              <AnnouncementText key={one.key} announcement={one}>
                <Confirming
                  announcement={one}
                  isPending={confirm.isPending && confirm.variables.id === one.id}
                  onConfirm={() => answer(one)}
                />
              </AnnouncementText>
            ))}
            {query.data?.rows.length === 0 && (
              <p>
                <Trans>There is nothing to announce any more.</Trans>
              </p>
            )}
          </div>
        )}
      </BusyRegion>
    </Dialog>
  );
}

/** One announcement as people see it. children: below its text. */
export function AnnouncementText({
  announcement: { title, html, since, isImportant },
  children,
}: {
  announcement: Pick<MyAnnouncement, "title" | "html"> & { since: string | null; isImportant?: boolean };
  children?: ReactNode;
}) {
  const zone = useZone();
  // Of its own: on the page of a course, one can be open in the dialog too.
  const heading = useId();
  return (
    <article className="announcement" aria-labelledby={heading}>
      <header>
        <h3 id={heading}>
          <bdi>{title}</bdi>
        </h3>
        {isImportant && (
          <Tag icon={CircleAlert} tone="warning">
            <Trans>Important</Trans>
          </Tag>
        )}
        {since !== null && (
          <p className="muted small">
            <Time instant={since} kind="date" />
          </p>
        )}
      </header>
      <ToldHtml html={html} zone={zone} />
      {children}
    </article>
  );
}

function Confirming({
  announcement: { mustRead, confirmedAt },
  isPending,
  onConfirm,
}: {
  announcement: MyAnnouncement;
  isPending: boolean;
  onConfirm: () => void;
}) {
  if (!mustRead) return null;
  if (confirmedAt)
    return (
      <p className="announcement-answer" role="status">
        <Tag icon={BadgeCheck} tone="success">
          <Trans>
            You confirmed this on <Time instant={confirmedAt} />
          </Trans>
        </Tag>
      </p>
    );
  return (
    <p className="announcement-answer">
      <Tag icon={CircleAlert} tone="warning">
        <Trans>Please confirm that you have read this</Trans>
      </Tag>
      <Button variant="primary" isPending={isPending} onPress={onConfirm}>
        <Trans>I have read this</Trans>
      </Button>
    </p>
  );
}
