import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import LanguageChoice from "#features/auth/web/language-choice.tsx";
import { aboutLinks, type EnvironmentNoUser } from "#features/portal/contract.ts";
import { letsRegister } from "#features/portal/web/lets-register.ts";
import "./public.css";

const [contact, copyright, privacy] = aboutLinks;

/** Where the courses for visitors are. */
export const publicPath = "/v/public/courses";

/** The layout of what visitors see of a portal: whose it is, the ways in, and the pages about it. */
export function PublicFrame({ portal, children }: { portal: EnvironmentNoUser; children: ReactNode }) {
  const { t } = useLingui();
  const logo = portal.Logo ?? portal.MobileLogo;
  return (
    <div className="public">
      <div className="public-head">
        <div className="public-logo">
          <a href={publicPath} className="public-brand">
            {logo ? <img src={logo} alt={portal.PortalName} /> : <bdi>{portal.PortalName}</bdi>}
          </a>
        </div>
        <LanguageChoice />
        <nav className="row" aria-label={t`Getting in`}>
          {letsRegister(portal) && (
            <a className="ui-button" data-variant="quiet" href="/v/auth/register">
              <Trans>Create an account</Trans>
            </a>
          )}
          <a className="ui-button" href="/v/auth/login">
            <Trans>Sign in</Trans>
          </a>
        </nav>
      </div>
      <div className="page stack-l">{children}</div>
      <nav className="public-foot" aria-label={t`About this portal`}>
        <a href={contact}>{t`Contact`}</a>
        <a href={copyright}>{t`Copyright`}</a>
        <a href={privacy}>{t`Privacy`}</a>
      </nav>
    </div>
  );
}
