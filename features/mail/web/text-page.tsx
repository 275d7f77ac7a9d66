import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { PenLine, Undo2 } from "lucide-react";
import { useLocation, useParams } from "react-router";
import { useTextLanguages } from "#features/portal/web/use-text-languages.ts";
import { CallError } from "#platform/call.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { LinkTabs } from "#ui/link-tabs.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tag } from "#ui/tag.tsx";
import { textLanguages, type TextLanguage } from "../texts-contract.ts";
import { TextEditor } from "./text-editor.tsx";
import { textQuery, useSaveText } from "./texts-hooks.ts";
import "./mail.css";

const languageIn = (word: string | undefined): TextLanguage => textLanguages.find((one) => one === word) ?? "en";

const LetterWays = lazyPart(() => import("./letter-ways.tsx"));
const OverridePage = lazyPart(() => import("./override-page.tsx"));

/** The course or group that a letter is for, as the address names it; null for the letter of the portal. */
const overrideIn = (search: string): number | null => {
  const id = Number(new URLSearchParams(search).get("for") ?? "");
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, { search, params: { event = "", language } }) =>
  overrideIn(search) === null ? client.prefetchQuery(textQuery({ event, language: languageIn(language) })) : OverridePage.fetchAhead();

/** One letter in one language: of the portal, or of a course or a group. */
export default function EmailTextPage() {
  const { event = "", ...rest } = useParams();
  const { search } = useLocation();
  const language = languageIn(rest["language"]);
  const overrideId = overrideIn(search);
  return overrideId === null ? (
    <PortalText key={event} event={event} language={language} />
  ) : (
    <OverridePage key={overrideId} event={event} language={language} overrideId={overrideId} meanwhile={<Skeleton count={6} />} />
  );
}

/** The letter of the portal: its text, what it may name, a preview, a test, what was saved before (MAIL-2), and who is told in another way (MAIL-1). */
function PortalText({ event, language }: { event: string; language: TextLanguage }) {
  const { t } = useLingui();
  const { marked } = useTextLanguages();
  const save = useSaveText({ event, language });
  const query = useQuery(textQuery({ event, language }));
  const { data } = query;
  const isAbsent = query.error instanceof CallError && query.error.status === 404;
  return (
    <div className="page stack">
      <PageHeader
        title={data?.title ?? (isAbsent ? t`This email is not there` : t`Email`)}
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
        <EmptyState title={t`There is nothing to see`} action={<LinkButton to="/admin/emailTexts">{t`All emails`}</LinkButton>} />
      ) : query.isError && !data ? (
        <ErrorState
          title={t`The email could not be loaded`}
          safe={t`Nothing was changed.`}
          requestId={query.error instanceof CallError ? query.error.requestId : undefined}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <>
          <LinkTabs
            label={t`Language`}
            tabs={textLanguages.map((one) => ({ to: `/admin/emailTexts/${event}/${one}`, label: marked(one) }))}
          />
          <BusyRegion isBusy={!data} label={t`Loading the email`} skeleton={<Skeleton count={6} />}>
            {data && <TextEditor key={`${event} ${language}`} shown={data} save={save} />}
          </BusyRegion>
          <LetterWays event={event} language={language} />
        </>
      )}
    </div>
  );
}
