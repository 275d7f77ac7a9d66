import { useQueryClient } from "@tanstack/react-query";
import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useEffect, useEffectEvent, useState, type ComponentType } from "react";
import { useLocation } from "react-router";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { onSignedOut } from "#platform/call.ts";
import { atRest } from "#ui/at-rest.ts";
import { toast } from "#ui/toast.ts";

const ReauthDialog = lazy(() => import("#features/auth/web/reauth-dialog.tsx"));
const idleWarning = () => import("#features/auth/web/idle-warning.tsx");
const outboxCode = () => import("#features/progress/web/current-outbox.ts");

/** What lies over every screen: sending study progress that is still on this device, and the dialog for signing in again. */
export function Overlays() {
  const environment = useSignedIn();
  const userId = environment?.User.Id;
  const portalId = environment?.Portal.id;
  const { t } = useLingui();
  const tellOutdated = useEffectEvent(() =>
    toast({
      tone: "warning",
      title: t`Some answers could not be sent`,
      message: t`They are of an earlier version. Please answer that quiz again.`,
    }),
  );
  useEffect(() => {
    // specification §4: unsent viewing time is sent at start. After the first screen, so that its code is loaded first.
    if (userId === undefined || portalId === undefined) return;
    const start = () =>
      outboxCode().then(
        ({ openOutbox }) => void openOutbox({ userId, portalId }).outdated.then(tellOutdated),
        // Offline: unsent progress is kept, and sent when the connection is back.
        () => addEventListener("online", () => void start(), { once: true }),
      );
    return atRest(() => void start());
  }, [userId, portalId]);
  // Warns two minutes before an idle session ends (AUTH-2). Without a connection the dialog for signing in again comes instead.
  const minutes = environment?.SessionMinutes;
  const [Warning, setWarning] = useState<ComponentType<{ minutes: number }>>();
  useEffect(() => {
    if (!minutes) return;
    const fetchCode = () =>
      idleWarning()
        .then((m) => setWarning(() => m.default))
        .catch(() => undefined);
    const later = setTimeout(fetchCode, (minutes - 2) * 60_000);
    return () => clearTimeout(later);
  }, [minutes]);
  return (
    <>
      <SignInOverPage />
      {Warning && minutes && <Warning minutes={minutes} />}
    </>
  );
}

/** Asks to sign in again over the page when the session has ended, so that nothing on the screen is lost. */
function SignInOverPage() {
  const client = useQueryClient();
  const environment = useSignedIn();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => onSignedOut((error) => error.code === "signed_out" && setOpen(true)), []);
  if (!isOpen || !environment || pathname.toLowerCase().startsWith("/auth/login")) return null;
  return (
    <Suspense fallback={null}>
      <ReauthDialog
        isOpen
        onClose={() => setOpen(false)}
        email={environment.User.Email}
        onDone={() => {
          setOpen(false);
          void outboxCode().then(({ currentOutbox }) => currentOutbox()?.resume());
          void client.invalidateQueries();
        }}
        onOther={() => location.assign(`/v/auth/login?ReturnUrl=${encodeURIComponent(location.pathname + location.search)}`)}
      />
    </Suspense>
  );
}
