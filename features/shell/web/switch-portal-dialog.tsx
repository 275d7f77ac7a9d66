import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Check, CircleAlert } from "lucide-react";
import { useReducer, useState } from "react";
import { useLocation } from "react-router";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { Tag } from "#ui/tag.tsx";
import type { Environment } from "#features/portal/contract.ts";
import { PortalRow } from "#features/auth/web/portal-row.tsx";
import { useSwitchPortal } from "#features/auth/web/use-switch-portal.ts";
import { portalStandingsQuery } from "./portal-standings.ts";
import { useShellScreens } from "./use-navigation.tsx";

const searchFrom = 9;

/** A portal of which nothing is known stays behind the others. */
const placeOf = (nth: number) => (nth === -1 ? Number.MAX_SAFE_INTEGER : nth);

/** Switch Portal (specification §2): lists the person's portals, the last visited first, with what they are there, and opens one without signing in again. */
export default function SwitchPortalDialog({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const { inEveryPortal } = useShellScreens();
  const [filter, setFilter] = useState("");
  const change = useSwitchPortal();
  const wanted = filter.trim().toLocaleLowerCase();
  // The names are known to every page; what else is shown comes by its own call, without which they can be used all the same.
  const { data } = useQuery(portalStandingsQuery);
  const standings = data?.portals ?? [];
  // Where somebody points at a row already, or has gone to it by key, no row moves.
  const [isTouched, touch] = useReducer(() => true, false);
  const [order, setOrder] = useState<readonly number[]>();
  if (data && !order) setOrder(isTouched ? [] : data.portals.map(({ id }) => id));
  const portals = environment.Portals.filter((portal) => portal.Name.toLocaleLowerCase().includes(wanted)).toSorted(
    (one, other) => placeOf(order?.indexOf(one.id) ?? -1) - placeOf(order?.indexOf(other.id) ?? -1),
  );
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
        <ul className="auth-portals">
          {portals.map((portal) => {
            const isHere = portal.id === environment.Portal.id;
            const standing = standings.find(({ id }) => id === portal.id);
            const overdue = standing?.overdue ?? 0;
            return (
              <li key={portal.id}>
                <PortalRow
                  name={portal.Name}
                  standing={standing}
                  isHere={isHere}
                  more={
                    overdue > 0 && (
                      <Tag tone="danger" icon={CircleAlert}>
                        {t`${overdue} overdue`}
                      </Tag>
                    )
                  }
                  icon={<Icon of={isHere ? Check : ArrowRight} size="m" flip={!isHere} />}
                  onPointed={touch}
                  onPress={() => (isHere ? onClose() : change.mutate({ portalId: portal.id, path: kept ? `/v${kept}` : "/v/" }))}
                />
              </li>
            );
          })}
          {portals.length === 0 && <li className="muted">{t`None of your portals has this name.`}</li>}
        </ul>
      </div>
    </Dialog>
  );
}
