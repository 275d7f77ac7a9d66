import { useLingui } from "@lingui/react/macro";
import type { DurationBand } from "../contract.ts";

/** Returns a function that describes a duration band: "Up to 15 min". */
export function useBandWords(): (band: DurationBand) => string {
  const { t } = useLingui();
  return (band) => (band === "short" ? t`Up to 15 min` : band === "medium" ? t`15 min to 1 hour` : t`Over 1 hour`);
}
