import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useState } from "react";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Time } from "#ui/time.tsx";
import { toast } from "#ui/toast.ts";
import type { Brand } from "../brand.ts";
import type { Branding } from "../contract.ts";
import type { BrandWork } from "./hooks.ts";
import "./branding.css";

interface BrandPageProps<Data extends Branding> {
  title: string;
  description: ReactNode;
  /** The page that it belongs to, instead of the tabs of the section. */
  back?: { to: string; label: string };
  work: BrandWork<Data>;
  /** What is said of a look that is none of the portal's. */
  words?: Partial<BrandWords>;
  children: (work: BrandWork<Data> & { brand: Brand; data: Data }) => ReactNode;
}

interface BrandWords {
  /** While there is no draft. */
  shown: string;
  /** After publishing. */
  published: string;
  /** How it was before the first look was published. */
  first: string;
}

/** A page on which a look is worked on: a draft that is saved by itself, shown to nobody until it is published; what was published can be restored. */
export function BrandPage<Data extends Branding>({ title, description, back, work, children, ...props }: BrandPageProps<Data>) {
  const { t } = useLingui();
  const { query, brand } = work;
  const words: BrandWords = {
    shown: t`This is what everybody sees. What you change is a draft first.`,
    published: t`Everybody sees the new look now`,
    first: t`How the portal looked at first`,
    ...props.words,
  };
  return (
    <div className="page stack">
      <PageHeader title={title} description={description} back={back} />
      {!back && <SectionTabs of="portal" />}
      <BusyRegion isBusy={query.isPending} label={t`Loading this look`} skeleton={<Skeleton count={6} />}>
        {query.error && !query.data && (
          <ErrorState
            title={t`This look could not be loaded`}
            safe={t`Nothing was changed.`}
            next={query.error.message}
            requestId={query.error instanceof CallError ? query.error.requestId : ""}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        {query.data && brand && (
          <div className="stack">
            <DraftBar work={work} words={words} />
            {children({ ...work, brand, data: query.data })}
            <Versions work={work} data={query.data} words={words} />
          </div>
        )}
      </BusyRegion>
    </div>
  );
}

/** What both need of the work, whoever's look it is. */
type Work = Pick<BrandWork, "isDraft" | "isSaving" | "problem" | "reload"> & {
  readonly publish: { isPending: boolean; mutate: (input: undefined, after: { onSuccess: () => void }) => void };
  readonly discard: { isPending: boolean; mutate: () => void };
  readonly restore: { isPending: boolean; mutate: (versionId: number) => void };
};

/** Whether there is a draft, and what becomes of it. */
function DraftBar({ work, words }: { work: Work; words: BrandWords }) {
  const { t } = useLingui();
  const { isDraft, isSaving, problem, publish, discard } = work;
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      {problem && (
        <Banner
          tone="danger"
          role="alert"
          title={t`The last change was not kept`}
          action={<Button onPress={work.reload}>{t`Load again`}</Button>}
        >
          <p>{problem.message}</p>
        </Banner>
      )}
      <section className="card brand-draft" aria-label={t`Draft`}>
        <p role="status">
          {!isDraft ? (
            words.shown
          ) : isSaving ? (
            <Trans>The draft is being saved.</Trans>
          ) : (
            <Trans>The draft is saved. Nobody sees it before it is published.</Trans>
          )}
        </p>
        <span className="row">
          <Button
            isDisabled={!isDraft || isSaving}
            isPending={discard.isPending}
            pendingLabel={t`Discarding`}
            onPress={() => setIsAsking(true)}
          >
            <Trans>Discard the draft</Trans>
          </Button>
          <Button
            variant="primary"
            isDisabled={!isDraft || isSaving}
            isPending={publish.isPending}
            pendingLabel={t`Publishing`}
            onPress={() => publish.mutate(undefined, { onSuccess: () => toast({ title: words.published, tone: "success" }) })}
          >
            <Trans>Publish</Trans>
          </Button>
        </span>
      </section>
      <ConfirmDialog
        isOpen={isAsking}
        tone="danger"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false);
          discard.mutate();
        }}
      >
        <p>
          <Trans>Discard the draft? Everything that was changed since the look was published is lost.</Trans>
        </p>
      </ConfirmDialog>
    </>
  );
}

/** What was published, each to be taken as the draft. */
function Versions({ work, data, words }: { work: Work; data: Branding; words: BrandWords }) {
  const { t, i18n } = useLingui();
  if (data.versions.length === 0) return null;
  return (
    <section className="card brand-part" aria-labelledby="brand-versions">
      <h2 id="brand-versions">
        <Trans>Published before</Trans>
      </h2>
      <ul className="brand-versions">
        {data.versions.map(({ id, publishedAt, by }, index) => (
          <li key={id}>
            <span>
              <Time instant={publishedAt} /> {by === null ? words.first : <bdi>{by}</bdi>}
            </span>
            {index === 0 ? (
              <span className="muted">
                <Trans>Shown now</Trans>
              </span>
            ) : (
              <Button
                size="s"
                isDisabled={work.restore.isPending}
                aria-label={t`Take the look of ${i18n.date(new Date(publishedAt), { dateStyle: "long", timeStyle: "short" })} as the draft`}
                onPress={() => work.restore.mutate(id)}
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
