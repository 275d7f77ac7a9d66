import { Trans, useLingui } from "@lingui/react/macro";
import { useId, useState } from "react";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import type { ListFilter } from "#ui/list-screen/filter-fields.tsx";
import type { Facets } from "../contract.ts";
import { useBandWords } from "./use-band-words.ts";
import type { CatalogListState } from "./use-catalog-list.ts";

/**
 * The catalog's filters, with the number of courses for each option. A filter with a single option is hidden unless it is set. Facets load together
 * with the courses; until then the filters have no options.
 */
export function useCatalogFilters(list: CatalogListState, facets: Facets | undefined): ListFilter[] {
  const { t } = useLingui();
  const words = useCourseWords();
  const bandWords = useBandWords();
  const { state, set } = list;
  const categories = facets?.categories ?? [];
  const eligible = t`I am eligible now`;
  const filters: (ListFilter & { chosen: number })[] = [
    {
      id: "categories",
      label: t`Category`,
      chosen: state.categories.length,
      control: <CategoryFacet categories={categories} chosen={state.categories} onChange={(next) => set({ categories: next })} />,
      nameOf: (id) => categories.find((category) => String(category.id) === id)?.name ?? t`Unknown category`,
    },
    {
      id: "type",
      label: t`Type`,
      chosen: state.type.length,
      options: facets?.type.map((one) => ({ ...one, label: words.type(one.id) })) ?? [],
      nameOf: (id) => words.type(id as Facets["type"][number]["id"]),
    },
    {
      id: "duration",
      label: t`Duration`,
      chosen: state.duration.length,
      options: facets?.duration.map((one) => ({ ...one, label: bandWords(one.id) })) ?? [],
      nameOf: (id) => bandWords(id as Facets["duration"][number]["id"]),
    },
    {
      id: "language",
      label: t`Language`,
      chosen: state.language.length,
      options: facets?.language.map((one) => ({ ...one, label: words.language(one.id) })) ?? [],
      nameOf: words.language,
    },
    {
      id: "price",
      label: t`Price`,
      chosen: state.price.length,
      options: facets?.price.map((one) => ({ ...one, label: one.id === "free" ? t`Free` : t`Costs something` })) ?? [],
      nameOf: (id) => (id === "free" ? t`Free` : t`Costs something`),
    },
    {
      id: "eligible",
      label: t`Open to me`,
      chosen: state.eligible.length,
      // Counting this looks at each course for the person asking, and so waits until they want to know.
      options: facets?.eligible.map(({ id, count }) => ({ id, label: eligible, ...(count !== null && { count }) })) ?? [],
      nameOf: () => eligible,
    },
    {
      id: "state",
      label: t`Enrolment`,
      chosen: state.state.length,
      options: facets?.state.map((one) => ({ ...one, label: one.id === "enrolled" ? t`Enrolled` : t`Not enrolled` })) ?? [],
      nameOf: (id) => (id === "enrolled" ? t`Enrolled` : t`Not enrolled`),
    },
  ];
  const isChoice = ({ id, options }: ListFilter) =>
    options === undefined ? categories.some(({ count }) => count > 0) : options.length > (id === "eligible" ? 0 : 1);
  return filters.filter((filter) => filter.chosen > 0 || !facets || isChoice(filter));
}

const shownAtFirst = 12;

type CategoryFacetProps = { categories: Facets["categories"]; chosen: readonly number[]; onChange: (ids: number[]) => void };

/** The category tree. A chosen category includes its subcategories, which are shown as chosen too. */
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
    // Subcategories are included in a chosen category, so the address only names that one.
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
