import type { LucideIcon } from "lucide-react";
import { useEffect, useRef } from "react";
import { resolvePath, useLocation } from "react-router";
import { Icon } from "./icon.tsx";
import "./link-tabs.css";
import { Link } from "./link.tsx";

export type LinkTab = { to: string; label: string; count?: number; icon?: LucideIcon; isCurrent?: boolean };

/** How many pixels of the row fade out where it goes on (link-tabs.css). */
const faded = 48;

/** Tabs as links to views with their own address. The tab whose path and query match the current address best is current. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const location = useLocation();
  const fits = tabs.map((tab) => (tab.isCurrent === undefined ? fit(tab.to, location) : tab.isCurrent ? Infinity : -1));
  const best = Math.max(...fits);
  const row = useRef<HTMLElement>(null);
  const current = fits.indexOf(best);
  // A count that arrives later makes its tab wider.
  const counts = tabs.map(({ count }) => count).join();
  // In a narrow window the row is swiped; the open tab is in sight.
  useEffect(() => {
    const bounds = row.current?.getBoundingClientRect();
    const tab = row.current?.querySelectorAll("li")[current]?.getBoundingClientRect();
    if (!row.current || !bounds || !tab) return;
    row.current.scrollLeft += Math.max(0, tab.right + faded - bounds.right) - Math.max(0, bounds.left + faded - tab.left);
  }, [current, counts]);
  return (
    <nav ref={row} className="ui-tabs" aria-label={label}>
      <ul>
        {tabs.map((tab, index) => (
          <li key={tab.to}>
            <Link to={tab.to} className="ui-tab" aria-current={best >= 0 && fits[index] === best ? "page" : undefined}>
              {tab.icon && <Icon of={tab.icon} />}
              <bdi>{tab.label}</bdi>
              {tab.count !== undefined && <bdi className="ui-tab-count num">{tab.count.toLocaleString()}</bdi>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** How many query values of the tab's address are in the current one; -1 when the path or a value differs. */
function fit(to: string, location: { pathname: string; search: string }): number {
  const target = resolvePath(to, location.pathname);
  const trimmed = (path: string) => path.replace(/\/+$/, "");
  if (trimmed(target.pathname) !== trimmed(location.pathname)) return -1;
  const current = new URLSearchParams(location.search);
  const wanted = [...new URLSearchParams(target.search)];
  return wanted.every(([key, value]) => current.get(key) === value) ? wanted.length : -1;
}
