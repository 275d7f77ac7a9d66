import { useLingui } from "@lingui/react/macro";
import { LogIn } from "lucide-react";
import { useEffect, useState } from "react";
import { useEnvironmentNoUser } from "#features/portal/web/environment.ts";
import { atRest } from "#ui/at-rest.ts";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Link } from "#ui/link.tsx";
import { Logo } from "./logo.tsx";

// After the view, which would be a request longer with it.
const LanguageChoice = lazyPart(() => import("#features/auth/web/language-choice.tsx"));

/** For visitors: the logo, a choice of the language, and a link to sign in. */
export default function VisitorHeader() {
  const portal = useEnvironmentNoUser();
  const { t } = useLingui();
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => atRest(() => setAtRest(true)), []);
  return (
    <header className="shell-header">
      <div className="shell-topbar">
        <Logo name={portal?.PortalName ?? ""} logo={portal?.Logo ?? null} mobileLogo={portal?.MobileLogo ?? null} to="/auth/login" />
        <div className="shell-tools">
          {portal?.PortalSettings["languages"]?.includes(",") && <span className="shell-languages">{isAtRest && <LanguageChoice />}</span>}
          <Link className="shell-account" to="/auth/login">
            <Icon of={LogIn} size="m" flip />
            {t`Sign in`}
          </Link>
        </div>
      </div>
    </header>
  );
}
