import { useState, type CSSProperties } from "react";
import "./logo-tile.css";

interface LogoTileProps {
  name: string;
  /** Null where there is none; undefined while that is not known. */
  logo: string | null | undefined;
  /** Behind the logo or the initial, and of the initial; without them it is grey. */
  colors: { readonly background: string; readonly text: string } | undefined;
}

/**
 * The logo of one of several, beside its name, which says the same in words; its initial where there is no logo, or it does not come. Always of one size. The
 * colours are those for which a logo was drawn, in both modes.
 */
export function LogoTile({ name, logo, colors }: LogoTileProps) {
  const [isMissing, setMissing] = useState(false);
  const style = colors && ({ "--tile-bg": colors.background, "--tile-fg": colors.text } as CSSProperties);
  return (
    <span className="ui-logo-tile" aria-hidden="true" style={style}>
      {logo && !isMissing ? <img src={logo} alt="" loading="lazy" decoding="async" onError={() => setMissing(true)} /> : [...name][0]}
    </span>
  );
}
