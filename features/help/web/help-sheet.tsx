import { Trans, useLingui } from "@lingui/react/macro";
import { useLocation } from "react-router";
import { BusyRegion } from "#ui/busy-region.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Sheet } from "#ui/sheet.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { ArticleName } from "../articles.ts";
import ArticleBody from "./article-body.tsx";
import { articleAddress, askAddress, helpCenter } from "./article-address.ts";
import { useArticle } from "./use-article.ts";

/** The article of the screen that is open, beside it. */
export default function HelpSheet({ article: name, onClose }: { article: ArticleName; onClose: () => void }) {
  const { t } = useLingui();
  const { query, builtIn, text, title, summary, isHidden, isLoading } = useArticle(name);
  const { pathname, search } = useLocation();
  return (
    <Sheet
      title={isHidden ? t`Help` : (title ?? "")}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <LinkButton to={askAddress(pathname + search)} onClick={onClose}>
            <Trans>Ask for help</Trans>
          </LinkButton>
          <LinkButton to={isHidden ? helpCenter : articleAddress(name)} onClick={onClose}>
            <Trans>Open in the Help Center</Trans>
          </LinkButton>
        </>
      }
    >
      <BusyRegion isBusy={isLoading} label={t`Loading the help`} skeleton={<Skeleton count={6} />}>
        {isHidden ? (
          <p>
            <Trans>This portal has no article about this screen.</Trans>
          </p>
        ) : (
          <>
            {summary !== null && <p>{summary}</p>}
            <ArticleBody name={name} builtIn={builtIn} text={text} helped={query.data?.helped} headingLevel={3} />
          </>
        )}
      </BusyRegion>
    </Sheet>
  );
}
