import { useLingui } from "@lingui/react/macro";
import type { QuickLinkIcon } from "#features/portal/quick-link-icons.ts";
import { languages } from "#platform/languages.ts";
import type { QuickLinkState, QuickLinkTerms } from "../contract.ts";

/** Words of quick links: what their pictures show, and a title in the language of whoever reads. */
export function useQuickLinkWords() {
  const { t, i18n } = useLingui();
  const icon: Record<QuickLinkIcon, string> = {
    link: t`Link`,
    book: t`Book`,
    calendar: t`Calendar`,
    chat: t`Conversation`,
    document: t`Document`,
    globe: t`Globe`,
    health: t`Health`,
    help: t`Question mark`,
    mail: t`Letter`,
    map: t`Map`,
    news: t`Newspaper`,
    people: t`People`,
    phone: t`Phone`,
    safety: t`Safety`,
    tools: t`Tools`,
    video: t`Video`,
  };
  const state: Record<QuickLinkState, string> = { scheduled: t`Scheduled`, shown: t`Shown now`, over: t`Over` };
  const language = (id: string) => new Intl.DisplayNames([i18n.locale], { type: "language" }).of(id) ?? id;
  const titleOf = ({ titles }: Pick<QuickLinkTerms, "titles">) => {
    const own = languages.find((one) => one === i18n.locale);
    return (own && titles[own]) ?? titles.en ?? titles.de ?? "";
  };
  return { icon, state, language, titleOf };
}
