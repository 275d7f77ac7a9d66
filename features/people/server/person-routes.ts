import type { Serve } from "#platform/serve.ts";
import { serveExport } from "#platform/list/server/serve-export.ts";
import { may } from "#features/portal/permissions.ts";
import * as api from "../person-contract.ts";
import * as enrolments from "./enrolment-service.ts";
import * as members from "./member-service.ts";
import * as returning from "./return-service.ts";
import * as service from "./person-service.ts";

/** Mounts one person's page. */
export function personRoutes(serve: Serve) {
  const sees = may("see-people");
  serve.open(api.getPerson, ({ params }, context) => service.showPerson(context, params.userId), { rule: sees });
  serve.open(api.savePerson, ({ params, body }, context) => service.keepPerson(context, params.userId, body), { rule: may("edit-people") });

  serve.open(api.addPerson, ({ body }, context) => members.addPerson(context, body), { rule: may("add-people") });
  serve.open(api.returnPerson, ({ params, body }, context) => returning.returnPerson(context, params.userId, body), {
    rule: may("deactivate-people"),
  });
  serve.open(api.setStatus, ({ params, body }, context) => members.setStatus(context, params.userId, body), {
    rule: may("deactivate-people"),
  });
  serve(api.listStory, sees, ({ params, query }, context) => members.showStory(context, params.userId, query));
  serveExport(serve, api.listStory, may("export-people"), {
    file: "timeline",
    columns: members.storyColumns,
    rows: ({ params, query }, context) => members.allStory(context, params.userId, query),
  });

  serve(api.listPersonEnrolments, sees, ({ params }, context) => service.showEnrolments(context, params.userId));
  serve.open(api.enrolPerson, ({ params, body }, context) => enrolments.enrolPerson(context, params.userId, body), {
    rule: may("enrol-people"),
  });
  serve.open(
    api.endEnrolment,
    ({ params, body }, context) => enrolments.endEnrolment(context, params.userId, params.enrolmentId, body.reason),
    { rule: may("enrol-people") },
  );
  serve.open(
    api.correctEnrolment,
    ({ params, body }, context) => enrolments.correctEnrolment(context, params.userId, params.enrolmentId, body),
    { rule: may("correct-learning") },
  );
  serve.open(
    api.reverseCorrection,
    ({ params, body }, context) => enrolments.reverseCorrection(context, params.userId, params.correctionId, body.reason),
    { rule: may("correct-learning") },
  );
}
