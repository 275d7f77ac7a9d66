/** One filter of a list as data. The address of the screen and the request write its value alike, so one function reads both. */
export interface Filter<Value> {
  /** The value while nothing is chosen; it is written nowhere. */
  readonly none: Value;
  /** The value of a text; undefined for a text that means nothing. Lists are written with commas. */
  readonly read: (text: string) => Value | undefined;
  /** What a text of an older address is called now. Requests have no older ones. */
  readonly older?: (text: string) => string;
}

/** What can be asked of a list: filters, orders and the length of a page. Both ends read it. */
export interface List {
  /** Names of orders; a minus in front is the descending one. */
  readonly sorts: readonly string[];
  /** The order when none is asked for. */
  readonly sort: string;
  readonly filters: Readonly<Record<string, Filter<unknown>>>;
  readonly pageSize: number;
}

export type SortOf<L extends List> = L["sorts"][number];
export type FilterValues<L extends List> = {
  [Name in keyof L["filters"]]: L["filters"][Name] extends Filter<infer Value> ? Value : never;
};

/** What a handler is asked for: every value is there, "" and 1 where the request was silent. */
export type ListRequest<L extends List> = FilterValues<L> & { q: string; sort: SortOf<L>; page: number };

/** Declares a list; the literal types are kept. */
export const listOf = <const L extends List>(list: L): L => list;

/** Orders that go both ways: "title" and "-title". */
export const bothWays = <const Name extends string>(...names: Name[]): readonly (Name | `-${Name}`)[] =>
  names.flatMap((name) => [name, `-${name}` as const]);

/** One of some values, or null. */
export const oneOf = <const Value extends string>(values: readonly Value[]): Filter<Value | null> => ({
  none: null,
  read: (text) => values.find((value) => value === text),
});

/** Any of some values. */
export const anyOf = <const Value extends string>(values: readonly Value[]): Filter<readonly Value[]> => ({
  none: [],
  read(text) {
    const asked = new Set<string>(text.split(","));
    const found = values.filter((value) => asked.delete(value));
    return asked.size > 0 ? undefined : found;
  },
});

/** Any of the things that these numbers name; 20 at most. */
export const ids = (): Filter<readonly number[]> => ({
  none: [],
  read: (text) => (/^\d{1,15}(,\d{1,15}){0,19}$/.test(text) ? [...new Set(text.split(",").map(Number))] : undefined),
});

/** Any of the texts that a pattern allows; 20 at most. */
export const texts = (pattern: RegExp): Filter<readonly string[]> => ({
  none: [],
  read(text) {
    const asked = text.split(",");
    return asked.length <= 20 && asked.every((one) => pattern.test(one)) ? asked : undefined;
  },
});

/** A whole number between two, or null. */
export const wholeNumber = (least: number, most: number): Filter<number | null> => ({
  none: null,
  read: (text) => (/^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
});

/** Where the export of a list is, below the list's own path. */
export const exportPath = (listPath: string) => `${listPath}/export.csv`;

/** The address of everything that a request of the list selects, on all its pages, as CSV. */
export function exportAddress(listPath: string, request: Readonly<Record<string, string | number | undefined>>): string {
  const selecting = Object.entries(request).flatMap(([name, value]) =>
    name === "page" || value === undefined ? [] : [[name, String(value)]],
  );
  return exportPath(listPath) + (selecting.length > 0 ? `?${new URLSearchParams(selecting)}` : "");
}
