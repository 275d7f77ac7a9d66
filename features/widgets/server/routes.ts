import type { OutlineMemory } from "#features/courses/server/service.ts";
import type { AudienceOf } from "#features/portal/server/service.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { arrangesWidgets } from "../policy.ts";
import * as service from "./service.ts";

interface Deps {
  readonly outlines: OutlineMemory;
  readonly audienceOf: AudienceOf;
  /** Told when what the portal shows has changed. */
  readonly portalChanged: () => void;
}

/** Mounts arranging the dashboards of a portal's people. */
export function widgetRoutes(serve: Serve, { portalChanged, ...deps }: Deps) {
  const rule = arrangesWidgets;
  serve(api.showLayouts, rule, (_, context) => service.showLayouts(context));
  serve(api.tryLayoutAudience, rule, ({ body }, context) => service.tryAudience(context, body.condition));
  serve(api.findPreviewed, rule, ({ query }, context) => service.findPeople(context, query.q));
  serve(api.previewDashboard, rule, ({ body }, context) => service.previewDashboard(context, body, deps));
  serve.open(
    api.saveLayouts,
    async ({ body }, context) => {
      const saved = await service.saveLayouts(context, body);
      portalChanged();
      return saved;
    },
    { rule },
  );
}
