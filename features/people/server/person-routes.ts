import type { Serve } from "#platform/serve.ts";
import { managesPeople } from "#features/roles/policy.ts";
import * as api from "../person-contract.ts";
import * as service from "./person-service.ts";

/** Mounts one person's page. */
export function personRoutes(serve: Serve) {
  serve(api.getPerson, managesPeople, ({ params }, context) => service.showPerson(context, params.userId));
  serve(api.listPersonEnrolments, managesPeople, ({ params }, context) => service.showEnrolments(context, params.userId));
  serve.open(api.savePerson, ({ params, body }, context) => service.keepPerson(context, params.userId, body), { rule: managesPeople });
}
