import { QuickLink } from "#features/portal/web/quick-link.tsx";
import type { Board } from "../../web/widget-view.ts";

/** The quick links of the portal that are for somebody. */
export default function QuickLinks({ links }: Pick<Board, "links">) {
  return (
    <ul className="card dash-links">
      {links.map((link) => (
        <li key={link.Id}>
          <QuickLink link={link} />
        </li>
      ))}
    </ul>
  );
}
