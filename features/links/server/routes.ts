import { signedIn } from "#platform/actor.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { followQuickLink } from "../follow-contract.ts";
import { setsQuickLinks } from "../policy.ts";
import { checkNow, countClick, type Checking } from "./health.ts";
import { signedLinkRoute, type OpeningDeps } from "./opening.ts";
import * as service from "./service.ts";

interface QuickLinkDeps extends OpeningDeps {
  /** Told when what the portal shows has changed. */
  readonly portalChanged: () => void;
  readonly checking: Checking;
  /** Counts a check that asks others; throws 429 when a portal makes too many. */
  readonly countCheck: (portalId: number) => Promise<void>;
}

/** Mounts setting the quick links of a portal, opening signed ones, and counting who follows them. */
export function quickLinkRoutes(serve: Serve, { portalChanged, checking, countCheck, ...opening }: QuickLinkDeps) {
  const rule = setsQuickLinks;
  const changed = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work;
    portalChanged();
    return done;
  };
  serve(api.listQuickLinks, rule, (_, context) => service.showQuickLinks(context));
  serve(api.tryQuickLinkAudience, rule, ({ body }, context) => service.tryAudience(context, body.condition));
  serve.open(api.createQuickLink, ({ body }, context) => changed(service.createQuickLink(context, body, opening.secret)), { rule });
  serve.open(
    api.saveQuickLink,
    ({ params, body }, context) => changed(service.saveQuickLink(context, params.linkId, body, opening.secret)),
    { rule },
  );
  serve.open(api.changeQuickLink, ({ params, body }, context) => changed(service.changeState(context, params.linkId, body.change)), {
    rule,
  });
  serve.open(api.renewLinkSecret, ({ params }, context) => service.renewSecret(context, params.linkId, opening.secret), { rule });
  signedLinkRoute(serve, opening);
  serve.open(api.checkQuickLink, ({ params }, context) => checkNow(context, params.linkId, checking, countCheck), { rule });
  serve(followQuickLink, signedIn, ({ params }, context) => countClick(context, params.linkId));
  serve.open(api.orderQuickLinks, ({ body }, context) => changed(service.orderQuickLinks(context, body.ids)), { rule });
}
