import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import "./state.css";

type EmptyStateProps = {
  title: string;
  message?: ReactNode;
  icon?: LucideIcon;
  action?: ReactNode;
  headingLevel?: 2 | 3 | 4;
};

/** Shown for an empty list: what will be here, and one action. "Nothing yet" and "nothing matches the filters" need different texts. */
export function EmptyState({ title, message, icon, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="ui-state">
      {icon && <Icon of={icon} size="l" />}
      <Heading>{title}</Heading>
      {message && <p className="muted">{message}</p>}
      {action && <div className="ui-state-actions">{action}</div>}
    </div>
  );
}
