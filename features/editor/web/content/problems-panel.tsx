import { Trans, useLingui } from "@lingui/react/macro";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { useEffect, useState } from "react";
import type { Block } from "#features/blocks/kinds.ts";
import type { BlockEditor } from "#features/blocks/block-editor.ts";
import { blockMenu } from "#features/blocks/web/editors.ts";
import { Icon } from "#ui/icon.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { jumpOf, type Jump } from "../jump.ts";
import type { Session, SessionState } from "../session/session.ts";
import type { Found } from "./problems.ts";
import { editorOf } from "./use-actions.ts";
import { useObstacleWords } from "./use-obstacle-words.ts";
import { useWholeCourse } from "./use-whole-course.ts";

interface ProblemsPanelProps {
  readonly session: Session;
  readonly state: SessionState;
  readonly found: readonly Found[];
  readonly onJump: (to: Jump) => void;
}

/** Everything to mend before publishing, and advice; each leads to its place. The same checks as publishing makes, while one types. */
export function ProblemsPanel({ session, state, found, onJump }: ProblemsPanelProps) {
  const { t, i18n } = useLingui();
  const obstacleWords = useObstacleWords();
  const editors = useEditorsOf(found);
  const missing = useWholeCourse(session, state);
  const titleOf = (pageId: string) => state.work.pages[pageId]?.title.trim() || t`Untitled page`;
  const wordsOf = (one: Found): string => {
    if (one.of === "course") return obstacleWords(one.obstacle.code);
    const { code, values } = one.problem;
    const words = editors.get(one.block.kind)?.problemWords[code];
    return words ? i18n._({ ...words, values: { ...words.values, ...values } }) : t`Something is to be mended here`;
  };
  return (
    <section className="stack" aria-busy={missing > 0}>
      <h2 className="properties-title">
        <Trans>Before publishing</Trans>
      </h2>
      {missing > 0 && <Spinner label={t`The other pages are being checked.`} />}
      {found.length === 0 && missing === 0 && (
        <p className="problem" data-none>
          <Icon of={CircleCheck} />
          <span>
            <Trans>Nothing is to be mended. This course can be completed.</Trans>
          </span>
        </p>
      )}
      <ul className="problem-list">
        {found.map((one, nth) => {
          const severity = one.of === "course" ? "error" : one.problem.severity;
          const finding = one.of === "block" ? { code: one.problem.code, pageId: one.pageId, blockId: one.block.id } : one.obstacle;
          const { pageId, blockId } = finding;
          const place = one.of === "block" ? i18n._(blockMenu[one.block.kind].name) : t`The course`;
          const text = (
            <>
              <Icon of={severity === "error" ? CircleAlert : TriangleAlert} />
              <span>
                <span className="problem-words">{wordsOf(one)}</span>
                <span className="muted small">
                  {severity === "error" ? t`To be mended` : t`Advice`}
                  {" · "}
                  {place}
                  {pageId !== null && (
                    <>
                      {" · "}
                      <bdi>{titleOf(pageId)}</bdi>
                    </>
                  )}
                </span>
              </span>
            </>
          );
          return (
            // A place may have the same problem twice.
            <li key={`${pageId}:${blockId}:${nth}`} data-severity={severity}>
              <button type="button" className="problem" onClick={() => onJump(jumpOf(finding))}>
                {text}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The editors of the kinds that have problems, as they arrive: they have the words. */
function useEditorsOf(found: readonly Found[]): ReadonlyMap<Block["kind"], BlockEditor<Block>> {
  const [editors, setEditors] = useState<ReadonlyMap<Block["kind"], BlockEditor<Block>>>(new Map());
  const wanted = [...new Set(found.flatMap((one) => (one.of === "block" ? [one.block.kind] : [])))]
    .filter((kind) => !editors.has(kind))
    .join();
  useEffect(() => {
    let isCurrent = true;
    for (const kind of wanted === "" ? [] : (wanted.split(",") as Block["kind"][]))
      void editorOf(kind).then((editor) => isCurrent && setEditors((known) => new Map(known).set(kind, editor)));
    return () => void (isCurrent = false);
  }, [wanted]);
  return editors;
}
