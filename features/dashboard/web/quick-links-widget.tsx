import { useEnvironment } from "#features/portal/web/environment.ts";
import { QuickLink } from "#features/portal/web/quick-link.tsx";

/** The quick links of the portal that are for this person; they come with the page. */
export default function QuickLinks() {
  const { QuickLinks: links } = useEnvironment();
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
