import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { CallError } from "#platform/call.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { aboutQuery } from "./hooks.ts";
import { NotFoundPage } from "./not-found-page.tsx";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(aboutQuery);

/** Contact, Copyright and Privacy: the pages behind the specification's About links. */
export default function AboutPage() {
  const { page = "" } = useParams();
  const { t } = useLingui();
  const { data, error, isPending, refetch } = useQuery(aboutQuery);
  const titles: Record<string, string> = { contact: t`Contact`, copyright: t`Copyright policies`, privacy: t`Privacy` };
  const title = titles[page.toLowerCase()];
  if (!title) return <NotFoundPage />;
  return (
    <div className="page stack">
      <PageHeader title={title} />
      {error ? (
        <ErrorState
          title={t`This page could not be loaded`}
          requestId={error instanceof CallError ? error.requestId : ""}
          onRetry={() => void refetch()}
        />
      ) : (
        <BusyRegion isBusy={isPending} label={t`Loading`} skeleton={<Skeleton shape="lines" count={4} />}>
          {data && <AboutBody page={page.toLowerCase()} about={data} />}
        </BusyRegion>
      )}
    </div>
  );
}

type About = NonNullable<Awaited<ReturnType<NonNullable<typeof aboutQuery.queryFn>>>>;

function AboutBody({ page, about }: { page: string; about: Exclude<About, symbol> }) {
  const { t } = useLingui();
  if (page === "contact") {
    const ways = [
      { label: t`Email`, value: about.email, href: `mailto:${about.email}` },
      { label: t`Phone`, value: about.phone, href: `tel:${about.phone.replace(/[^+\d]/g, "")}` },
      { label: t`Address`, value: about.address, href: null },
    ].filter((way) => way.value);
    return (
      <div className="prose">
        <p>{t`These people run ${about.portalName} and answer questions about courses and accounts.`}</p>
        {ways.length === 0 && <p>{t`This portal has not given contact details yet. Ask the person who invited you.`}</p>}
        <dl className="about-ways">
          {ways.map(({ label, value, href }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{href ? <a href={href}>{value}</a> : value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    );
  }
  const text =
    page === "copyright"
      ? about.copyright ||
        t`Courses on ${about.portalName} belong to their authors. Do not copy or pass them on without permission. Tell us through the contact page if something here uses your work without permission.`
      : about.privacy ||
        t`${about.portalName} keeps your name, your email, the courses you take and the results you reach, so that your learning record is complete. It sets only the cookies that signing in needs. Ask through the contact page to see or correct what is kept about you.`;
  return (
    <div className="prose">
      {text.split("\n").map((line, index) => (
        <p key={index}>
          <bdi>{line}</bdi>
        </p>
      ))}
    </div>
  );
}
