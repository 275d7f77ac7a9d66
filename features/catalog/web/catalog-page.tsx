import { useParams } from "react-router";
import MyCourses from "#features/enrolment/web/my-courses.tsx";
import { CatalogBrowse } from "./catalog-browse.tsx";

/** `/course/catalog/:type?/:ids?`: myonlinecourses is My Courses, anything else the catalog (decisions.md, Small things). */
export default function CatalogPage() {
  const { type } = useParams();
  return type?.toLowerCase() === "myonlinecourses" ? <MyCourses /> : <CatalogBrowse key="browse" startsWithTiles={type !== "search"} />;
}
