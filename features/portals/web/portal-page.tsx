import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CirclePause, CirclePlay, LogIn, MapPin, SearchX } from "lucide-react";
import { useState } from "react";
import { useParams } from "react-router";
import * as z from "zod/mini";
import { SeatsCard } from "#features/seats/web/seat-cap.tsx";
import { idIn } from "#platform/web/address-id.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { LazyConfirmDialog } from "#ui/lazy-confirm-dialog.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { PageOfOne } from "#ui/page-of-one.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import { useUrlState } from "#ui/use-url-state.ts";
import type { PortalDetails } from "../contract.ts";
import { portalQuery, useEnterPortal, usePortalsChanged, useSetStatus } from "./hooks.ts";
import { PortalHosts } from "./portal-hosts.tsx";
import { PortalTerms } from "./portal-terms.tsx";
import { statusLooks, usePortalWords } from "./use-portal-words.ts";
import "./portals.css";

const shape = { opened: z.enum(["", "1"]) };
const defaults: { opened: "" | "1" } = { opened: "" };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, { params }) => {
  const portalId = idIn(params["portalId"]);
  return portalId > 0 && client.prefetchQuery(portalQuery(portalId));
};

/** One portal as system admins run it (ENV-6, ENV-8, SYS-2): its addresses, names, language and zone, and whether it is in use. */
export default function PortalPage() {
  const { t } = useLingui();
  const portalId = idIn(useParams()["portalId"]);
  const query = useQuery({ ...portalQuery(portalId), enabled: portalId > 0 });
  return (
    <PageOfOne
      query={query}
      isNamed={portalId > 0}
      title={t`Portal`}
      back={{ to: "/sysAdmin/portals", label: t`Select Portal` }}
      waiting={t`Loading this portal`}
      failed={t`This portal could not be loaded`}
      safe={t`Nothing was changed.`}
      missing={
        <div className="page">
          <PageHeader title={t`Portal`} back={{ to: "/sysAdmin/portals", label: t`Select Portal` }} />
          <EmptyState icon={SearchX} title={t`This portal could not be found`} message={t`No portal has this number.`} />
        </div>
      }
    >
      {(portal) => <Details portal={portal} />}
    </PageOfOne>
  );
}

function Details({ portal }: { portal: PortalDetails }) {
  const { t, i18n } = useLingui();
  const words = usePortalWords();
  const enter = useEnterPortal();
  const portalsChanged = usePortalsChanged();
  const { state, set } = useUrlState(shape, defaults);
  const { portalId, name, status, isHere, hosts, people, seats, lastActiveAt, openedAt } = portal;
  const isActive = status === "active";
  const primary = hosts.find(({ isPrimary }) => isPrimary)?.host ?? "";
  const port = window.location.port === "" ? "" : `:${window.location.port}`;
  const enterButton = isActive && !isHere && (
    <Button
      variant="primary"
      icon={LogIn}
      isPending={enter.isPending}
      onPress={() =>
        enter.mutate(
          { portalId, path: "/v/" },
          { onError: (error) => toast({ tone: "danger", title: t`${name} could not be opened`, message: error.message }) },
        )
      }
    >
      <Trans>Enter this portal</Trans>
    </Button>
  );
  return (
    <>
      <PageHeader
        title={name}
        back={{ to: "/sysAdmin/portals", label: t`Select Portal` }}
        meta={
          <>
            <Tag {...statusLooks[status]}>{words.status[status]}</Tag>
            {isHere && <Tag icon={MapPin}>{t`You are here`}</Tag>}
          </>
        }
        actions={enterButton}
      />
      <div className="portals-parts">
        {state.opened === "1" && (
          <Banner tone="success" title={t`The portal is open`} onDismiss={() => set({ opened: "" }, { replace: true })}>
            <ol className="portals-steps">
              <li>{t`See below whether its address leads here.`}</li>
              <li>{t`Enter it and look around.`}</li>
              <li>{t`Its admin gives it its look under Settings, Portal Logo, and invites people.`}</li>
            </ol>
          </Banner>
        )}
        {!isActive && (
          <Banner tone="warning" title={t`This portal is suspended`}>
            <p>{t`Nobody gets in, and its addresses say so. Everything in it is kept.`}</p>
          </Banner>
        )}
        <section className="card portals-part" aria-labelledby="portal-facts">
          <h2 id="portal-facts">{t`At a glance`}</h2>
          <dl className="portals-facts">
            <div>
              <dt className="muted">{t`People`}</dt>
              <dd>
                <bdi className="num">{i18n.number(people)}</bdi>
              </dd>
            </div>
            <div>
              <dt className="muted">{t`Last used`}</dt>
              <dd>{lastActiveAt === null ? t`Never` : <Time instant={lastActiveAt} />}</dd>
            </div>
            <div>
              <dt className="muted">{t`Opened`}</dt>
              <dd>
                <Time instant={openedAt} kind="date" />
              </dd>
            </div>
          </dl>
        </section>
        <PortalHosts portal={portal} />
        <PortalTerms key={portalId} portal={portal} />
        <SeatsCard seats={{ portalId, used: people, cap: seats }} canChange onSaved={portalsChanged} />
        <section className="card portals-part" aria-labelledby="portal-ways-in">
          <h2 id="portal-ways-in">{t`Getting in`}</h2>
          <p className="portals-note">
            <Trans>
              Who may register, and how people sign in, is set by the admins of the portal in{" "}
              <a href={`${window.location.protocol}//${primary}${port}/v/portal/settings`}>its settings</a>.
            </Trans>
          </p>
        </section>
        <Status portal={portal} />
      </div>
    </>
  );
}

/** Suspending the portal, and bringing it back. */
function Status({ portal: { portalId, name, status, isHere } }: { portal: PortalDetails }) {
  const { t } = useLingui();
  const [isAsked, setAsked] = useState(false);
  const save = useSetStatus(portalId);
  const isActive = status === "active";
  const failed = (error: Error) => toast({ tone: "danger", title: t`Nothing was changed`, message: error.message });
  return (
    <section className="card portals-part" aria-labelledby="portal-status">
      <h2 id="portal-status">{isActive ? t`Suspend the portal` : t`Bring the portal back`}</h2>
      <p className="portals-note">
        {isActive
          ? t`A suspended portal answers nobody and says so. All sessions in it end at once; nothing in it is deleted.`
          : t`People sign in again and find everything as it was.`}
      </p>
      {isHere ? (
        <p className="muted">{t`You are in this portal. Enter another one to suspend it.`}</p>
      ) : (
        <div>
          <Button
            variant={isActive ? "danger" : "primary"}
            icon={isActive ? CirclePause : CirclePlay}
            isPending={save.isPending}
            onPress={() => (isActive ? setAsked(true) : save.mutate("active", { onError: failed }))}
          >
            {isActive ? <Trans>Suspend</Trans> : <Trans>Bring back</Trans>}
          </Button>
        </div>
      )}
      <LazyConfirmDialog
        isOpen={isAsked}
        tone="danger"
        isPending={save.isPending}
        onCancel={() => setAsked(false)}
        onConfirm={() => save.mutate("suspended", { onError: failed, onSettled: () => setAsked(false) })}
      >
        <p>
          <Trans>
            Suspend <bdi>{name}</bdi>?
          </Trans>
        </p>
        <p>
          <Trans>Whoever is in it is signed out at once, and nobody gets in until you bring it back. Everything is kept.</Trans>
        </p>
      </LazyConfirmDialog>
    </section>
  );
}
