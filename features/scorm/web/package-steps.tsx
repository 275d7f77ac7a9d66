import { useLingui } from "@lingui/react/macro";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useId } from "react";
import { announce } from "#ui/announce.ts";
import { Button } from "#ui/button.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import type { Navigation } from "../launcher/protocol.ts";
import type { PackageRun } from "./package-run.ts";

type PackageStepsProps = {
  run: PackageRun;
  navigation: Navigation;
  /** Whether the package's rules have just refused to go where the learner wanted. */
  isBlocked: boolean;
  /** The part that the last press of Next did not leave, because the next one waits for it. */
  heldAt: string | null;
  /** The title of the part after the current one; null at the last. */
  next: string | null;
  /** Whether the current part is complete: then continuing is the main action. */
  isComplete: boolean;
  /** Shows the result, at the last part of a package without rules of its own; null where the package's rules say what may follow. */
  onFinish: (() => void) | null;
};

/**
 * Previous and Next, and beside Next why it does not lead on. A part that the next one waits for is not left by the first press: it would be loaded again.
 * The second press leaves it all the same, since some packages report their end only when they are left.
 */
export function PackageSteps({ run, navigation, isBlocked, heldAt, next, isComplete, onFinish }: PackageStepsProps) {
  const { t } = useLingui();
  const whyId = useId();
  const { current, isRunning, canContinue, canPrevious } = navigation;
  const waits = isRunning && navigation.nextWaits && next !== null;
  const wasPressed = waits && heldAt === current;
  const again = t`This part is not complete yet. If you have finished it, press Next part again.`;
  useEffect(() => {
    if (wasPressed) announce(again);
  }, [wasPressed, again]);
  const why = wasPressed
    ? again
    : waits
      ? t`"${next}" opens once this part is complete.`
      : isBlocked && isRunning
        ? t`The course does not open that part yet. Complete this one first.`
        : isRunning && !canContinue && next !== null
          ? t`Choose the next part in the outline.`
          : null;
  const finish = next === null && !canContinue ? onFinish : null;
  function goOn() {
    if (finish) return finish();
    run.go("continue", { unlessWaits: next !== null && !wasPressed });
  }
  return (
    <div className="scorm-steps">
      <IconButton label={t`Previous part`} icon={ChevronLeft} flip isDisabled={!canPrevious} onPress={() => run.go("previous")} />
      <p id={whyId} className="scorm-why small" role="status" data-pressed={wasPressed || undefined}>
        {why !== null && <bdi>{why}</bdi>}
      </p>
      <Button
        iconEnd={ChevronRight}
        variant={isComplete ? "primary" : "secondary"}
        isDisabled={!canContinue && !finish}
        aria-describedby={why === null ? undefined : whyId}
        onPress={goOn}
      >
        {next === null ? t`Finish` : t`Next part`}
      </Button>
    </div>
  );
}
