import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { writesPages } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts writing the public pages about a portal. deps: told when what every request knows of the portal has changed. */
export function pageTextRoutes(serve: Serve, { portalChanged }: { readonly portalChanged: () => void }) {
  const rule = writesPages;
  serve(api.listPages, rule, (_, context) => service.showPages(context));
  serve.open(api.saveDraft, ({ params, body }, context) => service.saveDraft(context, params.page, body), { rule });
  serve.open(api.discardDraft, ({ params, body }, context) => service.discardDraft(context, params.page, body.revision), { rule });
  serve.open(
    api.publishPage,
    async ({ params, body }, context) => {
      const published = await service.publish(context, params.page, body.revision);
      portalChanged();
      return published;
    },
    { rule },
  );
  serve.open(
    api.restoreVersion,
    ({ params, body }, context) => service.restoreVersion(context, params.page, params.number, body.revision),
    { rule },
  );
}
