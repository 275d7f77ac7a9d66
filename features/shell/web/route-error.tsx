import { useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useRouteError } from "react-router";
import { CallError } from "#platform/call.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Button } from "#ui/button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { checkMissingCode, isMissingCode } from "./missing-code.ts";

/** Shown when a screen fails to render, so that the page is never blank. */
export function RouteError({ isWhole = false }: { isWhole?: boolean }) {
  const error = useRouteError();
  const { t } = useLingui();
  useEffect(() => console.error(error), [error]);
  const reload = () => location.reload();
  const isMissing = isMissingCode(error);
  const [isReachable, setReachable] = useState<boolean | null>(null);
  useEffect(() => {
    if (isMissing) void checkMissingCode().then(setReachable);
  }, [isMissing]);
  // Wait until it is known whether the server answers; the check has a time limit.
  if (isMissing && isReachable === null) return null;
  const body = isMissing ? (
    <EmptyState
      title={isReachable ? t`This page belongs to an older version` : t`Stoa can't be reached`}
      message={isReachable ? t`Reload to go on. Nothing you did is lost.` : t`Check your connection, then reload. Nothing you did is lost.`}
      action={
        <Button variant="primary" onPress={reload}>
          {t`Reload`}
        </Button>
      }
    />
  ) : (
    <ErrorState
      title={t`Something in this page failed`}
      safe={t`What you saved before is kept.`}
      next={t`Try again. If it keeps happening, tell a portal admin and name the request id.`}
      requestId={error instanceof CallError ? error.requestId : ""}
      onRetry={reload}
    />
  );
  const page = (
    <div className="page stack">
      <PageHeader title={isMissing && isReachable ? t`A new version is ready` : t`This page could not be shown`} />
      {body}
    </div>
  );
  return isWhole ? <main>{page}</main> : page;
}
