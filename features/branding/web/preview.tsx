import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState, type CSSProperties, type ReactNode } from "react";
import { RadioGroup } from "#ui/radio-group.tsx";
import { completeColors, portalTheme, type ThemeMode } from "#ui/portal-theme.ts";
import { colorsOf, type Brand } from "../brand.ts";
import { mailPath } from "../contract.ts";

const scenes = ["login", "dashboard", "viewer", "mail"] as const;
type Scene = (typeof scenes)[number];
const groupScenes = ["dashboard", "viewer"] as const;
const widths = ["1280", "390"] as const;
type Width = (typeof widths)[number];

interface PreviewProps {
  brand: Brand;
  portalName: string;
  /** Changes whenever the draft on the server did: the mail is drawn there. */
  revision: number;
  /** Of a group: nobody sees its look before they have signed in, or in mail. */
  isOfGroup?: boolean;
}

/** The scale at which something this wide fits into the element, at most `most`. */
function useScale(width: number, most: number) {
  const element = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, scale: Math.min(most, room / (width + 2)) };
}

/** How a look is going to be: sign-in, dashboard, lesson and mail, in light and dark, on a screen and on a phone (ENV-4). */
export function Preview({ brand, portalName, revision, isOfGroup = false }: PreviewProps) {
  const { t } = useLingui();
  const [scene, setScene] = useState<Scene>(isOfGroup ? "dashboard" : "login");
  const [mode, setMode] = useState<ThemeMode>("light");
  const [width, setWidth] = useState<Width>(() => (matchMedia("(width < 700px)").matches ? "390" : "1280"));
  const names: Record<Scene, string> = { login: t`Sign-in`, dashboard: t`Dashboard`, viewer: t`Lesson`, mail: t`Mail` };
  const modes: Record<ThemeMode, string> = { light: t`Light`, dark: t`Dark` };
  const vars = portalTheme(completeColors(colorsOf(brand)), mode).vars;
  const { element, scale } = useScale(Number(width), width === "390" ? 1 : 0.6);
  const style = { ...vars, colorScheme: mode, inlineSize: `${width}px`, zoom: scale } as CSSProperties;
  const drawn: Record<Exclude<Scene, "mail">, ReactNode> = {
    login: <Login brand={brand} name={portalName} isNarrow={width === "390"} />,
    dashboard: <Dashboard brand={brand} name={portalName} isNarrow={width === "390"} />,
    viewer: <Lesson brand={brand} name={portalName} isNarrow={width === "390"} />,
  };
  return (
    <section className="card brand-part" aria-labelledby="brand-preview">
      <h2 id="brand-preview">
        <Trans>Preview</Trans>
      </h2>
      <div className="brand-choices">
        <RadioGroup
          label={t`What`}
          options={(isOfGroup ? groupScenes : scenes).map((id) => ({ id, label: names[id] }))}
          value={scene}
          onChange={setScene}
        />
        <RadioGroup
          label={t`Light or dark`}
          options={(["light", "dark"] as const).map((id) => ({ id, label: modes[id] }))}
          value={mode}
          onChange={setMode}
        />
        <RadioGroup
          label={t`Width`}
          options={widths.map((id) => ({ id, label: id === "390" ? t`Phone, 390 pixels` : t`Screen, 1280 pixels` }))}
          value={width}
          onChange={setWidth}
        />
      </div>
      {/* A picture of what will be: nothing in it can be used. */}
      <div ref={element} className="brand-stage" role="img" aria-label={t`${names[scene]}, ${modes[mode]}, ${width} pixels wide`}>
        {scene === "mail" ? (
          <iframe
            key={`${revision}-${mode}`}
            className="brand-mail"
            title={t`A mail in this look`}
            src={`${mailPath}?mode=${mode}&of=${revision}`}
            sandbox=""
            tabIndex={-1}
            style={{ inlineSize: `${width}px`, zoom: scale }}
          />
        ) : (
          <div className="brand-scene" style={style} data-narrow={width === "390" || undefined} inert>
            {drawn[scene]}
          </div>
        )}
      </div>
    </section>
  );
}

type SceneProps = { brand: Brand; name: string; isNarrow: boolean };

function Logo({ brand, name, isNarrow }: SceneProps) {
  const address = (isNarrow && brand.images.mobileLogo) || brand.images.logo;
  return address ? (
    <span className="scene-logo" data-has-image>
      <img src={address} alt="" />
    </span>
  ) : (
    <span className="scene-logo">
      <span className="scene-mark">{name.slice(0, 1)}</span>
      <bdi>{name}</bdi>
    </span>
  );
}

function Frame({ children, ...scene }: SceneProps & { children: ReactNode }) {
  return (
    <>
      <div className="scene-top">
        <Logo {...scene} />
        <span className="scene-account">
          <Trans>Account</Trans>
        </span>
      </div>
      {!scene.isNarrow && (
        <div className="scene-nav">
          <span data-current>
            <Trans>Dashboard</Trans>
          </span>
          <span>
            <Trans>Course catalog</Trans>
          </span>
          <span>
            <Trans>History</Trans>
          </span>
        </div>
      )}
      {children}
      <div className="scene-foot">
        <Trans>Contact</Trans> · <Trans>Privacy</Trans>
      </div>
    </>
  );
}

function Login(scene: SceneProps) {
  return (
    <div className="scene-login">
      <div className="scene-plate" aria-hidden="true" />
      <div className="scene-form">
        <Logo {...scene} />
        <strong className="scene-title">
          <Trans>Sign in</Trans>
        </strong>
        <span className="scene-field" />
        <span className="scene-field" />
        <span className="scene-button">
          <Trans>Sign in</Trans>
        </span>
        <span className="scene-link">
          <Trans>Forgot your password?</Trans>
        </span>
      </div>
    </div>
  );
}

function Dashboard(scene: SceneProps) {
  return (
    <Frame {...scene}>
      <div className="scene-page">
        <strong className="scene-title">
          <Trans>Dashboard</Trans>
        </strong>
        <div className="scene-cards">
          {[72, 30, 0].slice(0, scene.isNarrow ? 1 : 3).map((percent) => (
            <div key={percent} className="scene-card">
              <div className="scene-plate" />
              <strong>
                <Trans>A course</Trans>
              </strong>
              <span className="scene-progress">
                <span style={{ inlineSize: `${percent}%` }} />
              </span>
              <span className="scene-button">
                <Trans>Continue</Trans>
              </span>
            </div>
          ))}
        </div>
      </div>
    </Frame>
  );
}

function Lesson(scene: SceneProps) {
  return (
    <Frame {...scene}>
      <div className="scene-page scene-lesson">
        {!scene.isNarrow && (
          <div className="scene-card scene-outline">
            <span data-current>
              <Trans>First lesson</Trans>
            </span>
            <span>
              <Trans>Second lesson</Trans>
            </span>
          </div>
        )}
        <div className="scene-text">
          <strong className="scene-title">
            <Trans>First lesson</Trans>
          </strong>
          <p>
            <Trans>This is how the words of a lesson look, with a link to somewhere else.</Trans>
          </p>
          <span className="scene-link">
            <Trans>A link</Trans>
          </span>
          <div className="row">
            <span className="scene-button">
              <Trans>Next lesson</Trans>
            </span>
          </div>
        </div>
      </div>
    </Frame>
  );
}
