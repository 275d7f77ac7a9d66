import { Trans, useLingui } from "@lingui/react/macro";
import { BlockRuleLeft } from "#features/blocks/web/block-parts.tsx";
import { isAskedBy } from "#features/blocks/learning.ts";
import type { Lesson } from "./lessons.ts";
import type { Learning } from "./use-learning.ts";

/** What is missing until a lesson is complete, beside the button that leads on: "8 s left", "Watch 90% first". */
export function WhatsLeft({ id, lesson: { page }, learning }: { id: string; lesson: Lesson; learning: Learning }) {
  const { i18n } = useLingui();
  const seconds = learning.secondsLeft(page);
  const isShort = seconds < 120;
  const time = i18n.number(isShort ? seconds : Math.ceil(seconds / 60), {
    style: "unit",
    unit: isShort ? "second" : "minute",
    unitDisplay: "short",
  });
  return (
    <span id={id} className="viewer-left muted small num">
      {page.blocks.filter(isAskedBy(page.rule)).map((block) => (
        <span key={block.id}>
          <BlockRuleLeft block={block} rule={page.rule} state={learning.stateOf(block, page)} />
        </span>
      ))}
      {seconds > 0 && (
        <bdi>
          <Trans>{time} left</Trans>
        </bdi>
      )}
    </span>
  );
}
