import { useLingui } from "@lingui/react/macro";
import type { ComponentType, JSX, ReactNode } from "react";
import { ErrorState } from "#ui/error-state.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Dashboard } from "../contract.ts";
import type { PartName } from "../parts.ts";
import type { WidgetId } from "../widget-kinds.ts";
import { useRetryPart } from "./hooks.ts";

type WidgetProps = { id: WidgetId; name: ReactNode; link?: { to: string; label: ReactNode }; children: ReactNode };

/** The frame of a widget: its heading, an optional link to the full list, and its content. */
export function Widget({ id, name, link, children }: WidgetProps) {
  return (
    <section aria-labelledby={`widget-${id}`} className="dash-widget" data-widget={id}>
      <div className="section-head">
        <h2 id={`widget-${id}`}>{name}</h2>
        {link && <Link to={link.to}>{link.label}</Link>}
      </div>
      {children}
    </section>
  );
}

/** The data of a part. */
export type Part<Name extends PartName> = Extract<NonNullable<Dashboard[Name]>, { data: unknown }>["data"];

type PartOfProps<Name extends PartName> = {
  name: Name;
  dashboard: Dashboard | undefined;
  skeleton: "cards" | "lines" | "block";
  headingLevel?: 2 | 3;
  of: ComponentType<Part<Name>>;
};

/** The content of a widget for its part of the dashboard: a skeleton, the data, or the error with its own retry button (DASH-4). */
export function PartOf<Name extends PartName>({ name, dashboard, skeleton, headingLevel = 3, of: Of }: PartOfProps<Name>) {
  const { t } = useLingui();
  const retry = useRetryPart(name);
  const part = dashboard?.[name];
  if (!part) return <Skeleton shape={skeleton} />;
  if ("data" in part) return <Of {...(part.data as Part<Name> & JSX.IntrinsicAttributes)} />;
  return (
    <div className="card dash-pad">
      <ErrorState
        title={t`This part could not be loaded`}
        safe={t`The rest of the dashboard works.`}
        requestId={part.requestId}
        onRetry={() => retry.mutate()}
        isRetrying={retry.isPending}
        headingLevel={headingLevel}
      />
    </div>
  );
}
