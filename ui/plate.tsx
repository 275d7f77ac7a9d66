import { PLATE_HEIGHT, PLATE_WIDTH, plateShapes } from "./plate-art.ts";
import "./plate.css";

/** The generated cover of something without a picture; the same seed gives the same plate. Decorative. */
export function Plate({ seed, shape = "wide" }: { seed: string; shape?: "wide" | "box" }) {
  return (
    <svg
      className="ui-plate"
      data-shape={shape}
      viewBox={`0 0 ${PLATE_WIDTH} ${PLATE_HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {plateShapes(seed).map(({ path, tone, stroke }) => (
        <path
          key={path}
          d={path}
          fill={stroke ? "none" : `var(--plate-${tone})`}
          stroke={`var(--plate-${tone})`}
          // Filled shapes get a thin outline, so that no seam shows between two of the same colour.
          strokeWidth={stroke ?? 0.6}
        />
      ))}
    </svg>
  );
}
