import { useEffect, useEffectEvent } from "react";
import { onLive } from "#platform/web/live-channel.ts";
import { useJobsAgain } from "./hooks.ts";

/** Listens to the live channel while `isOn`, and asks for jobs again when it says so. */
export function useLiveJobs(isOn: boolean) {
  const askAgain = useJobsAgain();
  const again = useEffectEvent(() => void askAgain());
  useEffect(() => (isOn ? onLive("jobs", () => again()) : undefined), [isOn]);
}
