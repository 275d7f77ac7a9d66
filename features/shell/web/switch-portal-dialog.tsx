import { useLingui } from "@lingui/react/macro";
import { ArrowRight, Check } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Spinner } from "#ui/spinner.tsx";
import type { Environment } from "#features/portal/contract.ts";
import { useSwitchPortal } from "#features/auth/web/use-switch-portal.ts";
import { useShellScreens } from "./use-navigation.tsx";

const searchFrom = 9;

/** Switch Portal (specification §2): lists the person's portals and opens one without signing in again. */
export default function SwitchPortalDialog({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const { inEveryPortal } = useShellScreens();
  const [filter, setFilter] = useState("");
  const change = useSwitchPortal();
  const wanted = filter.trim().toLocaleLowerCase();
  const portals = environment.Portals.filter((portal) => portal.Name.toLocaleLowerCase().includes(wanted));
  const kept = inEveryPortal.find((path) => pathname.toLowerCase().startsWith(path.toLowerCase()));
  if (change.isPending || change.isSuccess) return <Spinner label={t`Opening the portal`} isFullScreen />;
  return (
    <Dialog title={t`Switch Portal`} width="third" isOpen onOpenChange={(isOpen) => !isOpen && onClose()} outsideCloses>
      <div className="stack">
        {change.error && (
          <Banner tone="danger" role="alert" title={t`The portal could not be opened`}>
            {change.error instanceof CallError ? change.error.message : t`Try again in a moment.`}
          </Banner>
        )}
        {environment.Portals.length >= searchFrom && (
          <SearchField label={t`Find a portal`} isLabelVisible value={filter} onChange={setFilter} />
        )}
        <ul className="shell-portals">
          {portals.map((portal) => {
            const isHere = portal.id === environment.Portal.id;
            return (
              <li key={portal.id}>
                <button
                  type="button"
                  aria-current={isHere || undefined}
                  onClick={() => (isHere ? onClose() : change.mutate({ portalId: portal.id, path: kept ? `/v${kept}` : "/v/" }))}
                >
                  <span className="shell-mark" aria-hidden="true">
                    {portal.Name.slice(0, 1)}
                  </span>
                  <bdi>{portal.Name}</bdi>
                  {isHere ? <span className="muted small">{t`You are here`}</span> : null}
                  <Icon of={isHere ? Check : ArrowRight} size="m" flip={!isHere} />
                </button>
              </li>
            );
          })}
          {portals.length === 0 && <li className="muted">{t`None of your portals has this name.`}</li>}
        </ul>
      </div>
    </Dialog>
  );
}
