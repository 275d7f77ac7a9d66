import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { LogoTile } from "#ui/logo-tile.tsx";
import type { switchablePortals } from "../contract.ts";
import type { Result } from "#platform/contract.ts";
import "./portal-row.css";

type Standing = Pick<Result<typeof switchablePortals>["portals"][number], "role" | "logo" | "tile">;

interface PortalRowProps {
  name: string;
  /** Undefined while it is not known. */
  standing: Standing | undefined;
  isHere?: boolean;
  /** Under what they are there. */
  more?: ReactNode;
  /** At the end of a row that leads somewhere. */
  icon?: ReactNode;
  /** Left out where the row leads nowhere. */
  onPress?: () => void;
  onPointed?: () => void;
}

/** A portal among those of somebody: its logo and what they are there; an item of a list with the class auth-portals. It brings nothing that the pages of getting in do not load. */
export function PortalRow({ name, standing, isHere = false, more, icon, onPress, onPointed }: PortalRowProps) {
  const { t } = useLingui();
  const roles = { Student: t`Student`, Author: t`Author`, Manager: t`Manager`, Admin: t`Administrator`, System: t`System admin` };
  const row = (
    <>
      <LogoTile key={standing?.logo} name={name} logo={standing?.logo} colors={standing?.tile} />
      <span className="auth-portal">
        <bdi>{name}</bdi>
        <span className="muted small">{[standing && roles[standing.role], isHere && t`You are here`].filter(Boolean).join(" · ")}</span>
        {more}
      </span>
    </>
  );
  if (!onPress) return <div className="auth-portal-row">{row}</div>;
  return (
    <button
      type="button"
      className="auth-portal-row"
      aria-current={isHere || undefined}
      onPointerMove={onPointed}
      onFocus={onPointed}
      onClick={onPress}
    >
      {row}
      {icon}
    </button>
  );
}
