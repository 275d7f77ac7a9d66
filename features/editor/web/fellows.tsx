import { useLingui } from "@lingui/react/macro";
import { use } from "react";
import { Avatar } from "#ui/avatar.tsx";
import { Link } from "#ui/link.tsx";
import type { Fellow } from "../presence-contract.ts";
import "./fellows.css";
import { FellowsContext } from "./session/use-fellows.ts";

const mostShown = 4;

/** Who else has this course open: each leads to the page that they have before them. */
export function Fellows({ titleOf, hrefOf }: { titleOf: (pageId: string) => string | undefined; hrefOf: (pageId: string) => string }) {
  const { t } = useLingui();
  const fellows = use(FellowsContext);
  if (fellows.length === 0) return null;
  const more = fellows.length - mostShown;
  return (
    <ul className="fellows" aria-label={t`Also working on this course`}>
      {fellows.slice(0, mostShown).map((fellow) => (
        <li key={fellow.userId}>
          <OneFellow fellow={fellow} title={fellow.pageId === null ? undefined : titleOf(fellow.pageId)} hrefOf={hrefOf} />
        </li>
      ))}
      {more > 0 && <li className="muted small num">{t`${more} more`}</li>}
    </ul>
  );
}

function OneFellow({ fellow, title, hrefOf }: { fellow: Fellow; title: string | undefined; hrefOf: (pageId: string) => string }) {
  const { t } = useLingui();
  const { name, pageId } = fellow;
  const shown = title?.trim() || t`Untitled page`;
  const words = pageId === null || title === undefined ? t`${name} works on this course` : t`${name} is on the page “${shown}”`;
  const face = (
    <>
      <Avatar name={name} size="s" />
      <span className="fellow-name" aria-hidden="true">
        <bdi>{name}</bdi>
      </span>
      <span className="visually-hidden">{words}</span>
    </>
  );
  return pageId === null || title === undefined ? (
    <span className="fellow" title={words}>
      {face}
    </span>
  ) : (
    <Link className="fellow" to={hrefOf(pageId)} title={words}>
      {face}
    </Link>
  );
}
