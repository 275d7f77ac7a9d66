import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { LayoutGrid, Library, List } from "lucide-react";
import { useEffect } from "react";
import { useLocation } from "react-router";
import { EmptyState } from "#ui/empty-state.tsx";
import { ListScreen } from "#ui/list-screen/list-screen.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { useCatalogFilters } from "./catalog-facets.tsx";
import { CategoryTiles, OtherCategories } from "./category-tiles.tsx";
import { CourseCard } from "./course-card.tsx";
import { catalogQuery, followQuery, tellUnfound } from "./hooks.ts";
import { oldCategories, useCatalogList } from "./use-catalog-list.ts";
import "./catalog.css";

/** How long words that nothing was found for stay before they are told: who is still typing them means others. */
const settledMs = 1500;

/** The Course Catalog: categories to start from, search, facets, numbered pages; all of it is in the address. */
export function CatalogBrowse({ startsWithTiles }: { startsWithTiles: boolean }) {
  const { t } = useLingui();
  const list = useCatalogList();
  const result = useQuery(catalogQuery(list.request));
  const { data } = result;
  const { pathname } = useLocation();
  const old = oldCategories(pathname, data?.facets.categories);
  const followed = useQuery({ ...followQuery(old), enabled: old !== "" });
  useEffect(() => {
    if (old !== "" && followed.data?.ids.length) list.set({ categories: followed.data.ids }, { replace: true });
  }, [old, followed.data, list]);
  const filters = useCatalogFilters(list, data?.facets);
  const { q, categories, type, duration, language, state, price, eligible, sort, view } = list.state;
  const hasWords = q.trim() !== "";
  const hasFilters = [categories, type, duration, language, state, price, eligible].some(({ length }) => length > 0);
  const isFiltered = hasWords || hasFilters;
  const unfoundWords = data?.total === 0 && hasWords && !result.isPlaceholderData && !hasFilters ? q.trim() : "";
  useEffect(() => {
    if (unfoundWords === "") return;
    const settled = setTimeout(() => tellUnfound(unfoundWords), settledMs);
    return () => clearTimeout(settled);
  }, [unfoundWords]);
  const tiles = data ? (
    <CategoryTiles categories={data.facets.categories} href={(id) => list.href({ categories: [id] })} />
  ) : (
    !result.error && (
      <div className="category-tiles">
        <Skeleton shape="block" />
      </div>
    )
  );
  return (
    <div className="page">
      <PageHeader title={t`Course Catalog`} />
      <ListScreen
        list={list}
        result={result}
        label={t`Courses`}
        count={(total) => t`${plural(total, { one: "# course", other: "# courses" })}`}
        waiting={{ label: t`Loading courses`, skeleton: <Skeleton shape="cards" count={6} /> }}
        failed={{ title: t`The courses could not be loaded`, safe: t`Your filters are kept.` }}
        empty={
          <EmptyState icon={Library} title={t`No courses yet`} message={t`Courses appear here as soon as this portal publishes them.`} />
        }
        nothing={{ title: t`No courses match these filters`, more: <OtherCategories href={(id) => `/course/catalog/categories/${id}`} /> }}
        search={t`Search courses`}
        filters={filters}
        filtersAt="side"
        sorts={[
          // Without search words there is no relevance; the server then orders by title.
          ...(hasWords ? [{ id: "relevance", label: t`Best match` }] : []),
          { id: "title", label: t`Title` },
          { id: "newest", label: t`Newest first` },
          { id: "shortest", label: t`Shortest first` },
        ]}
        sort={sort === "relevance" && !hasWords ? "title" : sort}
        layouts={[
          { id: "grid", label: t`Grid`, icon: LayoutGrid },
          { id: "list", label: t`List`, icon: List },
        ]}
        pagesLabel={t`Pages of courses`}
        intro={
          data?.isNear && hasWords ? (
            <p role="status" className="catalog-near">
              <Trans>No course has exactly these words. These have words that are nearly the same.</Trans>
            </p>
          ) : (
            startsWithTiles && !isFiltered && tiles
          )
        }
      >
        {({ rows, facets }) => (
          <ul className={view === "grid" ? "grid-cards" : "course-list"}>
            {rows.map((course) => (
              <li key={course.id} className="course-item">
                <CourseCard course={course} layout={view} showLanguage={facets.language.length > 1} />
              </li>
            ))}
          </ul>
        )}
      </ListScreen>
    </div>
  );
}
