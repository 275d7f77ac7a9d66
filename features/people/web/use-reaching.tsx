import { useLingui } from "@lingui/react/macro";
import type { ListedAction } from "#features/bulk/web/use-bulk-actions.tsx";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { lazyPart } from "#ui/lazy-part.tsx";

const MessageDialog = lazyPart(() => import("./message-dialog.tsx"));
const MoveDialog = lazyPart(() => import("./move-dialog.tsx"));
const PasswordLinksDialog = lazyPart(() => import("./password-links-dialog.tsx"));

/** The bulk actions that reach people beyond their record here: a message, and, for admins, a link to choose a password and another portal. */
export function useReaching(): readonly ListedAction[] {
  const { t } = useLingui();
  const environment = useSignedIn();
  const user = environment?.User;
  const isAdmin = user?.IsAdmin || user?.IsSystemAdmin;
  return [
    {
      kind: "message",
      needs: "message-people",
      label: t`Send a message`,
      isMore: true,
      ask: (goOn) => <MessageDialog goOn={goOn} onGiveUp={() => goOn(null)} />,
    },
    ...(isAdmin
      ? [
          {
            kind: "send-password-links",
            needs: "set-passwords" as const,
            label: t`Send password links`,
            isMore: true,
            ask: (goOn: (input: object | null) => void) => <PasswordLinksDialog goOn={goOn} onGiveUp={() => goOn(null)} />,
          },
        ]
      : []),
    ...(isAdmin && environment && environment.Portals.length > 1
      ? [
          {
            kind: "move-portal",
            needs: "move-people" as const,
            label: t`Move to another portal`,
            isMore: true,
            ask: (goOn: (input: object | null) => void) => <MoveDialog goOn={goOn} onGiveUp={() => goOn(null)} />,
          },
        ]
      : []),
  ];
}
