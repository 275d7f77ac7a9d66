import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { MessageSquare } from "lucide-react";
import { CourseRuleWords } from "#features/courses/web/course-rule-words.tsx";
import { Icon } from "#ui/icon.tsx";
import { Thread } from "#ui/thread.tsx";
import type { PreviewedCourse } from "../contract.ts";

type PreviewOutlineProps = {
  data: PreviewedCourse;
  pageId: string | null;
  /** Where a page is, or how it is opened where it has no address of its own. */
  to: (pageId: string) => { to: string } | { onPress: () => void };
  /** How many open comments a page has. */
  openIn?: (pageId: string) => number;
};

/** The chapters and lessons of a course in a preview: all of them open, none with progress. */
export function PreviewOutline({ data, pageId, to, openIn }: PreviewOutlineProps) {
  const { chapters } = data.content;
  return (
    <div className="outline">
      {chapters.map((chapter, index) => (
        <section key={chapter.id} className="outline-chapter">
          <h3>
            <bdi>{chapter.title}</bdi>
          </h3>
          <Thread
            label={chapter.title}
            startsJoined={index > 0}
            endsJoined={index < chapters.length - 1}
            items={chapter.pages.map(({ id, title }) => ({
              id,
              label: title,
              state: "empty" as const,
              isCurrent: id === pageId,
              meta: <OpenComments count={openIn?.(id) ?? 0} />,
              ...to(id),
            }))}
          />
        </section>
      ))}
      <section className="outline-rule small">
        <h3>
          <Trans>To complete the course</Trans>
        </h3>
        <CourseRuleWords completion={data.completion} />
      </section>
    </div>
  );
}

/** How many open comments a page has; nothing where it has none. */
function OpenComments({ count }: { count: number }) {
  const { t } = useLingui();
  if (count === 0) return null;
  return (
    <span className="preview-count num">
      <Icon of={MessageSquare} size="s" />
      <span aria-hidden="true">{count}</span>
      <span className="visually-hidden">{t`${plural(count, { one: "# open comment", other: "# open comments" })}`}</span>
    </span>
  );
}
