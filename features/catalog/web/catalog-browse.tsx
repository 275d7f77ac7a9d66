import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { LayoutGrid, List, SearchX, Library, SlidersHorizontal } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { CallError } from "#platform/call.ts";
import { announce } from "#ui/announce.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { LazySheet } from "#ui/lazy-sheet.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Pager } from "#ui/pager.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { SearchField } from "#ui/search-field.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { NARROW, useMediaQuery } from "#ui/use-media-query.ts";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { Catalog, CatalogSort } from "../contract.ts";
import { CatalogChips } from "./catalog-chips.tsx";
import { CatalogFacets } from "./catalog-facets.tsx";
import { CategoryTiles } from "./category-tiles.tsx";
import { CourseCard } from "./course-card.tsx";
import { catalogQuery } from "./hooks.ts";
import { noFilters, useCatalogState } from "./use-catalog-state.ts";
import "./catalog.css";

/** The Course Catalog: categories to begin with, search, facets, numbered pages; all of it in the address. */
export function CatalogBrowse({ startsWithTiles }: { startsWithTiles: boolean }) {
  const { t } = useLingui();
  const { state, href, set } = useCatalogState();
  const isNarrow = useMediaQuery(NARROW);
  const words = useCourseWords();
  const [showsFilters, setShowsFilters] = useState(false);
  const result = useQuery({
    ...catalogQuery({
      q: state.q.trim(),
      categories: state.categories.join(","),
      types: state.type.join(","),
      durations: state.duration.join(","),
      languages: state.language.join(","),
      states: state.state.join(","),
      sort: state.sort,
      page: state.page,
    }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = result;
  useCountAnnounced(data?.total, result.isPlaceholderData);

  const filterCount = state.categories.length + state.type.length + state.duration.length + state.language.length + state.state.length;
  const isFiltered = filterCount > 0 || state.q.trim() !== "";
  const sorts: { id: CatalogSort; label: string }[] = [
    // Without words there is nothing to match; the server then goes by title.
    ...(state.q.trim() ? [{ id: "relevance" as const, label: t`Best match` }] : []),
    { id: "title", label: t`Title` },
    { id: "newest", label: t`Newest first` },
    { id: "shortest", label: t`Shortest first` },
  ];
  const sort = state.sort === "relevance" && !state.q.trim() ? "title" : state.sort;
  const facets = data ? <CatalogFacets facets={data.facets} state={state} set={set} /> : !error && <Skeleton count={9} />;

  return (
    <div className="page">
      <PageHeader title={t`Course Catalog`} />
      {data && data.all === 0 ? (
        <EmptyState icon={Library} title={t`No courses yet`} message={t`Courses appear here as soon as this portal publishes them.`} />
      ) : (
        <>
          <div className="catalog-search">
            <SearchField label={t`Search courses`} value={state.q} onChange={(q) => set({ q: q.slice(0, 200) }, { replace: true })} />
          </div>
          {startsWithTiles &&
            !isFiltered &&
            (data ? (
              <CategoryTiles categories={data.facets.categories} href={(id) => href({ categories: [id] })} />
            ) : (
              !error && (
                <div className="category-tiles">
                  <Skeleton shape="block" />
                </div>
              )
            ))}
          <div className="catalog">
            {!isNarrow && (
              <aside className="catalog-side" aria-label={t`Filters`}>
                {facets}
              </aside>
            )}
            <section className="catalog-main" aria-label={t`Courses`}>
              <div className="catalog-bar">
                {data ? (
                  <h2 className="num">
                    <Count total={data.total} number={words.number} />
                  </h2>
                ) : (
                  <span />
                )}
                <div className="row">
                  {isNarrow && (
                    <>
                      <Button icon={SlidersHorizontal} onPress={() => setShowsFilters(true)} aria-haspopup="dialog">
                        {filterCount > 0 ? <Trans>Filters ({filterCount})</Trans> : <Trans>Filters</Trans>}
                      </Button>
                      <LazySheet
                        title={t`Filters`}
                        isOpen={showsFilters}
                        onOpenChange={setShowsFilters}
                        footer={
                          <Button variant="primary" onPress={() => setShowsFilters(false)} isFullWidth>
                            <ShowCount total={data?.total ?? 0} number={words.number} />
                          </Button>
                        }
                      >
                        {facets}
                      </LazySheet>
                    </>
                  )}
                  <div className="catalog-sort">
                    <Select label={t`Sort by`} isLabelHidden options={sorts} value={sort} onChange={(next) => set({ sort: next })} />
                  </div>
                  <div className="catalog-views" role="group" aria-label={t`View`}>
                    <IconButton
                      label={t`Grid`}
                      icon={LayoutGrid}
                      aria-pressed={state.view === "grid"}
                      onPress={() => set({ view: "grid", page: state.page }, { replace: true })}
                    />
                    <IconButton
                      label={t`List`}
                      icon={List}
                      aria-pressed={state.view === "list"}
                      onPress={() => set({ view: "list", page: state.page }, { replace: true })}
                    />
                  </div>
                </div>
              </div>
              {data && <CatalogChips state={state} facets={data.facets} set={set} />}
              <BusyRegion isBusy={result.isPending} label={t`Loading courses`} skeleton={<Skeleton shape="cards" count={6} />}>
                {error ? (
                  <ErrorState
                    title={t`The courses could not be loaded`}
                    safe={t`Your filters are kept.`}
                    next={error.message}
                    requestId={error instanceof CallError ? error.requestId : ""}
                    onRetry={() => void result.refetch()}
                    isRetrying={result.isFetching}
                  />
                ) : (
                  data && (
                    <Results
                      data={data}
                      view={state.view}
                      isOld={result.isPlaceholderData}
                      onClear={() => set(noFilters)}
                      pageHref={(page) => href({ page })}
                    />
                  )
                )}
              </BusyRegion>
            </section>
          </div>
        </>
      )}
    </div>
  );
}

type ResultsProps = { data: Catalog; view: "grid" | "list"; isOld: boolean; onClear: () => void; pageHref: (page: number) => string };

function Results({ data, view, isOld, onClear, pageHref }: ResultsProps) {
  const { t } = useLingui();
  if (data.total === 0)
    return (
      <EmptyState
        icon={SearchX}
        title={t`No courses match these filters`}
        message={t`Try fewer words or fewer filters.`}
        action={
          <Button onPress={onClear}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      />
    );
  const severalLanguages = data.facets.languages.length > 1;
  return (
    <div className="stack-l" data-old={isOld || undefined}>
      <ul className={view === "grid" ? "grid-cards" : "course-list"}>
        {data.items.map((course) => (
          <li key={course.id} className="course-item">
            <CourseCard course={course} layout={view} showLanguage={severalLanguages} />
          </li>
        ))}
      </ul>
      <Pager
        page={data.page}
        pageCount={Math.ceil(data.total / data.pageSize)}
        total={data.total}
        pageSize={data.pageSize}
        to={pageHref}
        label={t`Pages of courses`}
      />
    </div>
  );
}

function Count({ total, number }: { total: number; number: (value: number) => string }) {
  return <Plural value={total} one={`${number(total)} course`} other={`${number(total)} courses`} />;
}

function ShowCount({ total, number }: { total: number; number: (value: number) => string }) {
  return <Plural value={total} one={`Show ${number(total)} course`} other={`Show ${number(total)} courses`} />;
}

/** Says how many courses there are whenever that was asked anew; not at the first load, which says its own. */
function useCountAnnounced(total: number | undefined, isOld: boolean) {
  const { t } = useLingui();
  const said = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (total === undefined || isOld) return;
    if (said.current !== undefined) announce(total === 1 ? t`1 course` : t`${total} courses`);
    said.current = total;
  }, [total, isOld, t]);
}
