import { useLingui } from "@lingui/react/macro";
import { hasChanged } from "./hooks.ts";

/** Returns a function that says why publishing, or taking a course out of the catalog, was refused. */
export function useRefusal() {
  const { t } = useLingui();
  return (error: Error) =>
    hasChanged(error)
      ? t`Somebody else changed the course meanwhile. This page now shows the newest: look at it, then try again.`
      : error.message;
}
