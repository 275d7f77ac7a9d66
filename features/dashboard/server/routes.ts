import type { OutlineMemory } from "#features/courses/server/service.ts";
import type { Portal } from "#features/portal/server/directory.ts";
import { signedIn } from "#platform/actor.ts";
import type { Serve } from "#platform/serve.ts";
import { resetWidgets, saveWidgets } from "../arranging-contract.ts";
import { getDashboard } from "../contract.ts";
import { dashboardAhead, keepWidgets, showDashboard } from "./service.ts";

/** Mounts the student dashboard. All calls are about the person asking; none names another person. */
export function dashboardRoutes(serve: Serve, { outlines }: { outlines: OutlineMemory }) {
  serve(
    getDashboard,
    signedIn,
    ({ query }, { db, actor, http, language }) =>
      showDashboard(db, actor, {
        outlines,
        portal: http.portal as Portal,
        language,
        parts: query.parts,
        requestId: http.requestId,
        now: new Date(),
        onFailure: (part, error) => http.raw.request.log.error({ err: error, part }, "a part of the dashboard failed"),
      }),
    { ahead: ({ query }, asker, http) => dashboardAhead(asker, http.portal as Portal | null, query.parts) },
  );
  serve(saveWidgets, signedIn, ({ body }, context) => keepWidgets(context, body));
  serve(resetWidgets, signedIn, (_, context) => keepWidgets(context, null));
}
