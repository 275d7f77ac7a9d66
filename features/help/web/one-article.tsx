import { Trans, useLingui } from "@lingui/react/macro";
import { Pencil, SearchX } from "lucide-react";
import { CallError } from "#platform/call.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ownId } from "../own-name.ts";
import { isBuiltIn, useArticle } from "./use-article.ts";
import { useMyArticles } from "./use-my-articles.ts";

const ArticleBody = lazyPart(() => import("./article-body.tsx"));

type Props = {
  name: string;
  back: { to: string; label: string };
  /** Where the article is changed; null for whoever does not write the help. */
  editAddress: string | null;
};

/** One article of the Help Center by its name, built in or of the portal. */
export function OneArticle(props: Props) {
  return isBuiltIn(props.name) || ownId(props.name) !== null ? <Found {...props} /> : <NoArticle back={props.back} />;
}

function NoArticle({ back }: Pick<Props, "back">) {
  const { t } = useLingui();
  return (
    <>
      <PageHeader title={t`Help Center`} back={back} />
      <EmptyState
        icon={SearchX}
        title={t`There is no such article`}
        message={t`Its name may have changed. Look for it among all articles.`}
      />
    </>
  );
}

function Found({ name, back, editAddress }: Props) {
  const { t } = useLingui();
  const mine = useMyArticles();
  const { query, builtIn, text, title, summary, isHidden, isLoading } = useArticle(name);
  const edit = editAddress !== null && (
    <LinkButton to={editAddress} icon={Pencil}>
      <Trans>Change this article</Trans>
    </LinkButton>
  );
  if (isHidden)
    return (
      <>
        <PageHeader title={title ?? t`Help Center`} back={back} actions={edit} />
        <EmptyState
          icon={SearchX}
          title={t`This portal does not show this article`}
          message={t`Look for another one among all articles.`}
        />
      </>
    );
  // What is built in is shown also where the portal's words cannot be asked for.
  if (!builtIn && query.error && !query.data) {
    if (query.error instanceof CallError && query.error.status === 404) return <NoArticle back={back} />;
    return (
      <>
        <PageHeader title={t`Help Center`} back={back} />
        <ErrorState title={t`The article could not be loaded`} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      </>
    );
  }
  const screen = isBuiltIn(name) ? mine.get(name) : undefined;
  return (
    <article>
      <PageHeader title={title ?? t`Help Center`} description={isLoading ? null : summary} back={back} actions={edit} />
      <BusyRegion isBusy={isLoading} label={t`Loading the help`} skeleton={<Skeleton count={6} />}>
        <ArticleBody
          name={name}
          builtIn={builtIn}
          text={text}
          helped={query.data?.helped}
          headingLevel={2}
          meanwhile={<Skeleton count={6} />}
        />
      </BusyRegion>
      {screen !== undefined && (
        <p className="help-opens">
          <LinkButton to={screen}>
            <Trans>Open this screen</Trans>
          </LinkButton>
        </p>
      )}
    </article>
  );
}
