import "./skeleton.css";

/** Grey shapes in the place of what is coming. Give it the final geometry, so that nothing shifts. */
export function Skeleton({ shape = "lines", count = 3 }: { shape?: "lines" | "block" | "cards" | "table"; count?: number }) {
  return (
    <div className="ui-skeleton" data-shape={shape} aria-hidden="true">
      {Array.from({ length: shape === "block" ? 1 : count }, (_, index) => (
        <div key={index} className="ui-bone" />
      ))}
    </div>
  );
}
