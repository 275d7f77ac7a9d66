import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { setsQuickLinks } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts setting the quick links of a portal. deps: told when what the portal shows has changed. */
export function quickLinkRoutes(serve: Serve, { portalChanged }: { readonly portalChanged: () => void }) {
  const rule = setsQuickLinks;
  const changed = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work;
    portalChanged();
    return done;
  };
  serve(api.listQuickLinks, rule, (_, context) => service.showQuickLinks(context));
  serve(api.tryQuickLinkAudience, rule, ({ body }, context) => service.tryAudience(context, body.condition));
  serve.open(api.createQuickLink, ({ body }, context) => changed(service.createQuickLink(context, body)), { rule });
  serve.open(api.saveQuickLink, ({ params, body }, context) => changed(service.saveQuickLink(context, params.linkId, body)), { rule });
  serve.open(api.changeQuickLink, ({ params, body }, context) => changed(service.changeState(context, params.linkId, body.change)), {
    rule,
  });
  serve.open(api.orderQuickLinks, ({ body }, context) => changed(service.orderQuickLinks(context, body.ids)), { rule });
}
