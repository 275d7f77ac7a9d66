import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { BusyRegion } from "../busy-region.tsx";
import { SearchField } from "../search-field.tsx";
import { Skeleton } from "../skeleton.tsx";
import { NARROW, useMediaQuery } from "../use-media-query.ts";
import { FilterChips } from "./filter-chips.tsx";
import { chosenIn, FilterFields } from "./filter-fields.tsx";
import type { ListFilter } from "./filter-fields.tsx";
import { ListRows } from "./list-rows.tsx";
import { FilterSheet, FilterSide, LayoutSwitch, OrderRadios, OrderSelect, ViewTabs } from "./list-tools.tsx";
import type { ListViews } from "./list-tools.tsx";
import { useCountAnnounced } from "./use-count-announced.ts";
import type { AnyListState } from "./use-list-state.ts";
import "./list-screen.css";

/** A page in the form of the list endpoint's reply (platform/list/contract.ts). */
export type ListPage = { readonly page: number; readonly pageSize: number; readonly total: number; readonly all?: number | undefined };

/** The part of the list's query (TanStack Query) that the list screen uses. */
export type ListResult<Data> = {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => Promise<unknown>;
};

export type ListScreenProps<Data extends ListPage> = {
  list: AnyListState;
  result: ListResult<Data>;
  /** The name of what is listed: "Courses". */
  label: string;
  /** How many there are, in words: "12 courses". */
  count: (total: number) => string;
  /** Announced and drawn while the first page loads. */
  waiting: { label: string; skeleton: ReactNode };
  /** Shown when the page cannot be loaded, with a retry button. */
  failed: { title: string; safe: string };
  /** Shown while the list is empty without filters: what will be here, and what to do. */
  empty: ReactNode;
  /** Shown when search and filters match nothing, with a button that clears them; `more`: where else to look. */
  nothing: { title: string; message?: string; more?: ReactNode };
  /** Shown when the view is empty without any filter. */
  emptyView?: ReactNode;
  /** Label of the search field; without it there is no search. */
  search?: string;
  views?: ListViews | undefined;
  /** Tabs of another kind in their place, such as views that people keep. */
  tabs?: ReactNode;
  filters?: readonly ListFilter[];
  /** Where the filters are in a wide window. In a narrow one they are in a sheet. */
  filtersAt?: "bar" | "side";
  /** The orders to choose from, when no table headings offer that. */
  sorts?: readonly { id: string; label: string }[];
  /** The order to show as chosen, when it differs from the one in the address. */
  sort?: string;
  layouts?: readonly { id: string; label: string; icon: LucideIcon }[];
  /** At the end of the bar: actions on all rows that the filters select, such as an export. */
  actions?: ReactNode;
  /** In the bar's place while rows are chosen; in a narrow window at its bottom. */
  chosenBar?: ReactNode;
  /** Between the search and the list. */
  intro?: ReactNode;
  /** Draws search, rows and pager in one frame, as for a table. */
  isFramed?: boolean;
  headingLevel?: 2 | 3;
  pagesLabel?: string;
  children: (data: Data) => ReactNode;
};

const noFilters: readonly ListFilter[] = [];

/**
 * The screen of a list: views, search, filters and their chips, order, layouts, rows and pager, and the states loading, failed, empty and no match.
 * Everything that is chosen is in the address. The caller renders the rows: cards, or a table (table-list.tsx).
 */
export function ListScreen<Data extends ListPage>(props: ListScreenProps<Data>) {
  const { list, result, label, views, filters = noFilters, isFramed, headingLevel = 2 } = props;
  const { data } = result;
  const isNarrow = useMediaQuery(NARROW);
  const { page: _page, sort: _sort, ...chosen } = list.request;
  useCountAnnounced(JSON.stringify(chosen), result.isPlaceholderData ? undefined : data?.total, props.count);
  const isFiltered = list.state.q.trim() !== "" || filters.some(({ id }) => chosenIn(list, id).length > 0);
  // Without a count of all rows, an empty list counts as empty when no filter is set.
  const isEmpty = data !== undefined && (data.all ?? (isFiltered ? undefined : data.total)) === 0;
  const tabs = props.tabs ?? (views && <ViewTabs list={list} views={views} />);
  if (isEmpty)
    return (
      <div className="ui-listing">
        {tabs}
        {props.empty}
      </div>
    );

  const isAtSide = props.filtersAt === "side";
  const fields =
    isAtSide && !data ? (
      !result.error && <Skeleton count={9} />
    ) : (
      <FilterFields list={list} filters={filters} isLabelHidden={!isAtSide && !isNarrow} />
    );
  // In a narrow window one button leads to all of it, so that the first card is in view.
  const hasSheet = isNarrow && filters.length > 0;
  const Order = hasSheet ? OrderRadios : OrderSelect;
  const order = props.sorts && <Order list={list} sorts={props.sorts} sort={props.sort ?? list.state.sort} />;
  const tools = (
    <>
      {hasSheet && (
        <FilterSheet list={list} filters={filters} count={data && props.count(data.total)} hasOrder={Boolean(order)}>
          {order}
          {fields}
        </FilterSheet>
      )}
      {!hasSheet && order}
      {props.layouts && <LayoutSwitch list={list} layouts={props.layouts} />}
      {props.actions && <div className="row ui-listing-actions">{props.actions}</div>}
    </>
  );
  const Heading = `h${headingLevel}` as const;
  const rows = (
    // Receives the focus when the last chip is removed, or all filters are cleared.
    <section className="ui-listing-main" aria-label={label} tabIndex={-1}>
      {isAtSide && (
        <div className="ui-listing-head">
          {data ? <Heading className="num">{props.count(data.total)}</Heading> : <span />}
          <div className="row ui-listing-tools">{tools}</div>
        </div>
      )}
      <FilterChips list={list} filters={filters} isNothingFound={data?.total === 0} />
      <BusyRegion isBusy={!data && !result.error} label={props.waiting.label} skeleton={props.waiting.skeleton}>
        <ListRows {...props} filters={filters} headingLevel={headingLevel} isFiltered={isFiltered} />
      </BusyRegion>
    </section>
  );
  const hasBar = Boolean(props.search) || (!isAtSide && (filters.length > 0 || props.sorts || props.layouts || props.actions));
  return (
    <div className="ui-listing">
      {tabs}
      <div className={isFramed ? "card ui-listing-frame" : undefined}>
        {(hasBar || props.chosenBar) && (
          <div className="ui-listing-top">
            {props.chosenBar}
            {hasBar && (
              <div
                className="ui-listing-bar"
                role="search"
                aria-label={label}
                data-at={isAtSide ? "side" : "bar"}
                inert={Boolean(props.chosenBar) && !isNarrow}
              >
                {props.search && (
                  <SearchField
                    label={props.search}
                    value={list.state.q}
                    onChange={(q) => list.change({ q: q.slice(0, 200) }, { replace: true })}
                  />
                )}
                {!isAtSide && !isNarrow && fields}
                {!isAtSide && tools}
              </div>
            )}
          </div>
        )}
        {props.intro}
        {isAtSide ? (
          <div className="ui-listing-beside">
            {!isNarrow && filters.length > 0 && <FilterSide>{fields}</FilterSide>}
            {rows}
          </div>
        ) : (
          rows
        )}
      </div>
    </div>
  );
}
