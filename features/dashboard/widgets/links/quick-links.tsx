import { followQuickLink } from "#features/links/follow-contract.ts";
import { QuickLink } from "#features/portal/web/quick-link.tsx";
import { call } from "#platform/call.ts";
import type { Board } from "../../web/widget-view.ts";

/** The quick links of the portal that are for somebody. That one is followed is counted, and is nothing that anybody waits for. */
export default function QuickLinks({ links }: Pick<Board, "links">) {
  return (
    <ul className="card dash-links">
      {links.map((link) => (
        <li key={link.Id}>
          <QuickLink link={link} onFollow={() => follow(link.Id)} />
        </li>
      ))}
    </ul>
  );
}

const follow = (linkId: number) =>
  void call(followQuickLink, { params: { linkId } }, { keepalive: true, isQuiet: true, keepsAhead: true }).catch(() => undefined);
