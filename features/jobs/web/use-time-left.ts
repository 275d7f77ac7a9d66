import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import type { Job } from "../contract.ts";

/** How long a running job still takes, in words; null while that is not known. */
export function useTimeLeft({ secondsLeft }: Pick<Job, "secondsLeft">): string | null {
  const { t } = useLingui();
  if (secondsLeft === null) return null;
  if (secondsLeft < 60) return t`less than a minute left`;
  const minutes = Math.ceil(secondsLeft / 60);
  return t`about ${plural(minutes, { one: "# minute left", other: "# minutes left" })}`;
}
