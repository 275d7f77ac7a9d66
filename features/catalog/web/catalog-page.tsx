import { useParams } from "react-router";
import MyCourses, { prefetchMyCourses } from "#features/enrolment/web/my-courses.tsx";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { CatalogBrowse } from "./catalog-browse.tsx";
import { catalogQuery } from "./hooks.ts";
import { catalogRequest } from "./use-catalog-list.ts";

const isMyCourses = (type: string | undefined) => type?.toLowerCase() === "myonlinecourses";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) =>
  isMyCourses(to.params["type"]) ? prefetchMyCourses(client, to) : client.prefetchQuery(catalogQuery(catalogRequest(to)));

/** `/course/catalog/:type?/:ids?`: the type myonlinecourses shows My Courses, any other the catalog (decisions.md, Small things). */
export default function CatalogPage() {
  const { type } = useParams();
  return isMyCourses(type) ? <MyCourses /> : <CatalogBrowse key="browse" startsWithTiles={type !== "search"} />;
}
