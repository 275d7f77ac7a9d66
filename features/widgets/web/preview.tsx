import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { CallError } from "#platform/call.ts";
import { Banner } from "#ui/banner.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { SearchComboBox } from "#ui/search-combo-box.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { Layouts } from "../layouts.ts";
import { previewedQuery, previewQuery, tryLayoutQuery } from "./hooks.ts";

// The screen that learners open has it, so nothing of it is loaded twice.
const DashboardView = lazyPart(async () => ({ default: (await import("#features/dashboard/web/dashboard-page.tsx")).DashboardView }));

type Person = { id: number; name: string };
type Props = {
  /** The number of a layout, 0 for everybody else's, or "person" for what somebody sees. */
  of: string;
  layouts: Layouts;
  onClose: () => void;
};

/** The dashboard of somebody of a layout's audience, or of anybody, as they would see it; nothing in it can be pressed (DASH-3). */
export default function Preview({ of, layouts, onClose }: Props) {
  const { t } = useLingui();
  const user = useSignedIn()?.User;
  const layout = layouts.layouts.find(({ id }) => String(id) === of);
  const audience = useQuery({ ...tryLayoutQuery(layout?.audience ?? { kind: "all", of: [] }), enabled: layout !== undefined });
  const [chosen, setChosen] = useState<Person | null>(null);
  const [q, setQ] = useState("");
  const found = useQuery(previewedQuery(q));
  const first = layout ? audience.data?.sample[0] : of === "0" && user ? { id: user.Id, name: user.Email } : undefined;
  const person = chosen ?? first ?? null;
  const offered = layout && q === "" ? (audience.data?.sample ?? []) : (found.data?.rows ?? []);
  const name = layout?.name ?? "";
  return (
    <section className="stack widget-previewing" aria-labelledby="widget-preview">
      <div className="row-between">
        <h2 id="widget-preview">
          {layout ? (
            <Trans>
              Preview of “<bdi>{name}</bdi>”
            </Trans>
          ) : of === "0" ? (
            <Trans>Preview of the layout for everybody else</Trans>
          ) : (
            <Trans>Preview as a person</Trans>
          )}
        </h2>
        <Button onPress={onClose}>
          <Trans>Back to the layouts</Trans>
        </Button>
      </div>
      <div className="widget-preview-who">
        <SearchComboBox
          key={first?.id ?? 0}
          label={t`With the courses of`}
          description={
            of === "person"
              ? t`You see the dashboard as they have it, with what they moved themselves.`
              : t`You see the layout with their courses, without what they moved themselves.`
          }
          options={offered.map(({ id, name: label, email }) => ({ id: String(id), label, description: email }))}
          value={person && { id: String(person.id), label: person.name }}
          onChange={(one) => setChosen(one && { id: Number(one.id), name: one.label })}
          onSearch={setQ}
        />
      </div>
      {layout && audience.data?.total === 0 && !chosen && (
        <Banner tone="neutral">
          <Trans>Nobody fits the condition of this layout now. Choose somebody to see it with their courses.</Trans>
        </Banner>
      )}
      {person && <Shown userId={person.id} layoutId={of === "person" ? null : Number(of)} revision={layouts.revision} />}
    </section>
  );
}

/** Keeps presses, by pointer or keyboard, from what is shown; screen readers read it all the same. Returns what takes the listeners away. */
function keepStill(element: HTMLElement | null) {
  const still = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation();
  };
  const kinds = ["click", "pointerdown", "keydown", "keyup"] as const;
  for (const kind of kinds) element?.addEventListener(kind, still, { capture: true });
  return () => {
    for (const kind of kinds) element?.removeEventListener(kind, still, { capture: true });
  };
}

function Shown({ userId, layoutId, revision }: { userId: number; layoutId: number | null; revision: number }) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(previewQuery({ userId, layoutId }, revision));
  const name = data?.person.name ?? "";
  if (error)
    return (
      <ErrorState
        title={t`The dashboard could not be shown`}
        safe={t`Nothing was changed.`}
        next={error.message}
        requestId={error instanceof CallError ? error.requestId : ""}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (!data) return <Skeleton shape="cards" />;
  return (
    <>
      <p className="muted small" role="status">
        <Trans>
          This is what <bdi>{name}</bdi> sees. Nothing here can be pressed, and the audit log says that you looked.
        </Trans>
      </p>
      <div ref={keepStill} className="dash widget-preview">
        <DashboardView
          dashboard={data.dashboard}
          announcement={data.announcement}
          links={data.links}
          meanwhile={<Skeleton shape="cards" />}
        />
      </div>
    </>
  );
}
