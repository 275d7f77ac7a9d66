import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "#ui/button.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Page } from "../contract.ts";
import { useRestoreVersion } from "./hooks.ts";

/** What was published of a page, each to be taken as the draft. */
export function VersionList({ page: { page, revision, versions }, isDirty }: { page: Page; isDirty: boolean }) {
  const { t, i18n } = useLingui();
  const restore = useRestoreVersion(page);
  if (versions.length === 0) return null;
  return (
    <section className="card pages-part" aria-labelledby="pages-versions">
      <h2 id="pages-versions">
        <Trans>Published before</Trans>
      </h2>
      <ul className="pages-versions">
        {versions.map(({ number, publishedAt, by }, nth) => (
          <li key={number}>
            <span>
              {by === null ? (
                <Trans>
                  What the page said at first, <Time instant={publishedAt} />
                </Trans>
              ) : (
                <Trans>
                  <Time instant={publishedAt} />, by <bdi>{by}</bdi>
                </Trans>
              )}
            </span>
            {nth === 0 ? (
              <span className="muted">
                <Trans>Shown now</Trans>
              </span>
            ) : (
              <Button
                size="s"
                isDisabled={restore.isPending || isDirty}
                aria-label={t`Take the text of ${i18n.date(new Date(publishedAt), { dateStyle: "long", timeStyle: "short" })} as the draft`}
                onPress={() =>
                  restore.mutate(
                    { number, revision },
                    {
                      onSuccess: () => toast({ tone: "success", title: t`It is the draft now`, message: t`Look at it, then publish it.` }),
                      onError: (error) => toast({ tone: "danger", title: t`Nothing was changed`, message: error.message }),
                    },
                  )
                }
              >
                <Trans>Take as the draft</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
