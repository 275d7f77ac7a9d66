import { Trans, useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { MessageCircleQuestionMark, MonitorCheck, Pencil, SearchX } from "lucide-react";
import * as z from "zod/mini";
import { opens } from "#features/portal/lacking.ts";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { Link } from "#ui/link.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useUrlState } from "#ui/use-url-state.ts";
import { articleGroups, type ArticleGroup } from "../article.ts";
import { articles, type ArticleName } from "../articles.ts";
import { entriesOf, findArticles } from "../find-articles.ts";
import { askAddress, myQuestions } from "./article-address.ts";
import { helpQuery } from "./hooks.ts";
import { OneArticle } from "./one-article.tsx";
import RetakeTour from "./retake-tour.tsx";
import { usePartFocus } from "./use-part-focus.ts";
import { useMyArticles } from "./use-my-articles.ts";
import "./help.css";

const ComputerCheck = lazyPart(() => import("./computer-check.tsx"));
const HelpWriting = lazyPart(() => import("./help-writing.tsx"));

/** edit: "list", "new" or the name of the article that is changed. */
const shape = { article: z.string(), q: z.string(), check: z.enum(["", "computer"]), edit: z.string() };
const defaults: { article: string; q: string; check: "" | "computer"; edit: string } = { article: "", q: "", check: "", edit: "" };

const names = Object.keys(articles) as ArticleName[];

/** The articles of the Help Center (specification §2; HELP-1), about the screens that a person may open, and one article by its address. */
export function HelpPage() {
  const { t } = useLingui();
  const { state, set, href } = useUrlState(shape, defaults);
  const user = useSignedIn()?.User;
  const mayWrite = user !== undefined && opens({ access: ["Admin", "System"], needs: "change-settings" }, user);
  const isWriting = mayWrite && state.edit !== "";
  usePartFocus(state.check || (isWriting ? "edit" : state.article));
  const back = { to: href({ article: "", check: "", edit: "" }), label: t`All articles` };
  return (
    <div className="page">
      {state.check === "computer" ? (
        <>
          <PageHeader
            title={t`Check my computer`}
            description={t`Looks whether this browser has what the portal needs. A small window opens for a moment. What is found stays on this page.`}
            back={back}
            actions={
              <LinkButton to="/environment">
                <Trans>Environment</Trans>
              </LinkButton>
            }
          />
          <ComputerCheck />
        </>
      ) : isWriting ? (
        <>
          <PageHeader
            title={t`The help of this portal`}
            description={t`Hide built-in articles, say them in your own words, and add articles of your own. Everybody has what you change at once.`}
            back={back}
          />
          <HelpWriting edited={state.edit} onEdit={(edit) => set({ edit }, { replace: true })} meanwhile={<Skeleton count={8} />} />
        </>
      ) : state.article === "" ? (
        <ArticleList
          search={state.q}
          onSearch={(q) => set({ q }, { replace: true })}
          addressOf={(article) => href({ article })}
          checkAddress={href({ check: "computer" })}
          writingAddress={mayWrite ? href({ edit: "list" }) : null}
        />
      ) : (
        <OneArticle name={state.article} back={back} editAddress={mayWrite ? href({ article: "", edit: state.article }) : null} />
      )}
    </div>
  );
}

interface ListProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly addressOf: (article: string) => string;
  readonly checkAddress: string;
  /** Null for whoever does not write the help. */
  readonly writingAddress: string | null;
}

function ArticleList({ search, onSearch, addressOf, checkAddress, writingAddress }: ListProps) {
  const { t, i18n } = useLingui();
  const mine = useMyArticles();
  const query = useQuery(helpQuery(i18n.locale));
  const words: Record<ArticleGroup, string> = {
    everybody: t`For everybody`,
    authors: t`For authors`,
    staff: t`For authors, managers and administrators`,
    people: t`For managers and administrators`,
    admins: t`For administrators`,
    system: t`For system administrators`,
  };
  const open = names.filter((name) => mine.has(name));
  const found = findArticles(
    entriesOf(open, query.data?.rows ?? [], (text) => i18n._(text)),
    search,
  );
  const groups = [null, ...articleGroups].map((group) => ({ group, own: found.filter((entry) => entry.group === group) }));
  return (
    <>
      <PageHeader
        title={t`Help Center`}
        description={t`What the screens of this portal are for, and what you can do there.`}
        actions={
          <>
            {writingAddress !== null && (
              <LinkButton to={writingAddress} icon={Pencil}>
                <Trans>Write the help</Trans>
              </LinkButton>
            )}
            <RetakeTour />
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
      {/* Without an answer of the server the built-in articles are shown. */}
      <BusyRegion isBusy={query.isLoading} label={t`Loading the help`} skeleton={<Skeleton count={8} />}>
        <p role="status" className={search.trim() === "" ? "visually-hidden" : "muted"}>
          {search.trim() !== "" && t`${plural(found.length, { one: "# article", other: "# articles" })}`}
        </p>
        {query.isError && (
          <p className="muted">
            <Trans>What this portal says itself could not be loaded. These are the built-in articles.</Trans>
          </p>
        )}
        {found.length === 0 && (
          <EmptyState
            icon={SearchX}
            title={t`No article has these words`}
            message={t`Try fewer words, or other ones for the same thing.`}
          />
        )}
        <div className="stack-l help-groups">
          {groups.map(
            ({ group, own }) =>
              own.length > 0 && (
                <section key={group} aria-labelledby={`help-${group ?? "own"}`}>
                  <h2 id={`help-${group ?? "own"}`}>{group === null ? t`From this portal` : words[group]}</h2>
                  <ul className="card help-list">
                    {own.map(({ article, title, summary, language }) => (
                      <li key={article} {...(language !== null && { lang: language })}>
                        <Link to={addressOf(article)}>
                          <bdi>{title}</bdi>
                        </Link>
                        <p className="muted">
                          <bdi>{summary}</bdi>
                        </p>
                      </li>
                    ))}
                  </ul>
                </section>
              ),
          )}
        </div>
      </BusyRegion>
    </>
  );
}
