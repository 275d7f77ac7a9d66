import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "#ui/link.tsx";
import { Plate } from "#ui/plate.tsx";
import { CourseCover } from "#features/courses/web/course-cover.tsx";
import { useCourseWords } from "#features/courses/web/use-course-words.ts";
import type { Facets } from "../contract.ts";
import { catalogQuery } from "./hooks.ts";

type CategoryTilesProps = { categories: Facets["categories"]; href: (id: number) => string };

/** The categories of the whole catalog, shown when a search finds nothing. */
export function OtherCategories({ href }: Pick<CategoryTilesProps, "href">) {
  const { data } = useQuery(catalogQuery({}));
  return data && <CategoryTiles categories={data.facets.categories} href={href} />;
}

/** The top categories as a start for browsing, without empty ones. Renders nothing for fewer than two. */
export function CategoryTiles({ categories, href }: CategoryTilesProps) {
  const { t } = useLingui();
  const words = useCourseWords();
  const top = categories.filter((category) => category.parentId === null && category.count > 0);
  if (top.length < 2) return null;
  return (
    <section className="category-tiles" aria-labelledby="category-tiles-title">
      <h2 id="category-tiles-title">
        <Trans>Browse by category</Trans>
      </h2>
      <ul aria-label={t`Categories`}>
        {top.map(({ id, name, count, pictureFileId }) => (
          <li key={id}>
            <Link to={href(id)} className="card category-tile">
              {pictureFileId === undefined ? (
                <Plate seed={`category-${id}`} shape="box" />
              ) : (
                <CourseCover course={{ id, coverFileId: pictureFileId }} shape="box" />
              )}
              <span>
                <bdi className="category-tile-name">{name}</bdi>
                <span className="muted small num">
                  <Plural value={count} one={`${words.number(count)} course`} other={`${words.number(count)} courses`} />
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
