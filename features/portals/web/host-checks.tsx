import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck, CircleDashed, RefreshCw, TriangleAlert } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { announce } from "#ui/announce.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import type { HostCheck } from "../contract.ts";
import { hostCheckQuery } from "./hooks.ts";

type Tone = "success" | "warning" | "danger" | "neutral";
type Line = { id: string; tone: Tone; text: ReactNode };
const icons: Record<Tone, LucideIcon> = {
  success: CircleCheck,
  warning: TriangleAlert,
  danger: CircleAlert,
  neutral: CircleDashed,
};

/** What is known now of an address of a portal: whether it resolves, leads here, has a certificate, and whether mail goes to it too. */
export function HostChecks({ portalId, host }: { portalId: number; host: string }) {
  const { t } = useLingui();
  const query = useQuery(hostCheckQuery(portalId, host));
  const linesOf = useLines();
  const { data, error, isFetching } = query;
  return (
    <div className="stack-s">
      {!data && isFetching && (
        <div role="status">
          <span className="visually-hidden">{t`Looking at ${host}`}</span>
          <Skeleton shape="lines" count={3} />
        </div>
      )}
      {error && !isFetching && (
        <Banner tone="danger" title={t`The address was not checked`}>
          <p>{error.message}</p>
        </Banner>
      )}
      {data && (
        <ul className="portals-checks" aria-label={t`What is known of ${host}`}>
          {linesOf(data).map(({ id, tone, text }) => (
            <li key={id} data-tone={tone}>
              <Icon of={icons[tone]} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button
          size="s"
          icon={RefreshCw}
          aria-label={t`Check again: ${host}`}
          isPending={isFetching}
          pendingLabel={t`Asking`}
          onPress={() => void query.refetch().then(({ isSuccess }) => isSuccess && announce(t`${host} was checked`))}
        >
          <Trans>Check again</Trans>
        </Button>
      </div>
    </div>
  );
}

/** The lines of a check, in words. */
function useLines(): (check: HostCheck) => Line[] {
  const { t } = useLingui();
  const namesOf = ({ host, names: { state, addresses, alias } }: HostCheck): Line => {
    const list = addresses.join(", ");
    const words: Record<typeof state, [Tone, ReactNode]> = {
      found: ["success", alias === null ? t`Resolves to ${list}.` : t`Resolves to ${list}, by way of ${alias}.`],
      none: ["danger", t`Name servers do not know ${host}. Add an A or AAAA record that names this server, or a CNAME.`],
      unasked: ["neutral", t`The name servers did not answer in time.`],
      local: ["neutral", t`A name or address of this machine or network, for which no name server is asked.`],
    };
    const [tone, text] = words[state];
    return { id: "names", tone, text };
  };
  const reachOf = ({ reach: { state, to } }: HostCheck): Line => {
    const other = to ?? "";
    const words: Record<typeof state, [Tone, ReactNode]> = {
      here: ["success", t`Leads to this installation and this portal.`],
      elsewhere: ["danger", t`Something else answers there. Make the name lead to this server, and its proxy pass on the host name.`],
      redirects: ["warning", t`Leads on to ${other}. People arrive there and not at this address.`],
      inner: ["neutral", t`Leads into an inner network, where nothing is asked. The setting HOST_CHECK_INNER names addresses that may be.`],
      unknown_host: ["danger", t`Could not be asked: this server does not find the name.`],
      unreachable: ["danger", t`Nothing answers there.`],
      timeout: ["danger", t`Nothing answers there in time.`],
      certificate: ["danger", t`Could not be asked, because its certificate is not good.`],
      suspended: ["neutral", t`Not asked, because the portal is suspended.`],
    };
    const [tone, text] = words[state];
    return { id: "reach", tone, text };
  };
  const certificateOf = ({ certificate: { state, until } }: HostCheck): Line => {
    const end = until === null ? null : <Time key="until" instant={until} kind="date" />;
    const words: Record<typeof state, [Tone, ReactNode]> = {
      valid: ["success", <Trans key="valid">HTTPS works; the certificate is valid until {end}.</Trans>],
      soon: ["warning", <Trans key="soon">The certificate ends on {end} and should have been renewed by now.</Trans>],
      wrong: ["danger", t`Browsers do not trust its certificate, or it is of another name.`],
      unasked: ["neutral", t`Its certificate could not be looked at.`],
      plain: ["neutral", t`This installation is reached without HTTPS, so there is no certificate.`],
    };
    const [tone, text] = words[state];
    return { id: "certificate", tone, text };
  };
  const mailOf = ({ host, mail: { state } }: HostCheck): Line[] => {
    if (state === "none" || state === "unasked") return [];
    const text =
      state === "alias"
        ? t`${host} is an email domain too, and its CNAME takes the place of its other records, so mail for it gets lost. Use A and AAAA records, or a name below it such as learn.${host}.`
        : t`${host} is an email domain too. Never give it a CNAME record: mail for it would get lost.`;
    return [{ id: "mail", tone: "warning", text }];
  };
  return (check) => [namesOf(check), reachOf(check), certificateOf(check), ...mailOf(check)];
}
