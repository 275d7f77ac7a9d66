import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "#ui/link.tsx";
import type { CourseDetails } from "../contract.ts";

/** What a course gives and costs, and the words that it is found by (DET-4). */
export default function DetailsOffer({ course }: { course: CourseDetails }) {
  const { t, i18n } = useLingui();
  const { credits, price, tags } = course;
  return (
    <>
      {(credits.length > 0 || price) && (
        <dl className="details-fields">
          {credits.map(({ kind, amount }) => (
            <div key={kind}>
              <dt>{t`Credits`}</dt>
              <dd>
                <bdi className="num">{i18n.number(amount)}</bdi> <bdi>{kind}</bdi>
              </dd>
            </div>
          ))}
          {price && (
            <div>
              <dt>{t`Price`}</dt>
              <dd>
                <bdi className="num">{i18n.number(price.cents / 100, { style: "currency", currency: price.currency })}</bdi>
              </dd>
            </div>
          )}
        </dl>
      )}
      {tags.length > 0 && (
        <section>
          <h2>
            <Trans>Tags</Trans>
          </h2>
          <ul className="row">
            {tags.map((tag) => (
              <li key={tag}>
                <Link to={`/course/catalog/categories?q=${encodeURIComponent(tag)}`}>
                  <bdi>{tag}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
