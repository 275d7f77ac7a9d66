import { Trans, useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { Button } from "#ui/button.tsx";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { Catalog } from "../contract.ts";
import { noFilters } from "./use-catalog-state.ts";
import { useBandWords } from "./use-band-words.ts";
import type { CatalogState } from "./use-catalog-state.ts";

type ChipsProps = { state: CatalogState; facets: Catalog["facets"]; set: (patch: Partial<CatalogState>) => void };

/** The active filters as chips; pressing one removes it. */
export function CatalogChips({ state, facets, set }: ChipsProps) {
  const { t } = useLingui();
  const words = useCourseWords();
  const bandWords = useBandWords();
  const without = <T,>(list: readonly T[], value: T) => list.filter((one) => one !== value);
  const chips: { key: string; label: string; drop: Partial<CatalogState> }[] = [
    ...(state.q.trim() ? [{ key: "q", label: t`Search: ${state.q.trim()}`, drop: { q: "" } }] : []),
    ...state.categories.map((id) => ({
      key: `c${id}`,
      label: facets.categories.find((category) => category.id === id)?.name ?? t`Unknown category`,
      drop: { categories: without(state.categories, id) },
    })),
    ...state.type.map((id) => ({ key: `t${id}`, label: words.type(id), drop: { type: without(state.type, id) } })),
    ...state.duration.map((id) => ({ key: id, label: bandWords(id), drop: { duration: without(state.duration, id) } })),
    ...state.language.map((id) => ({ key: `l${id}`, label: words.language(id), drop: { language: without(state.language, id) } })),
    ...state.state.map((id) => ({
      key: id,
      label: id === "enrolled" ? t`Enrolled` : t`Not enrolled`,
      drop: { state: without(state.state, id) },
    })),
  ];
  if (chips.length === 0) return null;
  return (
    <ul className="row catalog-chips" aria-label={t`Filters in force`}>
      {chips.map(({ key, label, drop }) => (
        <li key={key}>
          <Button size="s" iconEnd={X} onPress={() => set(drop)} aria-label={t`Remove filter: ${label}`}>
            <bdi>{label}</bdi>
          </Button>
        </li>
      ))}
      <li>
        <Button size="s" variant="quiet" onPress={() => set(noFilters)}>
          <Trans>Clear filters</Trans>
        </Button>
      </li>
    </ul>
  );
}
