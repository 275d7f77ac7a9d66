/** One filter of a list, as data. The screen's address and the request write its value the same way, so one function parses both. */
export interface Filter<Value> {
  /** The value while nothing is chosen; it is not written into the address. */
  readonly none: Value;
  /** Parses a text; undefined when it is not valid. Several values are separated by commas. */
  readonly read: (text: string) => Value | undefined;
  /** The most characters of its text; 400 by default. */
  readonly longest?: number;
  /** Translates a text from an older format of the screen's address. Requests have no older format. */
  readonly older?: (text: string) => string;
}

/** What a list can be asked for: filters, orders and the page size. Browser and server both read it. */
export interface List {
  /** Names of the orders; a leading minus means descending. */
  readonly sorts: readonly string[];
  /** The default order. */
  readonly sort: string;
  readonly filters: Readonly<Record<string, Filter<unknown>>>;
  readonly pageSize: number;
}

export type SortOf<L extends List> = L["sorts"][number];
export type FilterValues<L extends List> = {
  [Name in keyof L["filters"]]: L["filters"][Name] extends Filter<infer Value> ? Value : never;
};

/** A request as the handler gets it, with every value filled in: "" and 1 where the request had none. */
export type ListRequest<L extends List> = FilterValues<L> & { q: string; sort: SortOf<L>; page: number };

/** Declares a list. Literal types are kept. */
export const listOf = <const L extends List>(list: L): L => list;

/** Orders in both directions: "title" and "-title" for each name. */
export const bothWays = <const Name extends string>(...names: Name[]): readonly (Name | `-${Name}`)[] =>
  names.flatMap((name) => [name, `-${name}` as const]);

/** A filter for one of the given values, or null. */
export const oneOf = <const Value extends string>(values: readonly Value[]): Filter<Value | null> => ({
  none: null,
  read: (text) => values.find((value) => value === text),
});

/** A filter for any number of the given values. */
export const anyOf = <const Value extends string>(values: readonly Value[]): Filter<readonly Value[]> => ({
  none: [],
  read(text) {
    const asked = new Set<string>(text.split(","));
    const found = values.filter((value) => asked.delete(value));
    return asked.size > 0 ? undefined : found;
  },
});

/** A filter for ids; 20 at most, unless told otherwise. */
export const ids = (most = 20): Filter<readonly number[]> => ({
  none: [],
  longest: most * 16,
  read(text) {
    const asked = text.split(",");
    return asked.length <= most && asked.every((one) => /^\d{1,15}$/.test(one)) ? [...new Set(asked.map(Number))] : undefined;
  },
});

/** A filter for texts that match a pattern; 20 at most. */
export const texts = (pattern: RegExp): Filter<readonly string[]> => ({
  none: [],
  read(text) {
    const asked = text.split(",");
    return asked.length <= 20 && asked.every((one) => pattern.test(one)) ? asked : undefined;
  },
});

/** A filter for a whole number between `least` and `most`, or null. */
export const wholeNumber = (least: number, most: number): Filter<number | null> => ({
  none: null,
  read: (text) => (/^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most ? Number(text) : undefined),
});

/** The path of a list's export, below the list's own path. */
export const exportPath = (listPath: string) => `${listPath}/export.csv`;

/** The address of the CSV export of everything that a list request selects, on all its pages. */
export function exportAddress(listPath: string, request: Readonly<Record<string, string | number | undefined>>): string {
  const selecting = Object.entries(request).flatMap(([name, value]) =>
    name === "page" || value === undefined ? [] : [[name, String(value)]],
  );
  return exportPath(listPath) + (selecting.length > 0 ? `?${new URLSearchParams(selecting)}` : "");
}
