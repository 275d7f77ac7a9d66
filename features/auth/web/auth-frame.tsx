import type { ReactNode } from "react";
import { Plate } from "#ui/plate.tsx";
import "./auth.css";

interface AuthFrameProps {
  title: string;
  /** Shown above the title when there is no logo. */
  portalName?: string | undefined;
  logo?: string | null | undefined;
  /** Between title and form: an announcement, or why the person is here. */
  notes?: ReactNode;
  children: ReactNode;
  /** Under the card. */
  foot?: ReactNode;
}

/** The layout for people who are not signed in: one column with the portal's name, the title and the form. */
export function AuthFrame({ title, portalName, logo, notes, children, foot }: AuthFrameProps) {
  return (
    <div className="auth">
      <header className="auth-brand">
        {logo && (
          <span className="auth-logo">
            <img src={logo} alt={portalName} />
          </span>
        )}
        <div>
          {portalName && !logo && (
            <p className="auth-portal">
              <bdi>{portalName}</bdi>
            </p>
          )}
          <h1 id="page-title" tabIndex={-1}>
            {title}
          </h1>
        </div>
      </header>
      {notes}
      <div className="card auth-card">
        <Plate seed={portalName ?? "Stoa"} />
        <div className="auth-body">{children}</div>
      </div>
      {foot}
    </div>
  );
}
