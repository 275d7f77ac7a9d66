import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { plural } from "@lingui/core/macro";
import { ArchiveRestore, CircleAlert, Eye, EyeOff, FilePen, Pencil, Plus, Send, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { CallError } from "#platform/call.ts";
import { languages } from "#platform/languages.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { OrderedList } from "#ui/ordered-list.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import { toast } from "#ui/toast.ts";
import { articles, type ArticleName } from "../articles.ts";
import { builtInMark } from "../built-in-mark.ts";
import { ownId } from "../own-name.ts";
import { mostArticles, type ArticleChange, type WritingRow } from "../writing-contract.ts";
import { ArticleForm } from "./article-form.tsx";
import { useMyArticles } from "./use-my-articles.ts";
import { useChangeArticle, useHideBuiltIn, useOrderArticles, writingQuery } from "./writing-hooks.ts";
import "./help-writing.css";

const names = Object.keys(articles) as ArticleName[];

type Props = {
  /** "list", "new", or the name of the article whose form is open. */
  edited: string;
  onEdit: (edited: string) => void;
};

/** Writing the portal's help, below its title: its own articles in their order, and the built-in ones, hidden or in its words (HELP-1). */
export default function HelpWriting({ edited, onEdit }: Props) {
  const { t } = useLingui();
  const query = useQuery(writingQuery);
  const { data } = query;
  const rows = data?.rows ?? [];
  const isKnown = edited === "new" || Object.hasOwn(articles, edited) || rows.some(({ article }) => article === edited);
  const close = () => onEdit("list");
  return (
    <>
      <BusyRegion isBusy={query.isPending} label={t`Loading the help`} skeleton={<Skeleton count={8} />}>
        {query.error && !data && (
          <ErrorState
            title={t`The help could not be loaded`}
            safe={t`Nothing was changed.`}
            requestId={query.error instanceof CallError ? query.error.requestId : ""}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        {data && (
          <div className="stack-l help-writing">
            <OwnArticles rows={rows.filter(({ article }) => ownId(article) !== null)} onEdit={onEdit} />
            <BuiltInArticles rows={rows} onEdit={onEdit} />
          </div>
        )}
      </BusyRegion>
      {data && isKnown && <ArticleForm key={edited} name={edited} onClose={close} />}
    </>
  );
}

/** How many people an article helped, without who. */
function Counts({ row }: { row: WritingRow | undefined }) {
  const { t } = useLingui();
  const { helped, didNot } = row ?? { helped: 0, didNot: 0 };
  if (helped + didNot === 0) return null;
  return (
    <span className="muted small">
      {t`${plural(helped, { one: "It helped # person", other: "It helped # people" })}`}
      {" · "}
      {t`${plural(didNot, { one: "it did not help # person", other: "it did not help # people" })}`}
    </span>
  );
}

function OwnArticles({ rows, onEdit }: { rows: readonly WritingRow[]; onEdit: (edited: string) => void }) {
  const { t, i18n } = useLingui();
  const change = useChangeArticle();
  const order = useOrderArticles();
  const kept = rows.filter(({ state }) => state !== "deleted").map((row) => ({ ...row, id: ownId(row.article) ?? 0 }));
  const deleted = rows.filter(({ state }) => state === "deleted").map((row) => ({ ...row, id: ownId(row.article) ?? 0 }));
  const titleOf = ({ titles }: WritingRow) => titles[languages.find((one) => one === i18n.locale) ?? "en"] ?? titles.en ?? titles.de ?? "";
  const roleWords = { Author: t`Authors`, Manager: t`Managers`, Admin: t`Administrators` };
  const done: Record<ArticleChange, string> = {
    publish: t`The article was published`,
    withdraw: t`The article was taken back`,
    delete: t`The article was deleted`,
    restore: t`The article is back`,
  };
  const ask = (articleId: number, what: ArticleChange) =>
    change.mutate(
      { articleId, change: what },
      {
        onSuccess: () =>
          toast({
            tone: "success",
            title: done[what],
            ...(what === "delete" && { action: { label: t`Undo`, onPress: () => ask(articleId, "restore") } }),
          }),
        onError: (error) => toast({ tone: "danger", title: t`The article was not changed`, message: error.message }),
      },
    );
  return (
    <section aria-labelledby="help-own-ones" className="stack">
      <div className="row help-writing-head">
        <h2 id="help-own-ones">
          <Trans>Articles of this portal</Trans>
        </h2>
        {kept.length < mostArticles && (
          <Button variant="primary" icon={Plus} onPress={() => onEdit("new")}>
            <Trans>Add an article</Trans>
          </Button>
        )}
      </div>
      {kept.length === 0 ? (
        <p className="muted">
          <Trans>None yet. Say what is special here: whom to ask, where things are, how you do something.</Trans>
        </p>
      ) : (
        <OrderedList
          label={t`Articles of this portal in their order`}
          items={kept}
          nameOf={titleOf}
          onOrder={(ids) =>
            order.mutate(ids, {
              onError: (error) => toast({ tone: "danger", title: t`The order was not changed`, message: error.message }),
            })
          }
          renderActions={(row) => {
            const name = titleOf(row);
            return (
              <>
                {row.state === "draft" ? (
                  <IconButton icon={Send} label={t`Publish: ${name}`} onPress={() => ask(row.id, "publish")} />
                ) : (
                  <IconButton icon={EyeOff} label={t`Take back: ${name}`} onPress={() => ask(row.id, "withdraw")} />
                )}
                <IconButton icon={Pencil} label={t`Change: ${name}`} onPress={() => onEdit(row.article)} />
                <IconButton icon={Trash2} label={t`Delete: ${name}`} onPress={() => ask(row.id, "delete")} />
              </>
            );
          }}
        >
          {(row) => (
            <ArticleFacts title={titleOf(row)} row={row}>
              {row.state === "draft" && <Tag icon={FilePen}>{t`Draft`}</Tag>}
              <span className="muted small">
                {row.roles.length === 0 ? t`For everybody` : row.roles.map((role) => roleWords[role]).join(", ")}
              </span>
            </ArticleFacts>
          )}
        </OrderedList>
      )}
      {deleted.length > 0 && (
        <ul className="card help-list" aria-label={t`Deleted articles`}>
          {deleted.map((row) => {
            const name = titleOf(row);
            return (
              <li key={row.id} className="help-writing-row">
                <ArticleFacts title={name} row={row}>
                  <Tag icon={Trash2}>{t`Deleted`}</Tag>
                </ArticleFacts>
                <IconButton icon={ArchiveRestore} label={t`Bring back: ${name}`} onPress={() => ask(row.id, "restore")} />
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}

function ArticleFacts({ title, row, children }: { title: string; row: WritingRow | undefined; children: ReactNode }) {
  return (
    <div className="help-writing-facts">
      <strong>
        <bdi>{title}</bdi>
      </strong>
      <span className="row">
        {children}
        <Counts row={row} />
      </span>
    </div>
  );
}

function BuiltInArticles({ rows, onEdit }: { rows: readonly WritingRow[]; onEdit: (edited: string) => void }) {
  const { t, i18n } = useLingui();
  const mine = useMyArticles();
  const hide = useHideBuiltIn();
  const known = new Map(rows.map((row) => [row.article, row]));
  const ask = (article: string, isHidden: boolean) =>
    hide.mutate(
      { article, isHidden },
      {
        onSuccess: () =>
          toast({
            tone: "success",
            title: isHidden ? t`The article is hidden` : t`The article is shown again`,
            action: { label: t`Undo`, onPress: () => ask(article, !isHidden) },
          }),
        onError: (error) => toast({ tone: "danger", title: t`The article was not changed`, message: error.message }),
      },
    );
  return (
    <section aria-labelledby="help-built-in-ones" className="stack">
      <h2 id="help-built-in-ones">
        <Trans>Built-in articles</Trans>
      </h2>
      <ul className="card help-list">
        {names
          .filter((name) => mine.has(name))
          .map((name) => {
            const row = known.get(name);
            const title = i18n._(articles[name].title);
            const isHidden = row?.isHidden ?? false;
            const isWritten = row !== undefined && languages.some((language) => row.titles[language] !== null);
            return (
              <li key={name} className="help-writing-row">
                <ArticleFacts title={title} row={row}>
                  {isHidden && <Tag icon={EyeOff}>{t`Hidden`}</Tag>}
                  {isWritten && <Tag icon={Pencil} tone="info">{t`In your words`}</Tag>}
                  {isWritten && row.builtIn !== builtInMark(articles[name]) && (
                    <Tag icon={CircleAlert} tone="warning">{t`Built-in text has changed`}</Tag>
                  )}
                </ArticleFacts>
                <span className="row">
                  {isHidden ? (
                    <IconButton icon={Eye} label={t`Show again: ${title}`} onPress={() => ask(name, false)} />
                  ) : (
                    <IconButton icon={EyeOff} label={t`Hide: ${title}`} onPress={() => ask(name, true)} />
                  )}
                  <IconButton icon={Pencil} label={t`Change: ${title}`} onPress={() => onEdit(name)} />
                </span>
              </li>
            );
          })}
      </ul>
    </section>
  );
}
