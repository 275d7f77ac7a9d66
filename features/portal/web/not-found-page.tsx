import { useLingui } from "@lingui/react/macro";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { useSignedIn } from "./environment.ts";

/** Shown for an address without a screen. */
export default function NotFoundPage() {
  const { t } = useLingui();
  const signedIn = useSignedIn();
  return (
    <div className="page stack">
      <PageHeader title={t`Page not found`} description={t`There is no page at this address. The link may be old or mistyped.`} />
      <div className="row">
        <LinkButton variant="primary" to={signedIn ? "/student/dashboard" : "/auth/login"}>
          {signedIn ? t`Go to the dashboard` : t`Go to sign in`}
        </LinkButton>
      </div>
    </div>
  );
}
