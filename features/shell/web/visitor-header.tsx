import { useLingui } from "@lingui/react/macro";
import { LogIn } from "lucide-react";
import { useEnvironmentNoUser } from "#features/portal/web/environment.ts";
import { Icon } from "#ui/icon.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Link } from "#ui/link.tsx";
import { Logo } from "./logo.tsx";

const LanguageChoice = lazyPart(() => import("#features/auth/web/language-choice.tsx"));

/** For visitors: the logo, a choice of the language, and a link to sign in. */
export default function VisitorHeader() {
  const portal = useEnvironmentNoUser();
  const { t } = useLingui();
  return (
    <header className="shell-header">
      <div className="shell-topbar">
        <Logo name={portal?.PortalName ?? ""} logo={portal?.Logo ?? null} mobileLogo={portal?.MobileLogo ?? null} to="/auth/login" />
        <div className="shell-tools">
          <LanguageChoice />
          <Link className="shell-account" to="/auth/login">
            <Icon of={LogIn} size="m" flip />
            {t`Sign in`}
          </Link>
        </div>
      </div>
    </header>
  );
}
