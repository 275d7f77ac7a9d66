import { useMemo } from "react";
import { qrOf } from "#platform/qr.ts";
import "./codes.css";

/** A text as a QR code, drawn here; `label` says in words what it leads to. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => qrOf(text), [text]);
  return (
    <svg className="code-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="currentColor" />
    </svg>
  );
}
