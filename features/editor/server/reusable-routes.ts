import { may } from "#features/portal/permissions.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../reusable-contract.ts";
import * as reusable from "./reusable.ts";
import { mostBytes } from "./service.ts";

/** Mounts reusable blocks: who makes courses sees and uses all of the portal. */
export function reusableRoutes(serve: Serve) {
  const makes = may("make-courses");
  const large = { bodyLimit: mostBytes };
  serve(api.listReusable, makes, ({ query }, context) => reusable.listReusable(context, query));
  serve(api.readRevisions, makes, ({ query }, context) => reusable.readRevisions(context, query.ids));
  serve(api.readReusable, makes, ({ params }, context) => reusable.readReusable(context, params.reusableId), { isLarge: true });
  serve(api.listUses, makes, ({ params, query }, context) => reusable.listUses(context, params.reusableId, query));
  serve(api.makeReusable, makes, ({ params, body }, context) => reusable.makeReusable(context, params.courseId, body), large);
  serve(api.takeReusable, makes, ({ params }, context) => reusable.takeReusable(context, params.courseId, params.reusableId), {
    isLarge: true,
  });
  serve(
    api.saveReusable,
    makes,
    ({ params, body }, context) => reusable.saveReusable(context, params.courseId, params.reusableId, body),
    large,
  );
  serve(api.changeReusable, makes, ({ params, body }, context) => reusable.changeReusable(context, params.reusableId, body));
}
