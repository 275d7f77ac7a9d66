import * as z from "zod/mini";
import { words } from "../words.ts";
import type { FilterValues, List, SortOf } from "./list.ts";

type Asked<Value> = z.ZodMiniPrefault<z.ZodMiniType<Value, string>>;
type QueryShape<L extends List> = { [Name in keyof L["filters"]]: Asked<FilterValues<L>[Name]> } & {
  q: Asked<string>;
  sort: z.ZodMiniPrefault<z.ZodMiniType<SortOf<L>, SortOf<L>>>;
  page: z.ZodMiniPrefault<z.ZodMiniType<number, number>>;
};

const aPage = words("A page is a whole number.");

/** The query schema of a list's endpoint: filters by name, `q`, `sort` and `page`. The handler gets a value for each (ListRequest). */
export function listQuery<const L extends List>(list: L): z.ZodMiniObject<QueryShape<L>> {
  const filters = Object.entries(list.filters).map(([name, { none, read, longest = 400 }]) => [
    name,
    z.prefault(
      z.pipe(
        z.string().check(
          z.maxLength(longest, words("This list is too long.")),
          z.refine((text) => text === "" || read(text) !== undefined, words("This filter is not known.")),
        ),
        z.transform((text) => (text === "" ? none : read(text))),
      ),
      "",
    ),
  ]);
  return z.object({
    ...Object.fromEntries(filters),
    q: z.prefault(z.string().check(z.trim(), z.maxLength(200, words("Search for {maximum} characters or fewer."))), ""),
    sort: z.prefault(z.enum(list.sorts), list.sort),
    page: z.prefault(
      z.coerce
        .number(aPage)
        .check(z.int(aPage), z.gte(1, words("Pages begin at 1.")), z.lte(100_000, words("There are not that many pages."))),
      1,
    ),
  }) as never;
}

/**
 * The reply schema of a list's endpoint: one page of rows. page: the page shown, which is the last one when the request asked for a later one.
 * total: how many rows match search and filters. all: how many rows there are without either, which tells an empty list from a search without
 * matches; left out where it would need an expensive count. `more`: what else the screen shows with the rows.
 */
export const listPage = <Row extends z.core.$ZodType, More extends z.core.$ZodLooseShape = Record<never, never>>(
  row: Row,
  more: More = {} as More,
) => z.object({ rows: z.array(row), page: z.int(), pageSize: z.int(), total: z.int(), all: z.optional(z.int()), ...more });
