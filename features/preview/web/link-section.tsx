import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Check, CircleCheck, CircleOff, Clock, Copy, KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { Tag } from "#ui/tag.tsx";
import { Time } from "#ui/time.tsx";
import type { PreviewLink } from "../sharing-contract.ts";
import { useSharing } from "./hooks.ts";
import { LinkForm } from "./link-form.tsx";

type LinkSectionProps = { courseId: number; links: readonly PreviewLink[]; hasCurrent: boolean };

/** The links of a course for people without an account, and a form for another one. */
export function LinkSection({ courseId, links, hasCurrent }: LinkSectionProps) {
  const { t } = useLingui();
  const [isMaking, setMaking] = useState(false);
  const { revokeLink } = useSharing(courseId);
  const { error } = revokeLink;
  return (
    <section>
      <h3>
        <Trans>Links</Trans>
      </h3>
      <p className="muted small">
        <Trans>Whoever has a link sees the course without signing in. Nothing is recorded, and right answers are not shown.</Trans>
      </p>
      {error instanceof CallError && (
        <Banner tone="danger" role="alert">
          {error.status === 0 ? t`Nothing was changed. Check your connection, then try again.` : error.message}
        </Banner>
      )}
      {isMaking ? (
        <LinkForm courseId={courseId} hasCurrent={hasCurrent} onClose={() => setMaking(false)} />
      ) : (
        <div>
          <Button icon={Plus} onPress={() => setMaking(true)}>
            <Trans>Make a link</Trans>
          </Button>
        </div>
      )}
      {links.length > 0 && (
        <ul className="share-list" aria-label={t`Links`}>
          {links.map((link) => (
            <Row
              key={link.id}
              link={link}
              isRevoking={revokeLink.isPending && revokeLink.variables === link.id}
              onRevoke={() => revokeLink.mutate(link.id)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Row({ link, isRevoking, onRevoke }: { link: PreviewLink; isRevoking: boolean; onRevoke: () => void }) {
  const { t } = useLingui();
  const [isSure, setSure] = useState(false);
  const { name, shows, state, path, views } = link;
  return (
    <li className="share-link">
      <p className="share-link-head">
        <strong>
          <bdi>{name}</bdi>
        </strong>
        {state === "works" ? (
          <Tag icon={CircleCheck} tone="success">{t`Works`}</Tag>
        ) : state === "revoked" ? (
          <Tag icon={CircleOff}>{t`Revoked`}</Tag>
        ) : (
          <Tag icon={Clock}>{t`Over`}</Tag>
        )}
        {link.hasPasscode && <Tag icon={KeyRound}>{t`Passcode`}</Tag>}
      </p>
      <p className="muted small">
        {shows === "draft" ? <Trans>The draft</Trans> : <Trans>The published version</Trans>}
        {" · "}
        <Trans>
          until <Time instant={link.expiresAt} kind="date" />
        </Trans>
        {" · "}
        <bdi className="num">{t`${plural(views, { one: "opened # time", other: "opened # times" })}`}</bdi>
        {link.viewedAt !== null && (
          <>
            {" · "}
            <Trans>
              last <Time instant={link.viewedAt} showZone={false} />
            </Trans>
          </>
        )}
      </p>
      {path !== null && (
        <div className="row">
          <CopyLink path={path} />
          {isSure ? (
            <>
              <Button size="s" variant="danger" isPending={isRevoking} pendingLabel={t`Revoking`} onPress={onRevoke}>
                <Trans>Revoke for everybody</Trans>
              </Button>
              <Button size="s" variant="quiet" onPress={() => setSure(false)}>
                <Trans>Cancel</Trans>
              </Button>
            </>
          ) : (
            <Button size="s" variant="quiet" onPress={() => setSure(true)} aria-label={t`Revoke ${name}`}>
              <Trans>Revoke</Trans>
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** Copies the whole address; where the browser does not let it, the address is shown to be selected. */
function CopyLink({ path }: { path: string }) {
  const { t } = useLingui();
  const [state, setState] = useState<"waits" | "copied" | "failed">("waits");
  const address = location.origin + path;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      setState("failed");
      announce(t`Could not copy. Select the text instead.`);
      return;
    }
    setState("copied");
    announce(t`Copied`);
  };
  return (
    <>
      <Button size="s" icon={state === "copied" ? Check : Copy} onPress={() => void copy()}>
        {state === "copied" ? t`Copied` : t`Copy link`}
      </Button>
      {state === "failed" && (
        <code className="share-address" dir="ltr">
          {address}
        </code>
      )}
    </>
  );
}
