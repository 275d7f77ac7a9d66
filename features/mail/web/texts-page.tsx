import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Download, PenLine } from "lucide-react";
import { useTextLanguages } from "#features/portal/web/use-text-languages.ts";
import { CallError } from "#platform/call.ts";
import { languageOf } from "#platform/languages.ts";
import { exportPath } from "#platform/list/list.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { DataTable, type Column } from "#ui/data-table.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { Icon } from "#ui/icon.tsx";
import { Link } from "#ui/link.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import { listMailTexts, textLanguages, type TextLanguage, type TextRow } from "../texts-contract.ts";
import { textsQuery } from "./texts-hooks.ts";
import { useLanguageName } from "#ui/use-language-name.ts";
import "./mail.css";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(textsQuery);

/** The letter, whether it is sent, and its text in each language. */
function useTextColumns(): readonly Column<TextRow>[] {
  const { t, i18n } = useLingui();
  const { marked } = useTextLanguages();
  const own = languageOf(i18n.locale) === "de" ? "de" : "en";
  return [
    {
      id: "letter",
      header: t`Email`,
      isRowHeader: true,
      card: "title",
      cell: ({ event, title }) => <Link to={`/admin/emailTexts/${event}/${own}`}>{title}</Link>,
    },
    {
      id: "told",
      header: t`Sent`,
      card: "line",
      cell: ({ isMandatory, isOff }) => (isMandatory ? t`Always: it protects accounts` : isOff ? t`Switched off` : t`On`),
    },
    ...textLanguages.map((language): Column<TextRow> => ({
      id: language,
      header: marked(language),
      card: "line",
      cell: (row) => <TextState row={row} language={language} />,
    })),
    {
      id: "overrides",
      header: t`Courses and groups`,
      card: "line",
      cell: ({ overrides }) =>
        overrides === 0 ? t`As the portal` : t`${plural(overrides, { one: "# in its own way", other: "# in their own way" })}`,
    },
  ];
}

/** Whose text a letter has in a language, as the link to it. */
function TextState({ row: { event, title, own }, language }: { row: TextRow; language: TextLanguage }) {
  const { t } = useLingui();
  const name = useLanguageName()(language);
  const isOwn = own.some((one) => one.language === language);
  const state = isOwn ? t`Own text` : t`Inherited`;
  return (
    <Link className="mail-text-state" to={`/admin/emailTexts/${event}/${language}`} aria-label={`${title}, ${name}: ${state}`}>
      {isOwn ? (
        <Tag icon={PenLine} tone="info">
          {state}
        </Tag>
      ) : (
        state
      )}
    </Link>
  );
}

/** The letters of a portal: what mail tells of, each with its text in each language, of the product or of the portal's own (MAIL-1). */
export default function EmailTextsPage() {
  const { t } = useLingui();
  const query = useQuery(textsQuery);
  const { data } = query;
  const columns = useTextColumns();
  return (
    <div className="page stack">
      <PageHeader
        title={t`Email Texts`}
        description={t`What emails of this portal say. A text that is inherited is the one of the product.`}
        back={{ to: "/admin/emailSettings", label: t`Email Settings` }}
        actions={
          <a className="ui-button" href={exportPath(listMailTexts.path)} download>
            <Icon of={Download} />
            <Trans>Export own texts</Trans>
          </a>
        }
      />
      {query.isError && !data ? (
        <ErrorState
          title={t`The emails could not be loaded`}
          safe={t`Nothing was changed.`}
          requestId={query.error instanceof CallError ? query.error.requestId : undefined}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <BusyRegion isBusy={!data} label={t`Loading the emails`} skeleton={<Skeleton count={8} />}>
          {data && (
            <div className="card">
              <DataTable label={t`Emails`} columns={columns} rows={data.rows} rowId={({ event }) => event} />
            </div>
          )}
        </BusyRegion>
      )}
    </div>
  );
}
