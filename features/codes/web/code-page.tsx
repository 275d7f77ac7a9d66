import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Ticket } from "lucide-react";
import type { ReactNode } from "react";
import { useParams } from "react-router";
import * as z from "zod/mini";
import { idIn } from "#platform/web/address-id.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Banner } from "#ui/banner.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PageOfOne } from "#ui/page-of-one.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import type { Code } from "../contract.ts";
import { CodeActions } from "./code-actions.tsx";
import { CodeUses } from "./code-uses.tsx";
import { CodeWord } from "./code-word.tsx";
import { CodeWords } from "./code-words.tsx";
import { GetsList } from "./gets-list.tsx";
import { codeQuery } from "./hooks.ts";
import { LocalTime } from "./local-time.tsx";
import { stateLooks, useCodeWords } from "./use-code-words.ts";
import "./codes.css";

const tabs = ["code", "uses"] as const;
type Tab = (typeof tabs)[number];
const shape = { tab: z.enum(tabs) };
const defaults: { tab: Tab } = { tab: "code" };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, { params }) => {
  const codeId = idIn(params["codeId"]);
  return codeId > 0 && client.prefetchQuery(codeQuery(codeId));
};

/** One authorization code (AUTH-4): the code with its link and sheet, what it gives, and who used it. */
export default function CodePage() {
  const { t } = useLingui();
  const codeId = idIn(useParams()["codeId"]);
  const query = useQuery({ ...codeQuery(codeId), enabled: codeId > 0 });
  return (
    <PageOfOne
      query={query}
      isNamed={codeId > 0}
      title={t`Authorization Code`}
      waiting={t`Loading this code`}
      failed={t`This code could not be loaded`}
      safe={t`Nothing was changed.`}
      missing={<NoSuchCode />}
    >
      {(code) => <Details code={code} />}
    </PageOfOne>
  );
}

function Details({ code }: { code: Code }) {
  const { t } = useLingui();
  const words = useCodeWords();
  const { state, hrefFrom } = useUrlState(shape, defaults);
  const labels: Record<Tab, string> = { code: code.words === 1 ? t`The code` : t`The codes`, uses: t`Who used it` };
  const used = words.used(code);
  return (
    <>
      <PageHeader
        title={code.label}
        back={{ to: "/users/authorizationCode", label: t`Authorization Code` }}
        meta={
          <>
            <Tag icon={stateLooks[code.state].icon} tone={stateLooks[code.state].tone}>
              {words.state[code.state]}
            </Tag>
            <span>{t`Used: ${used}`}</span>
          </>
        }
        actions={<CodeActions code={code} />}
      />
      {code.problem && code.state !== "revoked" && <Banner tone="warning">{code.problem}</Banner>}
      <LinkTabs
        label={t`About this code`}
        tabs={tabs.map((tab) => ({ to: hrefFrom("", { tab }), label: labels[tab], isCurrent: tab === state.tab }))}
      />
      <section className="code-part" aria-label={labels[state.tab]}>
        {state.tab === "uses" ? (
          <CodeUses code={code} />
        ) : (
          <>
            {code.words === 1 ? <CodeWord code={code} /> : <CodeWords code={code} />}
            <Terms code={code} />
          </>
        )}
      </section>
    </>
  );
}

function Terms({ code }: { code: Code }) {
  const { t, i18n } = useLingui();
  const facts: [string, ReactNode][] = [
    [t`For whom`, code.admitsNew ? t`New people and those who have an account` : t`People who have an account here`],
    [t`Uses a person`, i18n.number(code.perPerson)],
    ...(code.domains.length > 0 ? [[t`Only emails at these domains`, code.domains.join(", ")] as [string, ReactNode]] : []),
    ...(code.opensAt ? [[t`From`, <LocalTime key="from" local={code.opensAt} zone={code.timeZone} />] as [string, ReactNode]] : []),
    [t`Until`, code.closesAt ? <LocalTime key="until" local={code.closesAt} zone={code.timeZone} /> : t`No end`],
    [t`Made by`, code.madeBy],
    [t`Made`, <Time key="made" instant={code.madeAt} />],
  ];
  return (
    <section className="stack" aria-labelledby="code-gives">
      <h2 id="code-gives">
        <Trans>What it gives</Trans>
      </h2>
      {code.gets.length > 0 ? (
        <GetsList gets={code.gets} />
      ) : (
        !code.problem && (
          <p>
            <Trans>It lets people in, and gives nothing else.</Trans>
          </p>
        )
      )}
      <dl className="code-facts">
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>
              <bdi>{fact}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function NoSuchCode() {
  const { t } = useLingui();
  return (
    <div className="page">
      <PageHeader title={t`Authorization Code`} back={{ to: "/users/authorizationCode", label: t`Authorization Code` }} />
      <EmptyState
        icon={Ticket}
        title={t`This code could not be found`}
        message={t`It may be of somebody else: those who look after the whole portal see every code.`}
      />
    </div>
  );
}
