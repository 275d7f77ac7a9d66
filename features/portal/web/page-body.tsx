import { useLingui } from "@lingui/react/macro";
import type { Ways } from "../about-contract.ts";
import { SafeHtml } from "./safe-html.tsx";

/** A public page of a portal below its title: the text (HTML) in its language and, on Contact, how the portal is reached. */
export function PageBody({ html, language, ways }: { html: string; language: string; ways: Ways | null }) {
  return (
    <div className="stack">
      <div lang={language}>
        <SafeHtml html={html} />
      </div>
      {ways && <WaysList ways={ways} />}
    </div>
  );
}

function WaysList({ ways: { email, phone, address } }: { ways: Ways }) {
  const { t } = useLingui();
  const rows = [
    { label: t`Email`, value: email, href: `mailto:${email}` },
    { label: t`Phone`, value: phone, href: `tel:${phone.replace(/[^+\d]/g, "")}` },
    { label: t`Address`, value: address, href: null },
  ].filter(({ value }) => value);
  if (rows.length === 0)
    return <p className="prose">{t`This portal has not given contact details yet. Ask the person who invited you.`}</p>;
  return (
    <dl className="about-ways prose">
      {rows.map(({ label, value, href }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <bdi>{href ? <a href={href}>{value}</a> : value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
