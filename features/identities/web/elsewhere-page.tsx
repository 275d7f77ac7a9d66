import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { AuthFrame } from "#features/auth/web/auth-frame.tsx";
import { sendForm } from "#features/auth/web/hooks.ts";
import { ownReturnUrl, withReturnUrl } from "#features/auth/web/own-page.ts";
import { PortalRow } from "#features/auth/web/portal-row.tsx";
import { postHandover } from "#features/auth/web/post-handover.ts";
import type { EnvironmentNoUser } from "#features/portal/contract.ts";
import { call, CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { goElsewhere, showElsewhere, type Elsewhere } from "../elsewhere-contract.ts";

/** `/v/auth/portals`: whoever has signed in to a portal to which they do not belong learns so, and which portals are theirs (ENV-12). */
export default function ElsewherePage({ portal }: { portal: EnvironmentNoUser }) {
  const { t } = useLingui();
  const [found, setFound] = useState<Elsewhere | CallError | null>(null);
  useEffect(() => {
    call(showElsewhere).then(setFound, (error: unknown) => {
      if (error instanceof CallError) setFound(error);
    });
  }, []);
  const frame = { portalName: portal.PortalName, logo: portal.Logo ?? portal.MobileLogo };
  const login = withReturnUrl("/v/auth/login", ownReturnUrl());
  if (found instanceof CallError)
    return (
      <AuthFrame title={t`No sign-in is waiting`} {...frame}>
        <div className="stack">
          <Banner tone={found.status === 401 ? "neutral" : "danger"} role="alert">
            {found.message}
          </Banner>
          <p>
            <a href={login}>{t`Sign in`}</a>
          </p>
        </div>
      </AuthFrame>
    );
  const { PortalName } = portal;
  const email = found?.email;
  return (
    <AuthFrame
      title={found ? t`This is not your portal` : t`Your portals`}
      {...frame}
      foot={
        <>
          <WhoLetsIn contact={portal.Contact} />
          <p className="auth-forgot">
            <a
              href={`/onlinetraining/auth/logout?ReturnUrl=${encodeURIComponent(ownReturnUrl() ?? "/v/")}`}
            >{t`Sign in with another account`}</a>
          </p>
        </>
      }
    >
      {found && (
        <div className="stack">
          <p>
            <Trans>
              You have signed in as <bdi>{email}</bdi>. This account does not belong to <bdi>{PortalName}</bdi>.
            </Trans>
          </p>
          {found.isNamed ? (
            <OwnPortals {...found} />
          ) : (
            <p>
              <Trans>
                Your account is protected by a passkey, which works at the address of your own portal only. Sign in there; until then no
                portal is named here.
              </Trans>
            </p>
          )}
        </div>
      )}
    </AuthFrame>
  );
}

/** The portals of the account: to go to, or named where this portal lets nobody choose. */
function OwnPortals({ portals, isChooser }: Pick<Elsewhere, "portals" | "isChooser">) {
  const { t } = useLingui();
  const [isLeaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const go = async (portalId: number) => {
    if (isLeaving) return;
    setLeaving(true);
    setProblem(null);
    try {
      postHandover(await sendForm(goElsewhere, { portalId }));
    } catch (error) {
      setLeaving(false);
      if (!(error instanceof CallError)) throw error;
      setProblem(error.message);
    }
  };
  return (
    <>
      {problem && (
        <Banner tone="danger" role="alert" title={t`The portal could not be opened`}>
          {problem}
        </Banner>
      )}
      <h2 className="auth-portals-title">{isChooser ? t`Go to one of your portals` : t`Your portals`}</h2>
      <ul className="auth-portals" aria-busy={isLeaving}>
        {portals.map(({ id, name, overdue, ...standing }) => (
          <li key={id}>
            <PortalRow
              name={name}
              standing={standing}
              more={overdue > 0 && <span className="small">{t`${overdue} overdue`}</span>}
              {...(isChooser && { onPress: () => void go(id) })}
            />
          </li>
        ))}
      </ul>
      {!isChooser && (
        <p className="muted small">
          <Trans>Sign in at the address of your portal.</Trans>
        </p>
      )}
    </>
  );
}

/** Whom somebody asks who should belong to this portal; nobody where it names none. */
function WhoLetsIn({ contact: { Email, Phone } }: { contact: EnvironmentNoUser["Contact"] }) {
  const write = <a href={`mailto:${Email}`}>{Email}</a>;
  const ring = <a href={`tel:${Phone.replace(/[^+\d]/g, "")}`}>{Phone}</a>;
  if (!Email && !Phone) return null;
  return (
    <p className="auth-forgot">
      {Email && Phone ? (
        <Trans>
          Do you need access to this portal? Write to <bdi>{write}</bdi> or call <bdi className="num">{ring}</bdi>.
        </Trans>
      ) : Email ? (
        <Trans>
          Do you need access to this portal? Write to <bdi>{write}</bdi>.
        </Trans>
      ) : (
        <Trans>
          Do you need access to this portal? Call <bdi className="num">{ring}</bdi>.
        </Trans>
      )}
    </p>
  );
}
