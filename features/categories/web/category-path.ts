import type { CategoryRow } from "../contract.ts";

/** Where the catalog shows a category, without /v; by its word, which keeps leading there when the name changes. */
export const categoryPath = ({ id, slug }: Pick<CategoryRow, "id" | "slug">): string =>
  `/course/catalog/categories/${slug === null ? id : encodeURIComponent(slug)}`;

/** The list of its courses and of those below it, of any state. */
export const coursesPath = ({ id }: Pick<CategoryRow, "id">): string => `/portal/courses?category=${id}`;
