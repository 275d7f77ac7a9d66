import { useLingui } from "@lingui/react/macro";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { call } from "#platform/call.ts";
import type { Result } from "#platform/contract.ts";
import { languages } from "#platform/languages.ts";
import { toast } from "#ui/toast.ts";
import * as api from "../../translation-contract.ts";
import { draftQuery, useRenewDraft } from "../hooks.ts";
import { openKeptTexts, TextSaver } from "./text-saver.ts";

export type Target = (typeof languages)[number];

/** The languages of a course, and how far each of its parts is translated. */
export const translationsQuery = (courseId: number) =>
  queryOptions({
    queryKey: ["editor", "translations", courseId],
    queryFn: ({ signal }) => call(api.listTranslations, { params: { courseId } }, { signal }),
    refetchOnMount: "always",
  });

/** The texts of a part with their translations. */
export const textsQuery = (courseId: number, language: Target, pageId: string | null) =>
  queryOptions({
    queryKey: ["editor", "texts", courseId, language, pageId],
    queryFn: ({ signal }) => call(api.readTexts, { params: { courseId, language }, query: pageId === null ? {} : { pageId } }, { signal }),
    refetchOnMount: "always",
    gcTime: 0,
  });

type Texts = Result<typeof api.readTexts>;
type Translations = Result<typeof api.listTranslations>;

/** How far the texts of a part are translated. */
const countsOf = ({ texts }: Texts) => ({
  total: texts.length,
  translated: texts.filter(({ translation }) => translation !== null).length,
  stale: texts.filter(({ madeFrom }) => madeFrom !== null).length,
});

/** Saves what somebody translates into a language; the saver stays as long as the language does. */
export function useTextSaver(courseId: number, language: Target) {
  const { t } = useLingui();
  const client = useQueryClient();
  const renew = useRenewDraft(courseId);
  const environment = useSignedIn();
  const userKey = `${environment?.Portal.id ?? 0}:${environment?.User.Id ?? 0}`;
  const saver = useMemo(
    () =>
      new TextSaver(
        async ({ pageId, key, source, was, value }) =>
          (await call(api.saveText, { params: { courseId, language }, body: { pageId, key, source, was, value } })).translation,
        openKeptTexts(userKey, courseId, language),
        ({ pageId, key, value }) => {
          const next = client.setQueryData<Texts>(
            textsQuery(courseId, language, pageId).queryKey,
            (data) =>
              data && { texts: data.texts.map((text) => (text.key === key ? { ...text, translation: value, madeFrom: null } : text)) },
          );
          if (next)
            client.setQueryData<Translations>(
              translationsQuery(courseId).queryKey,
              (data) => data && withCounts(data, language, pageId, next),
            );
          // Whether the draft differs from its version is asked once.
          if (!client.getQueryData(draftQuery(courseId).queryKey)?.hasChanges) void renew().catch(() => undefined);
        },
        ({ message }) => toast({ tone: "danger", title: t`A translation was not saved`, message }),
      ),
    [client, userKey, courseId, language, renew, t],
  );
  useEffect(() => {
    void saver.resume();
    return () => saver.flush();
  }, [saver]);
  return { saver, unsaved: useSyncExternalStore(saver.subscribe, () => saver.texts) };
}

const withCounts = (data: Translations, language: Target, pageId: string | null, texts: Texts): Translations => ({
  ...data,
  languages: data.languages.map((one) =>
    one.language === language
      ? { ...one, parts: one.parts.map((part) => (part.pageId === pageId ? { pageId, ...countsOf(texts) } : part)) }
      : one,
  ),
});

/** Adds a language, or says whether learners get it. */
export function useChangeLanguage(courseId: number) {
  const client = useQueryClient();
  const renew = useRenewDraft(courseId);
  return useMutation({
    mutationFn: ({ language, isOffered }: { language: Target; isOffered: boolean }) =>
      call(api.changeLanguage, { params: { courseId, language }, body: { isOffered } }),
    onSuccess: () =>
      Promise.all([client.invalidateQueries({ queryKey: translationsQuery(courseId).queryKey }), renew().catch(() => undefined)]),
  });
}

/** Removes a language with its translations. */
export function useRemoveLanguage(courseId: number) {
  const client = useQueryClient();
  const renew = useRenewDraft(courseId);
  return useMutation({
    mutationFn: (language: Target) => call(api.removeLanguage, { params: { courseId, language } }),
    onSuccess: () =>
      Promise.all([client.invalidateQueries({ queryKey: translationsQuery(courseId).queryKey }), renew().catch(() => undefined)]),
  });
}
