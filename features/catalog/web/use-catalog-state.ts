import { matchPath, useLocation, useParams } from "react-router";
import * as z from "zod/mini";
import { readUrlState, useAddress, useUrlState } from "#ui/use-url-state.ts";
import { CatalogSort, DurationBand, MyState } from "../contract.ts";
import { type CourseType, CourseTypeInAddress } from "#features/courses/course-type.ts";

const shape = {
  q: z.string().check(z.maxLength(200)),
  type: z.array(CourseTypeInAddress),
  duration: z.array(DurationBand),
  language: z.array(z.string()),
  state: z.array(MyState),
  sort: CatalogSort,
  view: z.enum(["grid", "list"]),
  page: z.coerce.number().check(z.int(), z.gte(1)),
};
const defaults = {
  q: "",
  type: [] as CourseType[],
  duration: [] as DurationBand[],
  language: [] as string[],
  state: [] as z.infer<typeof MyState>[],
  sort: "relevance" as CatalogSort,
  view: "grid" as "grid" | "list",
  page: 1,
};
export type CatalogState = typeof defaults & { categories: number[] };

/**
 * What the catalog shows, wholly in its address: category ids in the path (`/course/catalog/:type?/:ids?`, joined by commas), the rest in
 * the query. A patch without `page` goes back to the first page.
 */
export function useCatalogState() {
  const { type, ids } = useParams();
  const { hash } = useLocation();
  const { now, go } = useAddress();
  const url = useUrlState(shape, defaults);
  const categories = readIds(ids);
  const base = `/course/catalog/${type === "search" ? "search" : "categories"}`;

  function href(patch: Partial<CatalogState>, from = { categories, href: url.href }): string {
    const { categories: next = from.categories, ...rest } = patch;
    // A change of category alone also begins at the first page.
    const query = from.href(patch.categories ? { page: 1, ...rest } : rest).split("?")[1];
    const path = next.length ? `${base}/${next.join(",")}` : type || patch.categories ? base : "/course/catalog";
    return path + (query ? `?${query}` : "") + hash;
  }
  return {
    state: { ...url.state, categories } satisfies CatalogState,
    href: (patch: Partial<CatalogState>) => href(patch),
    set(patch: Partial<CatalogState>, options?: { replace?: boolean }) {
      const { pathname, search } = now();
      const here: CatalogState = {
        ...readUrlState(shape, defaults, search),
        categories: readIds(matchPath("/course/catalog/:type/:ids", pathname)?.params.ids),
      };
      const address = href(fitted(patch, { ...url.state, categories }, here), {
        categories: here.categories,
        href: (rest) => url.hrefFrom(search, rest),
      });
      // A filter is no new screen, though it may change the path: the focus stays on it.
      go(address, { replace: options?.replace ?? false, preventScrollReset: true, state: { keepFocus: true } });
    },
  };
}

/**
 * The address can be some milliseconds ahead of what the screen shows when a person chooses. A patch is therefore applied as additions to
 * and removals from each list, so that two quick choices in one group are both kept.
 */
function fitted(patch: Partial<CatalogState>, shown: CatalogState, here: CatalogState): Partial<CatalogState> {
  const merged = <T>(wanted: T[] | undefined, before: T[], now: T[]) => {
    if (!wanted || String(before) === String(now)) return wanted;
    const added = wanted.filter((one) => !before.includes(one) && !now.includes(one));
    return [...now.filter((one) => wanted.includes(one) || !before.includes(one)), ...added];
  };
  const lists = {
    categories: merged(patch.categories, shown.categories, here.categories),
    type: merged(patch.type, shown.type, here.type),
    duration: merged(patch.duration, shown.duration, here.duration),
    language: merged(patch.language, shown.language, here.language),
    state: merged(patch.state, shown.state, here.state),
  };
  return { ...patch, ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list)) };
}

const readIds = (ids = "") => [...new Set(ids.split(",").map(Number))].filter((id) => Number.isSafeInteger(id) && id > 0).slice(0, 20);

/** All filters at their defaults, for "Clear filters". */
export const noFilters: Partial<CatalogState> = { q: "", categories: [], type: [], duration: [], language: [], state: [] };
