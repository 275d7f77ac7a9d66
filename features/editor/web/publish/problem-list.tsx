import { msg } from "@lingui/core/macro";
import type { MessageDescriptor } from "@lingui/core";
import { Trans, useLingui } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { CircleAlert, TriangleAlert } from "lucide-react";
import type { Block } from "#features/blocks/kinds.ts";
import { blockEditors, blockMenu } from "#features/blocks/web/editors.ts";
import { Button } from "#ui/button.tsx";
import { Icon } from "#ui/icon.tsx";
import type { EditorDraft } from "../../contract.ts";
import type { PublishProblem } from "../../publish-contract.ts";
import { jumpOf } from "../jump.ts";
import type { Jump } from "../jump.ts";

type Kind = Block["kind"];
const isKind = (kind: string | null): kind is Kind => kind !== null && kind in blockEditors;

const courseWords: Readonly<Record<string, MessageDescriptor>> = {
  title: msg`The course has no title of its own yet. Write one in its settings.`,
  page_missing: msg`A page of the outline was not saved. Open it, or take it out of the outline.`,
  no_pages: msg`The course has no pages yet.`,
  page_unreachable: msg`Nobody can do what this page asks for, so it can never be completed.`,
  block_twice: msg`This block stands on another page too. Delete one of the two.`,
  pages_unreachable: msg`The completion rule asks for more pages than anybody can complete.`,
  rule_page_missing: msg`The completion rule asks for a page that is not in the course.`,
  rule_page_unreachable: msg`The completion rule asks for this page, and it cannot be completed.`,
  quiz_missing: msg`The completion rule asks for a quiz that is not in the course.`,
  passing_unreachable: msg`The course is passed by a score, and has neither a quiz nor a SCORM object.`,
  score_unreachable: msg`The completion rule asks for a score that nobody can reach in this quiz.`,
  packages_missing: msg`The completion rule asks for a package, and no page has one that counts.`,
  no_conditions: msg`The completion rule has a list without any condition.`,
  too_many_conditions: msg`The completion rule asks for more conditions than it has.`,
  translation_behind: msg`In another language of this course, {missing, plural, one {# text is} other {# texts are}} not translated and {stale, plural, one {# has} other {# have}} an original that has changed since. Learners get those in the course's own language.`,
  circle: msg`Nobody new can begin this course: it asks for {title}, which asks for this course itself.`,
  group_circle: msg`Nobody new can begin this course: nobody comes into the groups that it asks for without completing it.`,
  time_alone: msg`The completion rule would be met by time alone. Add something that has to be done.`,
};

/** What is said otherwise of a SCORM course. */
const packageWords: Readonly<Record<string, MessageDescriptor>> = {
  no_pages: msg`The course has no package yet, or its package has no part that can be opened.`,
};

/** The words of the kinds' editors for their problems, as far as they are loaded. */
function useProblemWords(problems: readonly PublishProblem[]) {
  const kinds = [...new Set(problems.map(({ kind }) => kind).filter(isKind))].toSorted();
  const { data: byKind } = useQuery({
    queryKey: ["editor", "problem-words", ...kinds],
    queryFn: async () =>
      new Map<Kind, Readonly<Record<string, MessageDescriptor>>>(
        await Promise.all(kinds.map(async (kind) => [kind, (await blockEditors[kind]()).editor.problemWords] as const)),
      ),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return ({ code, kind }: PublishProblem) => (isKind(kind) ? byKind?.get(kind)?.[code] : courseWords[code]);
}

interface ProblemListProps {
  readonly draft: EditorDraft;
  readonly problems: readonly PublishProblem[];
  readonly onJump: (to: Jump) => void;
}

/** What is to be mended before publishing, then what is advised, each with the way to it. */
export function ProblemList({ draft, problems, onJump }: ProblemListProps) {
  const { t, i18n } = useLingui();
  const wordsOf = useProblemWords(problems);
  const of = (problem: PublishProblem) => (draft.type === "scorm" ? packageWords[problem.code] : undefined) ?? wordsOf(problem);
  const placeWords = ({ tab, show }: Jump, title: string | null) => {
    if (show === "rule") return t`Go there: Completion rule`;
    if (show === "outline") return t`Go there: Outline`;
    if (tab === "translations") return t`Go there: Languages`;
    if (tab === "content" && draft.type === "scorm") return t`Go there: Package`;
    return title === null ? t`Go there: Settings` : t`Go there: ${title}`;
  };
  const titles = new Map(draft.pages.map(({ id, title }) => [id, title]));
  return (
    <ul className="publish-problems">
      {problems.map((problem, nth) => {
        const { severity, pageId, kind, values } = problem;
        const to = jumpOf(problem, draft.type);
        const words = of(problem);
        const title = pageId === null ? null : titles.get(pageId) || t`Page without a title`;
        const what = isKind(kind) ? i18n._(blockMenu[kind].name) : null;
        return (
          <li key={nth} data-severity={severity}>
            <Icon of={severity === "error" ? CircleAlert : TriangleAlert} />
            <div>
              <p>
                <span className="visually-hidden">{severity === "error" ? t`Error:` : t`Advice:`} </span>
                {words ? i18n._({ ...words, values }) : t`Something here needs your attention.`}
              </p>
              {title !== null && (
                <p className="muted small">
                  <bdi>{title}</bdi>
                  {what !== null && ` · ${what}`}
                </p>
              )}
            </div>
            <Button size="s" aria-label={placeWords(to, title)} onPress={() => onJump(to)}>
              <Trans>Go there</Trans>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
