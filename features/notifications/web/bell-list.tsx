import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Bell, Check } from "lucide-react";
import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import { onLive } from "#platform/web/live-channel.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { Link } from "#ui/link.tsx";
import { Popover } from "#ui/popover.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import type { Notification } from "../contract.ts";
import { notificationsQuery, useMarkRead } from "./hooks.ts";
import { useShowUnread } from "./use-live-notifications.ts";
import "./bell-list.css";

type Props = { anchor: RefObject<HTMLElement | null>; onClose: () => void };

/** What opens under the bell: what the person was told, newest first. While it is open, it hears of more. */
export default function BellList({ anchor, onClose }: Props) {
  const { t } = useLingui();
  const query = useQuery({ ...notificationsQuery, staleTime: 0 });
  const { data, refetch } = query;
  const markRead = useMarkRead();
  const showUnread = useShowUnread();
  const again = useEffectEvent(() => void refetch());
  useEffect(() => onLive("notifications", () => again()), []);
  const counted = useEffectEvent(showUnread);
  useEffect(() => {
    if (data) counted(data.unread);
  }, [data]);
  const [newest] = data?.rows ?? [];
  const list = useRef<HTMLUListElement>(null);
  const readAll = () => {
    if (newest) markRead.mutate({ upTo: newest.id });
    // The button goes.
    list.current?.querySelector("a")?.focus();
  };
  return (
    <Popover label={t`Notifications`} anchor={anchor} isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <div className="bell">
        <div className="bell-head">
          <h2>{t`Notifications`}</h2>
          {newest && data?.rows.some(({ isRead }) => !isRead) && (
            <Button size="s" variant="quiet" onPress={readAll}>
              {t`Mark all as read`}
            </Button>
          )}
        </div>
        {query.isError && !data ? (
          <ErrorState
            headingLevel={3}
            title={t`Your notifications could not be loaded`}
            safe={t`Nothing is lost.`}
            onRetry={() => void refetch()}
            isRetrying={query.isFetching}
          />
        ) : (
          <BusyRegion isBusy={!data} label={t`Loading your notifications`} skeleton={<Skeleton count={4} />}>
            {data?.rows.length === 0 ? (
              <EmptyState
                icon={Bell}
                headingLevel={3}
                title={t`Nothing yet`}
                message={t`You are told here when you are enrolled in a course, when one is due, and when you complete it.`}
              />
            ) : (
              <ul ref={list} className="bell-list">
                {data?.rows.map((row) => (
                  <Told key={row.id} told={row} onRead={() => markRead.mutate({ id: row.id })} onLeave={onClose} />
                ))}
              </ul>
            )}
          </BusyRegion>
        )}
        <p className="bell-foot">
          <Link to="/student/myAccount" onClick={onClose}>
            {t`Choose what you get by email`}
          </Link>
        </p>
      </div>
    </Popover>
  );
}

function Told({ told, onRead, onLeave }: { told: Notification; onRead: () => void; onLeave: () => void }) {
  const { t } = useLingui();
  const { subject, lines, to, createdAt, isRead } = told;
  const item = useRef<HTMLLIElement>(null);
  const read = () => {
    onRead();
    // The button goes.
    item.current?.querySelector("a")?.focus();
  };
  const leave = () => {
    if (!isRead) onRead();
    onLeave();
  };
  return (
    <li ref={item} data-unread={!isRead || undefined}>
      <div>
        <Link to={to} onClick={leave}>
          <bdi>{subject}</bdi>
        </Link>
        {!isRead && <span className="visually-hidden"> {t`(not read)`}</span>}
        {lines[0] && (
          <p>
            <bdi>{lines[0]}</bdi>
          </p>
        )}
        <p className="muted small">
          <Time instant={createdAt} />
        </p>
      </div>
      {!isRead && <IconButton size="s" icon={Check} label={t`Mark as read: ${subject}`} onPress={read} />}
    </li>
  );
}
