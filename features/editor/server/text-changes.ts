import type { Content } from "#features/courses/content.ts";
import type { Translations } from "#features/courses/server/service.ts";
import { same } from "#platform/same.ts";
import type { LanguageChanges } from "../translation-contract.ts";
import { partsOfContent } from "./translations.ts";

/** What a version says, and what it says in other languages. */
interface Side {
  readonly content: Content;
  readonly translations: Translations;
}

/** How many changes of a language are listed; the rest is counted. */
const mostListed = 300;

/** What learners get in other languages by the later of two versions and not by the earlier one, or otherwise. Of texts that are no longer there, nothing is said. */
export function changedTexts(from: Side, to: Side): LanguageChanges[] {
  const languages = [...new Set([...Object.keys(from.translations), ...Object.keys(to.translations)])].toSorted();
  const parts = partsOfContent(to.content);
  return languages.flatMap((language): LanguageChanges[] => {
    const [before, after] = [from.translations[language], to.translations[language]];
    if (!after) return [{ language, state: "removed", total: 0, changes: [] }];
    const changes = parts.flatMap(({ page, texts }) =>
      texts.flatMap(({ value: _source, ...text }) => {
        const [was, is] = [before?.[text.key] ?? null, after[text.key] ?? null];
        return same(was, is) ? [] : [{ ...text, places: [...text.places], page: page?.title ?? null, before: was, after: is }];
      }),
    );
    if (before && changes.length === 0) return [];
    return [{ language, state: before ? "changed" : "added", total: changes.length, changes: changes.slice(0, mostListed) }];
  });
}
