import type { Serve } from "#platform/serve.ts";
import { serveExport } from "#platform/list/server/serve-export.ts";
import { managesPeople } from "#features/roles/policy.ts";
import * as api from "../person-contract.ts";
import * as enrolments from "./enrolment-service.ts";
import * as members from "./member-service.ts";
import * as service from "./person-service.ts";

/** Mounts one person's page. */
export function personRoutes(serve: Serve) {
  const rule = managesPeople;
  serve(api.getPerson, rule, ({ params }, context) => service.showPerson(context, params.userId));
  serve.open(api.savePerson, ({ params, body }, context) => service.keepPerson(context, params.userId, body), { rule });

  serve.open(api.addPerson, ({ body }, context) => members.addPerson(context, body), { rule });
  serve.open(api.setStatus, ({ params, body }, context) => members.setStatus(context, params.userId, body), { rule });
  serve(api.listStory, rule, ({ params, query }, context) => members.showStory(context, params.userId, query));
  serveExport(serve, api.listStory, rule, {
    file: "timeline",
    columns: members.storyColumns,
    rows: ({ params, query }, context) => members.allStory(context, params.userId, query),
  });

  serve(api.listPersonEnrolments, rule, ({ params }, context) => service.showEnrolments(context, params.userId));
  serve.open(api.enrolPerson, ({ params, body }, context) => enrolments.enrolPerson(context, params.userId, body), { rule });
  serve.open(
    api.endEnrolment,
    ({ params, body }, context) => enrolments.endEnrolment(context, params.userId, params.enrolmentId, body.reason),
    { rule },
  );
  serve.open(
    api.correctEnrolment,
    ({ params, body }, context) => enrolments.correctEnrolment(context, params.userId, params.enrolmentId, body),
    { rule },
  );
  serve.open(
    api.reverseCorrection,
    ({ params, body }, context) => enrolments.reverseCorrection(context, params.userId, params.correctionId, body.reason),
    { rule },
  );
}
