import { useLingui } from "@lingui/react/macro";
import { Bell as BellIcon } from "lucide-react";
import { useRef, useState } from "react";
import { lazyPart } from "#ui/lazy-part.tsx";
import { BarButton } from "./bar-button.tsx";

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
      <BarButton
        ref={button}
        label={label}
        icon={BellIcon}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointed={BellList.want}
        onPress={() => setOpen(!isOpen)}
      >
        {unread > 0 && (
          <span className="shell-count num" aria-hidden="true">
            {unread > 99 ? "99+" : unread}
          </span>
        )}
      </BarButton>
      {isOpen && <BellList anchor={button} onClose={close} onGiveUp={close} />}
    </>
  );
}
