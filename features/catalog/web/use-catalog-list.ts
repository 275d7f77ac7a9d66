import { matchPath } from "react-router";
import type { Destination } from "#platform/web/prefetch.ts";
import { listRequest, useListState } from "#ui/list-screen/use-list-state.ts";
import { catalogList } from "../catalog-list.ts";

const base = "/course/catalog";
const typeIn = (path: string) => matchPath(`${base}/:type?/:ids?`, path)?.params;

// Category ids are in the path (`/course/catalog/:type?/:ids?`, separated by commas); anything else there is ignored.
const options = {
  layouts: ["grid", "list"] as const,
  inPath: {
    name: "categories",
    read: (path: string) =>
      (typeIn(path)?.ids ?? "")
        .split(",")
        .filter((id) => /^[1-9]\d{0,14}$/.test(id))
        .slice(0, 20)
        .join(","),
    write(path: string, ids: string) {
      const type = typeIn(path)?.type;
      const kind = `${base}/${type === "search" ? "search" : "categories"}`;
      return ids ? `${kind}/${ids}` : type ? kind : base;
    },
  },
};

/** What an address names instead of the numbers of categories that there are: words, or numbers of others. Empty where it names none. */
export function oldCategories(path: string, known: readonly { id: number }[] | undefined): string {
  const names = (typeIn(path)?.ids ?? "").split(",").filter(Boolean);
  const isKnown = (name: string) => /^[1-9]\d{0,14}$/.test(name) && (!known || known.some(({ id }) => id === Number(name)));
  return names.every(isKnown) ? "" : names.slice(0, 20).join(",");
}

/** The catalog's state, all of it in the address. */
export const useCatalogList = () => useListState(catalogList, options);
/** The catalog request for an address. */
export const catalogRequest = (to: Destination) => listRequest(catalogList, to, options);
export type CatalogListState = ReturnType<typeof useCatalogList>;
