import { useLingui } from "@lingui/react/macro";
import { Bell as BellIcon } from "lucide-react";
import { useRef, useState } from "react";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";

const BellList = lazyPart(() => import("#features/notifications/web/bell-list.tsx"));

/** The bell with the number of notifications that are not read. What it opens is fetched when somebody points at it. */
export function Bell({ unread }: { unread: number }) {
  const { t } = useLingui();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const label = unread > 0 ? t`Notifications, ${unread} not read` : t`Notifications`;
  return (
    <>
      <button
        ref={button}
        type="button"
        className="shell-tool"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={BellList.want}
        onFocus={BellList.want}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={BellIcon} size="m" />
        {unread > 0 && (
          <span className="shell-count num" aria-hidden="true">
            {unread > 99 ? "99+" : unread}
          </span>
        )}
        <span className="shell-tip" aria-hidden="true">
          {label}
        </span>
      </button>
      {isOpen && <BellList anchor={button} onClose={close} onGiveUp={close} />}
    </>
  );
}
