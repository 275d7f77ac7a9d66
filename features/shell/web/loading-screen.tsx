import { useLingui } from "@lingui/react/macro";
import { Spinner } from "#ui/spinner.tsx";

/** Shown while the first screen's code loads: the outline of a page below the header, or a spinner for a screen without a header. */
export function LoadingScreen({ isBare = false }: { isBare?: boolean }) {
  const { t } = useLingui();
  if (isBare) return <Spinner label={t`Loading`} isFullScreen />;
  return (
    <div className="page shell-waiting" aria-busy="true">
      <p role="status" className="visually-hidden">{t`Loading`}</p>
      <div className="shell-bone" />
      <div className="shell-bone" />
    </div>
  );
}
