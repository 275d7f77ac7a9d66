import { Trans } from "@lingui/react/macro";
import { Time } from "#ui/time.tsx";
import type { Move } from "../../scheduled.ts";
import { useMoveNames } from "./use-move-words.ts";

/** What becomes of the people who completed a course, in a few words, with the day until which they do it again. */
export function CompletedWords({ move: { completed, retakeBy } }: { move: Move }) {
  const names = useMoveNames();
  if (!retakeBy) return names.completed[completed];
  return (
    <Trans>
      Do it again by <Time instant={`${retakeBy}T12:00:00Z`} kind="date" zone="UTC" />
    </Trans>
  );
}
