import { Trans, useLingui } from "@lingui/react/macro";
import type { CompletionRule } from "#features/courses/content.ts";
import { passingOf, withoutPassing, withPassing } from "#features/courses/passing.ts";
import { pagesNamed } from "#features/courses/shown-rule.ts";
import { CourseRuleWords } from "#features/courses/web/course-rule-words.tsx";
import { PassingWords } from "#features/courses/web/passing-words.tsx";
import { obstaclesIn } from "../../completable.ts";
import { contentOf, hasPackages, pageIdsOf, quizzesOf, setCompletion } from "../../working.ts";
import type { Session, SessionState } from "../session/session.ts";
import { PassingField } from "./passing-field.tsx";
import { RuleGroup, type Group } from "./rule-group.tsx";
import { useObstacleWords } from "./use-obstacle-words.ts";
import { useWholeCourse } from "./use-whole-course.ts";

/** A rule as a list of conditions; one that is a single condition is a list of it. */
const groupOf = (rule: CompletionRule): Group => ("rules" in rule ? rule : { kind: "all", rules: [rule] });
function ruleOf(group: Group): CompletionRule {
  const [only] = group.rules;
  return only && group.rules.length === 1 ? only : group;
}

/** When the whole course is complete: conditions, and whether all, one or some of them must hold; in words, and whether that can be reached. */
export function CourseRule({ session, state }: { session: Session; state: SessionState }) {
  const { t } = useLingui();
  const obstacleWords = useObstacleWords();
  // The quizzes that a rule may name are known once all pages are here.
  useWholeCourse(session, state);
  const { work, heads } = state;
  const quizzes = quizzesOf(work);
  const passing = passingOf(work.completion);
  const pageIds = pageIdsOf(work.outline);
  const pages = pageIds.map((id) => ({ id, title: (work.pages[id] ?? heads.get(id))?.title.trim() || t`Untitled page` }));
  const isWhole = pageIds.every((id) => work.pages[id]);
  const obstacles = isWhole ? obstaclesIn(contentOf(work), work.completion) : [];
  // What is wrong with a page by itself stands at that page.
  const inTheWay = [
    ...new Map(obstacles.filter(({ code }) => code !== "page_unreachable").map((one) => [`${one.code}${one.pageId}${one.blockId}`, one])),
  ];
  return (
    <section className="stack">
      <h2 className="properties-title">
        <Trans>When the course is complete</Trans>
      </h2>
      <RuleGroup
        group={groupOf(withoutPassing(work.completion))}
        pages={pages}
        quizzes={quizzes}
        hasPackages={hasPackages(work)}
        onChange={(group) => session.change(setCompletion(withPassing(ruleOf(group), passing)), "completion")}
      />
      {(passing !== null || quizzes.length > 0 || hasPackages(work)) && (
        <PassingField
          percent={passing}
          quizzes={quizzes}
          onChange={(percent) => session.change(setCompletion(withPassing(work.completion, percent)), "passing")}
        />
      )}
      <div className="stack-s small">
        <h3>
          <Trans>In words</Trans>
        </h3>
        <CourseRuleWords
          completion={{
            rule: work.completion,
            quizzes: Object.fromEntries(quizzes.map(({ id, title }) => [id, title])),
            ...pagesNamed(work.completion, pages),
            hasParts: pageIds.length > 1,
          }}
        />
        <PassingWords rule={work.completion} />
        {passing === null && (
          <p className="muted">
            <Trans>
              It counts as passed when every quiz that was handed in is passed, and every SCORM object that says so. Each quiz has its own
              pass mark.
            </Trans>
          </p>
        )}
        {inTheWay.map(([key, { code, pageId }]) => (
          <p key={key} className="ui-error">
            {obstacleWords(code)}
            {pageId !== null && (
              <>
                {" "}
                <bdi>{pages.find(({ id }) => id === pageId)?.title}</bdi>
              </>
            )}
          </p>
        ))}
      </div>
    </section>
  );
}
