import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { CheckboxGroup } from "#ui/checkbox-group.tsx";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { Catalog } from "../contract.ts";
import { useBandWords } from "./use-band-words.ts";
import type { CatalogState } from "./use-catalog-state.ts";

type FacetsProps = { facets: Catalog["facets"]; state: CatalogState; set: (patch: Partial<CatalogState>) => void };

/** The filters with how many courses each would leave. A facet with a single option is not shown, unless it is set. */
export function CatalogFacets({ facets, state, set }: FacetsProps) {
  const { t } = useLingui();
  const words = useCourseWords();
  const bandWords = useBandWords();
  return (
    <div className="stack-l">
      <CategoryFacet categories={facets.categories} chosen={state.categories} onChange={(categories) => set({ categories })} />
      {(facets.types.length > 1 || state.type.length > 0) && (
        <CheckboxGroup
          label={t`Type`}
          options={withChosen(facets.types, state.type).map((one) => ({ ...one, label: words.type(one.id) }))}
          value={state.type}
          onChange={(type) => set({ type })}
        />
      )}
      {(facets.durations.length > 1 || state.duration.length > 0) && (
        <CheckboxGroup
          label={t`Duration`}
          options={withChosen(facets.durations, state.duration).map((one) => ({ ...one, label: bandWords(one.id) }))}
          value={state.duration}
          onChange={(duration) => set({ duration })}
        />
      )}
      {(facets.languages.length > 1 || state.language.length > 0) && (
        <CheckboxGroup
          label={t`Language`}
          options={withChosen(facets.languages, state.language).map((one) => ({ ...one, label: words.language(one.id) }))}
          value={state.language}
          onChange={(language) => set({ language })}
        />
      )}
      {(facets.states.length > 1 || state.state.length > 0) && (
        <CheckboxGroup
          label={t`My courses`}
          options={withChosen(facets.states, state.state).map((one) => ({
            ...one,
            label: one.id === "enrolled" ? t`Enrolled` : t`Not enrolled`,
          }))}
          value={state.state}
          onChange={(next) => set({ state: next })}
        />
      )}
    </div>
  );
}

/** The choices there are, and those chosen that no course has under this search, so that they can be taken back. */
function withChosen<Id extends string>(options: readonly { id: Id; count: number }[], chosen: readonly Id[]) {
  const missing = chosen.filter((id) => !options.some((option) => option.id === id));
  return [...options, ...missing.map((id) => ({ id, count: 0 }))];
}

const shownAtFirst = 12;

type CategoryFacetProps = { categories: Catalog["facets"]["categories"]; chosen: number[]; onChange: (ids: number[]) => void };

/** The category tree. A chosen category includes all below it, which show as chosen with it. */
function CategoryFacet({ categories, chosen, onChange }: CategoryFacetProps) {
  const id = useId();
  const words = useCourseWords();
  const [showsAll, setShowsAll] = useState(false);
  const parentOf = new Map(categories.map((category) => [category.id, category.parentId]));
  const isUnder = (category: number | null | undefined): boolean =>
    category != null && (chosen.includes(category) || isUnder(parentOf.get(category)));
  const useful = categories.filter((category) => category.count > 0 || chosen.includes(category.id));
  if (useful.length < 2 && chosen.length === 0) return null;
  const shown =
    showsAll || useful.length <= shownAtFirst + 2
      ? useful
      : useful.filter((category, index) => index < shownAtFirst || chosen.includes(category.id));

  function toggle(category: number, isOn: boolean) {
    const rest = chosen.filter((one) => one !== category);
    // What lies below a category is in it already, so the address names the category alone.
    const below = (one: number): boolean => {
      const parent = parentOf.get(one);
      return parent != null && (parent === category || below(parent));
    };
    onChange(isOn ? [...rest.filter((one) => !below(one)), category] : rest);
  }
  return (
    <div role="group" aria-labelledby={id} className="category-facet">
      <span id={id} className="category-facet-title">
        <Trans>Category</Trans>
      </span>
      <ul>
        {shown.map((category) => {
          const isIncluded = isUnder(category.parentId);
          return (
            <li key={category.id} style={{ paddingInlineStart: `calc(${Math.min(category.depth, 3)} * var(--sp-5))` }}>
              <Checkbox
                value={isIncluded || chosen.includes(category.id)}
                disabled={isIncluded}
                onChange={(isOn) => toggle(category.id, isOn)}
              >
                <bdi>{category.name}</bdi> <bdi className="muted num">{words.number(category.count)}</bdi>
              </Checkbox>
            </li>
          );
        })}
      </ul>
      {shown.length < useful.length && (
        <Button variant="quiet" size="s" onPress={() => setShowsAll(true)}>
          <Trans>Show all {useful.length} categories</Trans>
        </Button>
      )}
    </div>
  );
}
