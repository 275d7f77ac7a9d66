import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { toast } from "#ui/toast.ts";
import * as api from "../arranging-contract.ts";
import type { Arrangement, Dashboard } from "../contract.ts";
import type { Layout } from "../layout.ts";
import { partNames } from "../parts.ts";
import { dashboardQuery } from "./hooks.ts";

/** Whether a widget is shown whose part of the dashboard was not asked for, because it was hidden. */
const lacksPart = (dashboard: Dashboard) => partNames.some((name) => !dashboard.layout.hidden.includes(name) && !dashboard[name]);

/** The newest change; the cache holds a copy of it. */
let newest: Layout | null = null;

/**
 * Shows an arrangement at once and saves it; null is that of the portal, which comes with the answer. When the server refuses, the previous one returns and `onError`
 * gets the reason.
 */
function useSaveLayout(onError: (error: Error) => void) {
  const client = useQueryClient();
  const { queryKey } = dashboardQuery;
  const show = (layout: Layout) => client.setQueryData(queryKey, (known) => known && { ...known, layout });
  const save = useMutation({
    // One after another, so that the last change wins.
    scope: { id: "dashboard-layout" },
    mutationFn: ({ next }: { next: Layout | null; before: Layout }) =>
      next ? call(api.saveWidgets, { body: next }) : call(api.resetWidgets, undefined),
    onSuccess: (reply, { next }) => {
      // A change that came meanwhile stays; its own answer follows.
      if (newest !== next) return;
      const now = client.setQueryData(queryKey, (known) => known && { ...known, ...reply });
      if (now && lacksPart(now)) void client.invalidateQueries({ queryKey });
    },
    onError: (error, { next, before }) => {
      if (newest === next) show(before);
      onError(error);
    },
  });
  return (next: Layout | null, before: Layout) => {
    newest = next;
    if (next) show(next);
    save.mutate({ next, before });
  };
}

let closeLastToast: (() => void) | undefined;

/** Changes the arrangement at once and saves it, with an Undo that works after leaving the screen too. Null: as the portal has arranged it. */
export function useChangeLayout() {
  const { t } = useLingui();
  const save = useSaveLayout((error) => toast({ tone: "danger", title: t`The dashboard was not changed`, message: error.message }));
  return (next: Layout | null, before: Arrangement) => {
    if (next === before.layout) return;
    closeLastToast?.();
    save(next, before.layout);
    closeLastToast = toast({
      tone: "success",
      title: t`Dashboard changed`,
      action: { label: t`Undo`, onPress: () => save(before.isOwn ? before.layout : null, next ?? before.layout) },
    });
  };
}
