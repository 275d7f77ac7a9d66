import type { ReactNode } from "react";
import "./auth.css";

interface AuthFrameProps {
  title: string;
  /** The portal's name above the title, and its logo when it has one. */
  portalName?: string | undefined;
  logo?: string | null | undefined;
  /** Between title and form: an announcement, why one is here. */
  notes?: ReactNode;
  children: ReactNode;
}

/** One column for people who are not signed in: whose portal this is, what to do, the form. */
export function AuthFrame({ title, portalName, logo, notes, children }: AuthFrameProps) {
  return (
    <div className="auth">
      <header className="auth-brand">
        {logo && (
          <span className="auth-logo">
            <img src={logo} alt="" />
          </span>
        )}
        <div>
          {portalName && (
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
      <div className="card auth-card">{children}</div>
    </div>
  );
}
