import "./progress.css";

type ProgressProps = {
  label: string;
  value: number;
  max?: number;
  /** The progress in words ("6 of 10 complete"); announced instead of a percentage, and shown with the label. */
  text?: string;
  isLabelVisible?: boolean;
};

/** A progress bar. Only for known amounts; for waiting of unknown length use Spinner or BusyRegion. */
export function Progress({ label, value, max = 100, text, isLabelVisible }: ProgressProps) {
  const percent = max > 0 ? Math.round(Math.min(1, Math.max(0, value / max)) * 100) : 0;
  return (
    <div>
      {isLabelVisible && (
        <div className="ui-progress-head" aria-hidden="true">
          <span>{label}</span>
          <bdi className="muted num">{text ?? `${percent}%`}</bdi>
        </div>
      )}
      <div
        className="ui-progress-track"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
      >
        <div className="ui-progress-fill" style={{ inlineSize: `${percent}%` }} />
      </div>
    </div>
  );
}
