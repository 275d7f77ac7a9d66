import { useLingui } from "@lingui/react/macro";
import { ArrowRight, Check, CircleAlert } from "lucide-react";
import { Icon } from "#ui/icon.tsx";
import { LogoTile } from "#ui/logo-tile.tsx";
import { Tag } from "#ui/tag.tsx";
import type { switchablePortals } from "../contract.ts";
import type { Result } from "#platform/contract.ts";
import "./portal-row.css";

type Standing = Pick<Result<typeof switchablePortals>["portals"][number], "role" | "overdue" | "logo" | "tile">;

interface PortalRowProps {
  name: string;
  /** Undefined while it is not known. */
  standing: Standing | undefined;
  isHere?: boolean;
  /** Left out where the row leads nowhere. */
  onPress?: () => void;
  onPointed?: () => void;
}

/** A portal among those of somebody: its logo, what they are there and what is overdue; an item of a list with the class auth-portals. */
export function PortalRow({ name, standing, isHere = false, onPress, onPointed }: PortalRowProps) {
  const { t } = useLingui();
  const roles = { Student: t`Student`, Author: t`Author`, Manager: t`Manager`, Admin: t`Administrator`, System: t`System admin` };
  const overdue = standing?.overdue ?? 0;
  const row = (
    <>
      <LogoTile key={standing?.logo} name={name} logo={standing?.logo} colors={standing?.tile} />
      <span className="auth-portal">
        <bdi>{name}</bdi>
        <span className="muted small">{[standing && roles[standing.role], isHere && t`You are here`].filter(Boolean).join(" · ")}</span>
        {overdue > 0 && (
          <Tag tone="danger" icon={CircleAlert}>
            {t`${overdue} overdue`}
          </Tag>
        )}
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
      <Icon of={isHere ? Check : ArrowRight} size="m" flip={!isHere} />
    </button>
  );
}
