import type { ReactNode } from "react";
import { Plate } from "#ui/plate.tsx";
import "./auth.css";

interface AuthFrameProps {
  title: string;
  /** Shown on the plate when there is no logo. */
  portalName?: string | undefined;
  logo?: string | null | undefined;
  /** Between title and form: an announcement, or why the person is here. */
  notes?: ReactNode;
  children: ReactNode;
  /** Under the form. */
  foot?: ReactNode;
}

/** The layout for people who are not signed in: the portal's plate with its logo or name, and the title and form beside it, or below it on a phone. */
export function AuthFrame({ title, portalName, logo, notes, children, foot }: AuthFrameProps) {
  return (
    <div className="auth">
      <div className="auth-cover">
        <Plate seed={portalName ?? "Stoa"} />
        {logo ? (
          <span className="auth-logo">
            <img src={logo} alt={portalName} />
          </span>
        ) : (
          portalName && (
            <p className="auth-logo" data-name>
              <bdi>{portalName}</bdi>
            </p>
          )
        )}
      </div>
      <div className="auth-main">
        <div className="auth-column">
          <h1 id="page-title" tabIndex={-1}>
            {title}
          </h1>
          {notes}
          {children}
          {foot}
        </div>
      </div>
    </div>
  );
}
