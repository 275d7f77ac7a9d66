import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "#ui/link.tsx";
import { aboutLinks, type Environment, settingText } from "#features/portal/contract.ts";

/** Home, Contact, terms, copyright and privacy (specification §2), and the time zone in which all times are shown. */
export function Footer({ environment }: { environment: Environment | null }) {
  const { t } = useLingui();
  const terms = settingText(environment?.PortalSettings, "termsUrl");
  const zone = environment?.Preferences.TimeZone;
  return (
    <footer className="shell-footer no-print">
      <nav aria-label={t`About this portal`}>
        <ul>
          {environment && (
            <li>
              <Link to="/student/dashboard">{t`Home`}</Link>
            </li>
          )}
          <li>
            <a href={aboutLinks[0]}>{t`Contact`}</a>
          </li>
          {terms && (
            <li>
              <a href={terms} target="_blank" rel="noopener noreferrer">{t`Terms (opens in a new tab)`}</a>
            </li>
          )}
          <li>
            <a href={aboutLinks[1]}>{t`Copyright`}</a>
          </li>
          <li>
            <a href={aboutLinks[2]}>{t`Privacy`}</a>
          </li>
        </ul>
      </nav>
      {zone && (
        <p className="small">
          <Trans>
            Times shown in <bdi>{zone.replaceAll("_", " ")}</bdi>
          </Trans>
        </p>
      )}
    </footer>
  );
}
