import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Move } from "../../scheduled.ts";

type Words = {
  readonly inProgress: Readonly<Record<Move["inProgress"], string>>;
  readonly completed: Readonly<Record<Move["completed"], string>>;
};

/** What can become of the people in a course, in a few words each. */
export function useMoveNames(): Words {
  const { t } = useLingui();
  return {
    inProgress: { finish: t`Finish the version they started`, move: t`Go on in the new version`, restart: t`Start again` },
    completed: { leave: t`Stay completed`, equivalent: t`Count for the new version too`, retake: t`Do it again` },
  };
}

/** What each choice does to how many people, as a sentence. */
export function useMoveEffects() {
  const { t } = useLingui();
  const inProgress = (value: number): Words["inProgress"] => ({
    finish: t`${plural(value, {
      one: "# person goes on in the version they started, to its end.",
      other: "# people go on in the version they started, to its end.",
    })}`,
    move: t`${plural(value, {
      one: "# person gets the new version and keeps what they did on every page and block that stays the same.",
      other: "# people get the new version and keep what they did on every page and block that stays the same.",
    })}`,
    restart: t`${plural(value, {
      one: "# person starts the new version from its beginning. What they did stays in their records.",
      other: "# people start the new version from its beginning. What they did stays in their records.",
    })}`,
  });
  const completed = (value: number): Words["completed"] => ({
    leave: t`${plural(value, {
      one: "# person keeps the result, for the version they completed.",
      other: "# people keep their results, for the version they completed.",
    })}`,
    equivalent: t`${plural(value, {
      one: "# person keeps the result, and it counts as if they had completed the new version.",
      other: "# people keep their results, and these count as if they had completed the new version.",
    })}`,
    retake: t`${plural(value, {
      one: "# person has to do the new version. The earlier result stays in their records.",
      other: "# people have to do the new version. Their earlier results stay in their records.",
    })}`,
  });
  return { inProgress, completed };
}
