import "./skeleton.css";

/** Grey placeholder shapes. Give them the final size, so that nothing shifts. */
export function Skeleton({ shape = "lines", count = 3 }: { shape?: "lines" | "block" | "cards" | "table"; count?: number }) {
  return (
    <div className="ui-skeleton" data-shape={shape} aria-hidden="true">
      {Array.from({ length: shape === "block" ? 1 : count }, (_, index) => (
        <div key={index} className="ui-bone" />
      ))}
    </div>
  );
}
