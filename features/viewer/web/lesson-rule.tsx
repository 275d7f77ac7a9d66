import { Trans } from "@lingui/react/macro";
import { CircleCheck, CircleDashed } from "lucide-react";
import { learningOf } from "#features/blocks/learning.ts";
import { BlockRuleNote, BlockRuleWords } from "#features/blocks/web/block-parts.tsx";
import { Icon } from "#ui/icon.tsx";
import type { LessonPageProps } from "./lesson-page.tsx";
import { useRuleWords } from "./use-rule-words.ts";

/** When this lesson is complete, in words, and whether it is. */
export default function LessonRule({ lesson, learning }: LessonPageProps) {
  const ruleWords = useRuleWords();
  const { page } = lesson;
  const isDone = lesson.state === "complete" && !lesson.isSaving;
  const asked = page.blocks.filter((block) => learningOf(block).asks(page.rule));
  const kinds = [...new Map(asked.map((block) => [block.kind, block])).values()];
  const { before, after } = ruleWords(page, kinds.length > 0);
  return (
    <div className="lesson-rule" data-done={isDone}>
      <Icon of={isDone ? CircleCheck : CircleDashed} />
      <div>
        {isDone ? (
          <p>
            <Trans>This lesson is complete.</Trans>
          </p>
        ) : (
          <p className="lesson-rule-words">
            {before.map((words) => (
              <span key={words}>{words}</span>
            ))}
            {kinds.map((block) => (
              <span key={block.kind}>
                <BlockRuleWords block={block} rule={page.rule} />
              </span>
            ))}
            {after.map((words) => (
              <span key={words}>{words}</span>
            ))}
          </p>
        )}
        {!isDone &&
          asked.map((block) => (
            <p key={block.id} className="lesson-rule-note muted small num">
              <BlockRuleNote block={block} state={learning.stateOf(block, page)} />
            </p>
          ))}
      </div>
    </div>
  );
}
