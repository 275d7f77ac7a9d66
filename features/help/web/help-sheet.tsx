import { Trans, useLingui } from "@lingui/react/macro";
import { useLocation } from "react-router";
import { LinkButton } from "#ui/link-button.tsx";
import { Sheet } from "#ui/sheet.tsx";
import { articles, type ArticleName } from "../articles.ts";
import { ArticleParts } from "./article-parts.tsx";
import { articleAddress, askAddress } from "./article-address.ts";

/** The article of the screen that is open, beside it. */
export default function HelpSheet({ article: name, onClose }: { article: ArticleName; onClose: () => void }) {
  const { i18n } = useLingui();
  const article = articles[name];
  const { pathname, search } = useLocation();
  return (
    <Sheet
      title={i18n._(article.title)}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      footer={
        <>
          <LinkButton to={askAddress(pathname + search)} onClick={onClose}>
            <Trans>Ask for help</Trans>
          </LinkButton>
          <LinkButton to={articleAddress(name)} onClick={onClose}>
            <Trans>Open in the Help Center</Trans>
          </LinkButton>
        </>
      }
    >
      <p>{i18n._(article.summary)}</p>
      <ArticleParts article={article} headingLevel={3} />
    </Sheet>
  );
}
