import { Trans, useLingui } from "@lingui/react/macro";
import { Plus, Star, Tags, Trash2 } from "lucide-react";
import { useState } from "react";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { Banner } from "#ui/banner.tsx";
import { LazyConfirmDialog } from "#ui/lazy-confirm-dialog.tsx";
import { Tag } from "#ui/tag.tsx";
import { TextField } from "#ui/text-field.tsx";
import { toast } from "#ui/toast.ts";
import { mostHosts, type PortalDetails, type PortalHost } from "../contract.ts";
import { fieldErrors } from "./field-errors.ts";
import { useChangeHost } from "./hooks.ts";
import { HostChecks } from "./host-checks.tsx";

/** The addresses of a portal: what is known of each, adding one, making one primary, removing one (ENV-6). */
export function PortalHosts({ portal }: { portal: PortalDetails }) {
  const { t } = useLingui();
  return (
    <section className="card portals-part" aria-labelledby="portal-hosts">
      <h2 id="portal-hosts">{t`Addresses`}</h2>
      <p className="muted portals-note">
        <Trans>
          Letters and Switch Portal lead to the primary address; people may use any. A change counts on all servers within seconds.
        </Trans>
      </p>
      <ul className="portals-hosts">
        {portal.hosts.map((one) => (
          <li key={one.host}>
            <Host portal={portal} one={one} />
          </li>
        ))}
        {portal.shortHost && (
          <li>
            <div className="row">
              <h3>
                <bdi>{portal.shortHost}</bdi>
              </h3>
              <Tag icon={Tags} tone="neutral">{t`By its short name`}</Tag>
            </div>
            <HostChecks portalId={portal.portalId} host={portal.shortHost} />
          </li>
        )}
      </ul>
      {portal.hosts.length < mostHosts && <AddHost portalId={portal.portalId} />}
    </section>
  );
}

function Host({ portal: { portalId, isHere }, one: { host, isPrimary } }: { portal: PortalDetails; one: PortalHost }) {
  const { t } = useLingui();
  const [isAsked, setAsked] = useState(false);
  const setPrimary = useChangeHost(portalId, "primary");
  const remove = useChangeHost(portalId, "remove");
  const failed = (error: Error) => toast({ tone: "danger", title: t`Nothing was changed`, message: error.message });
  const isThisPage = isHere && host === window.location.hostname;
  return (
    <>
      <div className="row">
        <h3>
          <bdi>{host}</bdi>
        </h3>
        {isPrimary && <Tag icon={Star} tone="info">{t`Primary`}</Tag>}
      </div>
      <HostChecks portalId={portalId} host={host} />
      {!isPrimary && (
        <div className="row">
          <Button
            size="s"
            icon={Star}
            aria-label={t`Make primary: ${host}`}
            isPending={setPrimary.isPending}
            onPress={() => setPrimary.mutate(host, { onSuccess: () => announce(t`${host} is the primary address now`), onError: failed })}
          >
            <Trans>Make primary</Trans>
          </Button>
          {!isThisPage && (
            <Button size="s" icon={Trash2} aria-label={t`Remove: ${host}`} onPress={() => setAsked(true)}>
              <Trans>Remove</Trans>
            </Button>
          )}
        </div>
      )}
      <LazyConfirmDialog
        isOpen={isAsked}
        tone="danger"
        isPending={remove.isPending}
        onCancel={() => setAsked(false)}
        onConfirm={() =>
          remove.mutate(host, {
            onSuccess: () => announce(t`${host} was removed`),
            onError: failed,
            onSettled: () => setAsked(false),
          })
        }
      >
        <p>
          <Trans>
            Remove the address <bdi>{host}</bdi>?
          </Trans>
        </p>
        <p>
          <Trans>Nobody reaches the portal there any more: links to it stop working, and so do passkeys that were made at it.</Trans>
        </p>
      </LazyConfirmDialog>
    </>
  );
}

function AddHost({ portalId }: { portalId: number }) {
  const { t } = useLingui();
  const [host, setHost] = useState("");
  const add = useChangeHost(portalId, "add");
  const { errorOf, whole } = fieldErrors(add.error, ["host"]);
  return (
    <form
      className="portals-add"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(host, {
          onSuccess: () => {
            announce(t`${host} was added`);
            setHost("");
          },
        });
      }}
    >
      {whole && (
        <Banner tone="danger" role="alert">
          {whole}
        </Banner>
      )}
      <TextField
        id="portal-host"
        label={t`One more address`}
        description={t`A host name such as learn.example.org, without http:// and port.`}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={253}
        value={host}
        onChange={setHost}
        error={errorOf("host")}
      />
      <Button type="submit" icon={Plus} isPending={add.isPending} pendingLabel={t`Saving`}>
        <Trans>Add the address</Trans>
      </Button>
    </form>
  );
}
