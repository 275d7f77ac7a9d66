import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Eye, Pencil, Plus } from "lucide-react";
import * as z from "zod/mini";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { CallError } from "#platform/call.ts";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { BusyRegion } from "#ui/busy-region.tsx";
import { Button } from "#ui/button.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { IconButton } from "#ui/icon-button.tsx";
import { lazyPart } from "#ui/lazy-part.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { toast } from "#ui/toast.ts";
import { useUrlState } from "#ui/use-url-state.ts";
import { mostLayouts } from "../layout-terms.ts";
import type { Layouts } from "../layouts.ts";
import { layoutsQuery, useSaveLayouts } from "./hooks.ts";
import "./widgets.css";

const LayoutForm = lazyPart(() => import("./layout-form.tsx"));
const LayoutRows = lazyPart(() => import("./layout-rows.tsx"));
const Preview = lazyPart(() => import("./preview.tsx"));

/** edit: the number of the layout that is changed, 0 for everybody else's, or new. preview: the same, or a person. Empty where nothing is open. */
const shape = {
  edit: z.string().check(z.regex(/^(new|\d{1,15})?$/)),
  preview: z.string().check(z.regex(/^(person|\d{1,15})?$/)),
};
const defaults = { edit: "", preview: "" };

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client) => client.prefetchQuery(layoutsQuery);

/** Manage Widgets (specification §2; DASH-2, DASH-3): what stands on the dashboards of the portal's people. */
export default function ManageWidgetsPage() {
  const { t } = useLingui();
  const query = useQuery(layoutsQuery);
  const save = useSaveLayouts();
  const { state, set } = useUrlState(shape, defaults);
  const { data, error } = query;
  const edited = data?.layouts.find(({ id }) => String(id) === state.edit) ?? null;
  const closeForm = () => set({ edit: "" }, { replace: true });
  const isFull = (data?.layouts.length ?? 0) >= mostLayouts;

  /** Saves, and offers to take it back. */
  const keep = (next: Omit<Layouts, "revision">, before: Omit<Layouts, "revision">, done: string) =>
    save.mutate(next, {
      onSuccess: () =>
        toast({
          tone: "success",
          title: done,
          action: { label: t`Undo`, onPress: () => keep(before, next, t`The dashboards are as before`) },
        }),
      onError: (failure) => toast({ tone: "danger", title: t`The dashboards were not changed`, message: failure.message }),
    });

  return (
    <div className="page">
      <PageHeader
        title={t`Manage Widgets`}
        description={t`What stands on people’s dashboards, and what they may move and hide themselves.`}
        actions={
          data &&
          state.preview === "" && (
            <>
              <Button icon={Eye} onPress={() => set({ preview: "person" })}>
                <Trans>Preview as a person</Trans>
              </Button>
              {!isFull && (
                <Button variant="primary" icon={Plus} onPress={() => set({ edit: "new" })}>
                  <Trans>Add a layout</Trans>
                </Button>
              )}
            </>
          )
        }
      />
      <SectionTabs of="portal" />
      <BusyRegion isBusy={query.isPending} label={t`Loading layouts`} skeleton={<Skeleton shape="table" count={3} />}>
        {error && !data && (
          <ErrorState
            title={t`The layouts could not be loaded`}
            safe={t`Nothing was changed.`}
            next={error.message}
            requestId={error instanceof CallError ? error.requestId : ""}
            onRetry={() => void query.refetch()}
            isRetrying={query.isFetching}
          />
        )}
        {data && state.preview !== "" && (
          <Preview
            key={state.preview}
            of={state.preview}
            layouts={data}
            onClose={() => set({ preview: "" })}
            meanwhile={<Skeleton shape="cards" />}
          />
        )}
        {data && state.preview === "" && (
          <div className="widget-layouts stack">
            {isFull && (
              <p className="muted">
                <Trans>A portal has {mostLayouts} layouts at most. Delete one to add another.</Trans>
              </p>
            )}
            {data.layouts.length > 0 && (
              <>
                <p className="muted">
                  <Trans>Each person has the first layout whose condition they fit.</Trans>
                </p>
                <LayoutRows
                  layouts={data.layouts}
                  onEdit={(id) => set({ edit: String(id) })}
                  onPreview={(id) => set({ preview: String(id) })}
                  onDelete={(id) =>
                    keep({ ...data, layouts: data.layouts.filter((one) => one.id !== id) }, data, t`The layout was deleted`)
                  }
                  onOrder={(ids) =>
                    keep(
                      { ...data, layouts: data.layouts.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) },
                      data,
                      t`The order was changed`,
                    )
                  }
                  meanwhile={<Skeleton shape="table" count={data.layouts.length} />}
                />
              </>
            )}
            <div className="card widget-everybody">
              <div>
                <h2>{data.layouts.length > 0 ? <Trans>Everybody else</Trans> : <Trans>Everybody</Trans>}</h2>
                <p className="muted small">
                  {data.layouts.length > 0 ? (
                    <Trans>Whoever fits no layout above.</Trans>
                  ) : (
                    <Trans>All people of the portal. Add a layout where some of them need another one.</Trans>
                  )}
                </p>
              </div>
              <div className="row">
                <IconButton icon={Eye} label={t`Preview the layout for everybody else`} onPress={() => set({ preview: "0" })} />
                <IconButton icon={Pencil} label={t`Change the layout for everybody else`} onPress={() => set({ edit: "0" })} />
              </div>
            </div>
          </div>
        )}
      </BusyRegion>
      {data && (edited || state.edit === "new" || state.edit === "0") && (
        <LayoutForm
          key={state.edit}
          of={state.edit === "0" ? "everybody" : edited}
          layouts={data}
          onSave={(next, failed) =>
            save.mutate(next, {
              onSuccess: () => {
                closeForm();
                toast({
                  tone: "success",
                  title: t`The dashboards were arranged`,
                  action: { label: t`Undo`, onPress: () => keep(data, next, t`The dashboards are as before`) },
                });
              },
              onError: failed,
            })
          }
          isPending={save.isPending}
          onClose={closeForm}
          onGiveUp={closeForm}
        />
      )}
    </div>
  );
}
