import "./spinner.css";

/** Waiting of unknown length. Full screen only when the whole page changes (another portal). */
export function Spinner({ label, isFullScreen }: { label: string; isFullScreen?: boolean }) {
  return (
    <div role="status" className="ui-spinner" data-full-screen={isFullScreen || undefined}>
      <span className="ui-spinner-mark" aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}
