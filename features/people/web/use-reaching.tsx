import { useLingui } from "@lingui/react/macro";
import type { ListedAction } from "#features/bulk/web/use-bulk-actions.tsx";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { lazyPart } from "#ui/lazy-part.tsx";

const MessageDialog = lazyPart(() => import("./message-dialog.tsx"));
const PasswordLinksDialog = lazyPart(() => import("./password-links-dialog.tsx"));

/** The bulk actions that send people something: a message, and, for admins, a link to choose a password. */
export function useReaching(): readonly ListedAction[] {
  const { t } = useLingui();
  const user = useSignedIn()?.User;
  return [
    {
      kind: "message",
      needs: "message-people",
      label: t`Send a message`,
      isMore: true,
      ask: (goOn) => <MessageDialog goOn={goOn} onGiveUp={() => goOn(null)} />,
    },
    ...(user?.IsAdmin || user?.IsSystemAdmin
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
  ];
}
