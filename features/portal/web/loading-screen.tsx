import { useLingui } from "@lingui/react/macro";
import { Spinner } from "#ui/spinner.tsx";

/** Shown while the first screen's code is on its way. */
export function LoadingScreen() {
  const { t } = useLingui();
  return <Spinner label={t`Loading`} isFullScreen />;
}
