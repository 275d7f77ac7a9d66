import { Trans, useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { MessageCircleQuestionMark, MonitorCheck, SearchX } from "lucide-react";
import * as z from "zod/mini";
import { EmptyState } from "#ui/empty-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Link } from "#ui/link.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import { articleGroups, type ArticleGroup } from "../article.ts";
import { articles, type ArticleName } from "../articles.ts";
import { findArticles } from "../find-articles.ts";
import { askAddress, myQuestions } from "./article-address.ts";
import { ArticleParts } from "./article-parts.tsx";
import { ComputerCheck } from "./computer-check.tsx";
import { usePartFocus } from "./use-part-focus.ts";
import { useMyArticles } from "./use-my-articles.ts";
import "./help.css";

const shape = { article: z.string(), q: z.string(), check: z.enum(["", "computer"]) };
const defaults: { article: string; q: string; check: "" | "computer" } = { article: "", q: "", check: "" };

const names = Object.keys(articles) as ArticleName[];
const isName = (name: string): name is ArticleName => Object.hasOwn(articles, name);

/** The articles of the Help Center (specification §2; HELP-1), about the screens that a person may open, and one article by its address. */
export function HelpPage() {
  const { t } = useLingui();
  const { state, set, href } = useUrlState(shape, defaults);
  usePartFocus(state.check || state.article);
  const back = { to: href({ article: "", check: "" }), label: t`All articles` };
  return (
    <div className="page">
      {state.check === "computer" ? (
        <ComputerCheck back={back} />
      ) : state.article === "" ? (
        <ArticleList
          search={state.q}
          onSearch={(q) => set({ q }, { replace: true })}
          addressOf={(article) => href({ article })}
          checkAddress={href({ check: "computer" })}
        />
      ) : isName(state.article) ? (
        <OneArticle name={state.article} back={back} />
      ) : (
        <>
          <PageHeader title={t`Help Center`} back={back} />
          <EmptyState
            icon={SearchX}
            title={t`There is no such article`}
            message={t`Its name may have changed. Look for it among all articles.`}
          />
        </>
      )}
    </div>
  );
}

interface ListProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly addressOf: (article: ArticleName) => string;
  readonly checkAddress: string;
}

function ArticleList({ search, onSearch, addressOf, checkAddress }: ListProps) {
  const { t, i18n } = useLingui();
  const mine = useMyArticles();
  const words: Record<ArticleGroup, string> = {
    everybody: t`For everybody`,
    authors: t`For authors`,
    staff: t`For authors, managers and administrators`,
    people: t`For managers and administrators`,
    admins: t`For administrators`,
    system: t`For system administrators`,
  };
  const open = names.filter((name) => mine.has(name));
  const found = findArticles(open, search, (text) => i18n._(text));
  const groups = articleGroups.map((group) => ({ group, own: found.filter((name) => articles[name].group === group) }));
  return (
    <>
      <PageHeader
        title={t`Help Center`}
        description={t`What the screens of this portal are for, and what you can do there.`}
        actions={
          <>
            <LinkButton to={checkAddress} icon={MonitorCheck}>
              <Trans>Check my computer</Trans>
            </LinkButton>
            <LinkButton to={myQuestions}>
              <Trans>My questions</Trans>
            </LinkButton>
            <LinkButton variant="primary" to={askAddress()} icon={MessageCircleQuestionMark}>
              <Trans>Ask for help</Trans>
            </LinkButton>
          </>
        }
      />
      <div className="help-search">
        <SearchField label={t`Search the help`} value={search} onChange={onSearch} />
      </div>
      <p role="status" className={search.trim() === "" ? "visually-hidden" : "muted"}>
        {search.trim() !== "" && t`${plural(found.length, { one: "# article", other: "# articles" })}`}
      </p>
      {found.length === 0 && (
        <EmptyState icon={SearchX} title={t`No article has these words`} message={t`Try fewer words, or other ones for the same thing.`} />
      )}
      <div className="stack-l help-groups">
        {groups.map(
          ({ group, own }) =>
            own.length > 0 && (
              <section key={group} aria-labelledby={`help-${group}`}>
                <h2 id={`help-${group}`}>{words[group]}</h2>
                <ul className="card help-list">
                  {own.map((name) => (
                    <li key={name}>
                      <Link to={addressOf(name)}>{i18n._(articles[name].title)}</Link>
                      <p className="muted">{i18n._(articles[name].summary)}</p>
                    </li>
                  ))}
                </ul>
              </section>
            ),
        )}
      </div>
    </>
  );
}

function OneArticle({ name, back }: { name: ArticleName; back: { to: string; label: string } }) {
  const { i18n } = useLingui();
  const article = articles[name];
  const screen = useMyArticles().get(name);
  return (
    <article>
      <PageHeader title={i18n._(article.title)} description={i18n._(article.summary)} back={back} />
      <ArticleParts article={article} headingLevel={2} />
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
