import { useLingui } from "@lingui/react/macro";
import { Link } from "#ui/link.tsx";
import type { Lesson } from "./lessons.ts";

/** The lessons that are not complete, each with the way to it. */
export function LessonsLeft({ lessons }: { lessons: readonly Lesson[] }) {
  const { t } = useLingui();
  return (
    <section className="lessons-left">
      <h2>{t`Lessons left`}</h2>
      <ul>
        {lessons.map(({ page }) => (
          <li key={page.id}>
            <Link to={`?page=${page.id}`}>
              <bdi>{page.title}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
