import { signedIn } from "#platform/actor.ts";
import { may } from "#features/portal/permissions.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { keepsRecords } from "../policy.ts";
import * as erasures from "./erasure-service.ts";
import * as merges from "./merge-service.ts";
import * as service from "./service.ts";

/** Mounts what becomes of a person's records as a whole: exported, merged, erased. */
export function lifecycleRoutes(serve: Serve) {
  serve(api.getDataExport, signedIn, (_, context) => service.showOwnExport(context));
  serve(api.startDataExport, signedIn, (_, context) => service.startExport(context, context.actor.userId));
  serve(api.exportPerson, keepsRecords, ({ params }, context) => service.startExport(context, params.userId));

  const rule = keepsRecords;
  serve.open(api.previewErasure, ({ params }, context) => erasures.showErasure(context, params.userId), { rule });
  serve.open(api.askErasure, ({ params, body }, context) => erasures.askErasure(context, params.userId, body), { rule });
  serve.open(api.cancelErasure, ({ params }, context) => erasures.cancelErasure(context, params.userId), { rule });
  serve.open(api.previewMerge, ({ params }, context) => merges.showMerge(context, params.userId, params.otherId), { rule });
  serve.open(api.mergePeople, ({ params, body }, context) => merges.startMerge(context, params.userId, params.otherId, body), { rule });
  serve(api.listLike, rule, ({ params, query }, context) => merges.showLike(context, params.userId, query.q));
  serve(api.listDuplicates, rule, (_, context) => merges.showDuplicates(context));
  serve(api.findMerged, may("see-people"), ({ params }, context) => merges.showMerged(context, params.userId));
}
