import type { Serve } from "#platform/serve.ts";
import { may } from "#features/portal/permissions.ts";
import * as api from "../record-contract.ts";
import * as service from "./record-service.ts";

/** Mounts what is kept of one person beside profile and enrolments. */
export function recordRoutes(serve: Serve) {
  serve(api.getPersonFields, may("see-people"), ({ params }, context) => service.showFields(context, params.userId));
  serve.open(api.savePersonFields, ({ params, body }, context) => service.keepFields(context, params.userId, body.values), {
    rule: may("edit-people"),
  });
}
