import { useMemo } from "react";
import { useLocation } from "react-router";
import { useAddress } from "../use-url-state.ts";

interface FilterShape<Value> {
  readonly none: Value;
  readonly read: (text: string) => Value | undefined;
  readonly older?: (text: string) => string;
}
/** The filters, orders and defaults of a list (platform/list/list.ts). */
export interface ListShape {
  readonly sorts: readonly string[];
  readonly sort: string;
  readonly filters: Readonly<Record<string, FilterShape<unknown>>>;
  readonly pageSize: number;
}
type ValueOf<F> = F extends FilterShape<infer Value> ? Value : never;
type Values<L extends ListShape> = { [Name in keyof L["filters"]]: ValueOf<L["filters"][Name]> };
type State<L extends ListShape, Layout> = Values<L> & { q: string; sort: L["sorts"][number]; page: number; view: Layout };
/** The query of a request: filters as text, and only values that differ from the defaults. */
type Request<L extends ListShape> = { [Name in keyof L["filters"]]?: string } & { q?: string; sort?: L["sorts"][number]; page?: number };

interface Options<Layout> {
  /** Ways to show the rows, as `view` in the address; the first is the default. */
  readonly layouts?: readonly Layout[] | undefined;
  /** The name of a filter whose value is in the path instead of the query, and how to read and write it. */
  readonly inPath?: {
    readonly name: string;
    readonly read: (path: string) => string;
    readonly write: (path: string, text: string) => string;
  };
}

/** The part of a list's state that the list screen uses, for any list. */
export interface AnyListState {
  readonly shape: ListShape;
  readonly state: { readonly q: string; readonly sort: string; readonly page: number; readonly view: string };
  readonly values: Readonly<Record<string, unknown>>;
  /** The query of the list's endpoint. */
  readonly request: Readonly<Record<string, string | number | undefined>>;
  change(patch: Readonly<Record<string, unknown>>, options?: { replace?: boolean }): void;
  hrefOf(patch: Readonly<Record<string, unknown>>): string;
}
export interface ListState<L extends ListShape, Layout extends string> extends AnyListState {
  readonly state: State<L, Layout>;
  /** The query of the list's endpoint. */
  readonly request: Request<L>;
  /** Changes some values. Pushes a history entry; use `replace` for typing. A patch without `page` returns to the first page. */
  set(patch: Partial<State<L, Layout>>, options?: { replace?: boolean }): void;
  /** The address with some values changed, for links. */
  href(patch: Partial<State<L, Layout>>): string;
}

type Loose = Record<string, unknown>;

/**
 * The state of a list, kept in its address. Default values are left out, several values are separated by commas, and keys that the list does not
 * know are kept, because they belong to another part of the page. Two changes before the next render are both kept, also two values of one filter.
 * Define list and options outside of the component.
 */
export function useListState<const L extends ListShape, const Layout extends string = string>(
  shape: L,
  options: Options<Layout> = {},
): ListState<L, Layout> {
  const location = useLocation();
  const { now, go } = useAddress();
  const { pathname, search, hash } = location;
  return useMemo(() => {
    const rest = atRest(shape, options);
    const shown = read(shape, options, rest, pathname, search);
    const write = (from: { pathname: string; search: string }, patch: Loose) =>
      addressOf(options, rest, from, { ...read(shape, options, rest, from.pathname, from.search), page: 1, ...patch }) + hash;
    const hrefOf = (patch: Loose) => write({ pathname, search }, patch);
    const change = (patch: Loose, { replace = false } = {}) => {
      const from = now();
      const here = read(shape, options, rest, from.pathname, from.search);
      // Filtering does not open a new screen, although it may change the path: the focus stays where it is.
      go(write(from, fitted(patch, shown, here)), { replace, preventScrollReset: true, state: { keepFocus: true } });
    };
    return {
      shape,
      state: shown,
      values: shown,
      request: requestOf(rest, shown),
      set: change,
      change,
      href: hrefOf,
      hrefOf,
    } as unknown as ListState<L, Layout>;
  }, [shape, options, pathname, search, hash, now, go]);
}

/** The request of a list for an address, as its state's `request` has it: for prefetching before the list is on the screen. */
export function listRequest<const L extends ListShape>(
  shape: L,
  { pathname, search }: { readonly pathname: string; readonly search: string },
  options: Options<string> = {},
): Request<L> {
  const rest = atRest(shape, options);
  return requestOf(rest, read(shape, options, rest, pathname, search)) as Request<L>;
}

function requestOf(rest: Loose, state: Loose): Loose {
  const differing = Object.entries(state).filter(([name, value]) => name !== "view" && textOf(value) !== textOf(rest[name]));
  return Object.fromEntries(differing.map(([name, value]) => [name, name === "page" ? value : textOf(value)]));
}

const textOf = (value: unknown) => (value === null ? "" : String(value));

const atRest = (shape: ListShape, { layouts = [""] }: Options<string>): Loose => ({
  q: "",
  ...Object.fromEntries(Object.entries(shape.filters).map(([name, { none }]) => [name, none])),
  sort: shape.sort,
  page: 1,
  view: layouts[0],
});

/** The values in an address, with the default for what is missing or invalid. */
function read(shape: ListShape, { layouts = [], inPath }: Options<string>, rest: Loose, pathname: string, search: string): Loose {
  const query = new URLSearchParams(search);
  const state = { ...rest };
  for (const [name, filter] of Object.entries(shape.filters)) {
    const text = inPath?.name === name ? inPath.read(pathname) : query.get(name);
    if (text) state[name] = filter.read(filter.older?.(text) ?? text) ?? filter.none;
  }
  const q = query.get("q") ?? "";
  const sort = query.get("sort") ?? "";
  const page = query.get("page") ?? "";
  const view = query.get("view") ?? "";
  if (q.length <= 200) state["q"] = q;
  if (shape.sorts.includes(sort)) state["sort"] = sort;
  if (/^[1-9]\d{0,4}$/.test(page)) state["page"] = Number(page);
  if (layouts.includes(view)) state["view"] = view;
  return state;
}

function addressOf({ inPath }: Options<string>, rest: Loose, from: { pathname: string; search: string }, state: Loose): string {
  const query = new URLSearchParams(from.search);
  for (const [name, value] of Object.entries(state)) {
    if (name === inPath?.name) continue;
    query.delete(name);
    if (textOf(value) !== textOf(rest[name])) query.set(name, textOf(value));
  }
  const written = query.toString().replaceAll("%2C", ",");
  const path = inPath ? inPath.write(from.pathname, textOf(state[inPath.name])) : from.pathname;
  return path + (written && `?${written}`);
}

/**
 * Applies a patch to the newest address. The patch was made from what is on the screen, which is some milliseconds older; for a filter with several
 * values it is turned into what was added and removed, so that two choices in one group are both kept.
 */
function fitted(patch: Loose, shown: Loose, here: Loose): Loose {
  return Object.fromEntries(
    Object.entries(patch).map(([name, wanted]) => {
      const before = shown[name];
      const now = here[name];
      if (!Array.isArray(wanted) || !Array.isArray(before) || !Array.isArray(now) || String(before) === String(now)) return [name, wanted];
      const added = wanted.filter((one) => !before.includes(one) && !now.includes(one));
      return [name, [...now.filter((one) => wanted.includes(one) || !before.includes(one)), ...added]];
    }),
  );
}
