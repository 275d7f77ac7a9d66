import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { PenLine, Undo2 } from "lucide-react";
import { useParams } from "react-router";
import { CallError } from "#platform/call.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import { textLanguages, type TextLanguage } from "../texts-contract.ts";
import { TextEditor } from "./text-editor.tsx";
import { textQuery } from "./texts-hooks.ts";
import { useLanguageName } from "#ui/use-language-name.ts";
import "./mail.css";

const languageIn = (word: string | undefined): TextLanguage => textLanguages.find((one) => one === word) ?? "en";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, { params: { event = "", language } }) =>
  client.prefetchQuery(textQuery({ event, language: languageIn(language) }));

/** One letter in one language: its text, what it may name, a preview, a test, and what was saved before (MAIL-2). */
export default function EmailTextPage() {
  const { t } = useLingui();
  const { event = "", ...rest } = useParams();
  const language = languageIn(rest["language"]);
  const languageName = useLanguageName();
  const query = useQuery(textQuery({ event, language }));
  const { data } = query;
  const isAbsent = query.error instanceof CallError && query.error.status === 404;
  return (
    <div className="page stack">
      <PageHeader
        title={data?.title ?? (isAbsent ? t`This letter is not there` : t`Letter`)}
        back={{ to: "/admin/emailTexts", label: t`Email Texts` }}
        {...(data && {
          meta: data.text ? (
            <Tag icon={PenLine} tone="info">
              {t`Own text`}
            </Tag>
          ) : (
            <Tag icon={Undo2}>{t`Inherited`}</Tag>
          ),
          description: data.isMandatory
            ? t`It protects accounts, so it is always sent, and its text keeps the button.`
            : data.isOff
              ? t`Mail does not tell of it in this portal at present.`
              : t`Each person chooses whether to get it by email.`,
        })}
      />
      {isAbsent ? (
        <EmptyState title={t`There is nothing to see`} action={<LinkButton to="/admin/emailTexts">{t`All letters`}</LinkButton>} />
      ) : query.isError && !data ? (
        <ErrorState
          title={t`The letter could not be loaded`}
          safe={t`Nothing was changed.`}
          requestId={query.error instanceof CallError ? query.error.requestId : undefined}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <>
          <LinkTabs
            label={t`Language`}
            tabs={textLanguages.map((one) => ({ to: `/admin/emailTexts/${event}/${one}`, label: languageName(one) }))}
          />
          <BusyRegion isBusy={!data} label={t`Loading the letter`} skeleton={<Skeleton count={6} />}>
            {data && <TextEditor key={`${event} ${language}`} shown={data} />}
          </BusyRegion>
        </>
      )}
    </div>
  );
}
