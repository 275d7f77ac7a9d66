import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";
import "./page-header.css";

type PageHeaderProps = {
  title: string;
  description?: ReactNode;
  /** Buttons; at most one of them primary. */
  actions?: ReactNode;
  back?: { to: string; label: string };
  /** A line of facts under the title (tags, dates). */
  meta?: ReactNode;
};

/** The header of a screen with its only h1, which takes the focus after a route change. */
export function PageHeader({ title, description, actions, back, meta }: PageHeaderProps) {
  return (
    <header className="ui-page-header">
      <div className="ui-page-header-text">
        {back && (
          <Link to={back.to} className="ui-page-header-back">
            <Icon of={ArrowLeft} flip />
            <bdi>{back.label}</bdi>
          </Link>
        )}
        <h1 id="page-title" tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {description && <div className="ui-page-header-note">{description}</div>}
        {meta && <div className="ui-page-header-note row">{meta}</div>}
      </div>
      {actions && <div className="row">{actions}</div>}
    </header>
  );
}
