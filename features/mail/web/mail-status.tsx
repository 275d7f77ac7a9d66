import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Banner } from "#ui/banner.tsx";
import { Time } from "#ui/time.tsx";
import type { MailStatus as Status } from "../contract.ts";

/** What keeps mail from leaving: no mail server, one that cannot be reached, or the portal's own switch. */
export function MailStatus({ status: { way, isOwn, isStopped, waiting, trouble } }: { status: Status }) {
  const { t } = useLingui();
  const wait = plural(waiting, { one: "# message waits.", other: "# messages wait." });
  if (isStopped)
    return (
      <Banner tone="warning" title={t`Mail of this portal is switched off`}>
        <p>{t`Nothing is lost: ${wait}`}</p>
      </Banner>
    );
  if (trouble)
    return (
      <Banner tone="danger" title={isOwn ? t`The mail server of this portal cannot be used` : t`The mail server cannot be used`}>
        <p>
          <Trans>
            Since <Time instant={trouble.since} />: <bdi>{trouble.problem}</bdi>
          </Trans>
        </p>
        <p>{t`It is tried again by itself, and nothing is lost: ${wait}`}</p>
      </Banner>
    );
  if (way === "smtp") return null;
  return (
    <Banner title={t`No mail server is set up`}>
      <p>{t`Messages are not sent to anybody; you can read them here. The email settings can name a mail server of the portal’s own; whoever runs Stoa can name one for all portals in SMTP_URL.`}</p>
    </Banner>
  );
}
