import type { Serve } from "#platform/serve.ts";
import { serveExport } from "#platform/list/server/serve-export.ts";
import { may } from "#features/portal/permissions.ts";
import * as api from "../record-contract.ts";
import { fieldFileRoutes } from "#features/fields/server/file-routes.ts";
import { numberOf } from "#features/fields/server/files.ts";
import { personFieldsPath } from "#features/fields/sheet-contract.ts";
import type { FileStore } from "#platform/files/store.ts";
import { makePasswordLink, type LinkDeps } from "./password-service.ts";
import * as service from "./record-service.ts";

export interface RecordDeps extends LinkDeps {
  /** A session without a request for this many minutes is invalid and not listed. */
  readonly idleMinutes: number;
  readonly files: FileStore;
}

/** Mounts what is kept of one person beside profile and enrolments. */
export function recordRoutes(serve: Serve, { idleMinutes, countLink, files }: RecordDeps) {
  const sees = may("see-people");
  serve(api.getPersonFields, sees, ({ params }, context) => service.showFields(context, params.userId));
  serve.open(api.savePersonFields, ({ params, body }, context) => service.keepFields(context, params.userId, body.values), {
    rule: may("edit-people"),
  });
  fieldFileRoutes(serve, files, {
    path: personFieldsPath(":userId"),
    reads: sees,
    changes: may("edit-people"),
    reading: (context, params, work) => service.readingPerson(context, sees, numberOf(params["userId"]), work),
    changing: (context, params, work) => service.changingFields(context, numberOf(params["userId"]), work),
  });

  serve(api.listPersonAttempts, sees, ({ params }, context) => service.showAttempts(context, params.userId));
  serve(api.listTranscript, sees, ({ params, query }, context) => service.showTranscript(context, params.userId, query));
  serveExport(serve, api.listTranscript, may("export-people"), {
    file: "transcript",
    columns: service.historyColumns,
    rows: ({ params, query }, context) => service.allTranscript(context, params.userId, query),
  });
  serve(api.listConsents, sees, ({ params, query }, context) => service.showConsents(context, params.userId, query));
  serve(api.listPersonGroups, sees, ({ params }, context) => service.showGroups(context, params.userId));
  serve(api.listPersonSignIns, sees, ({ params }, context) => service.showSignIns(context, params.userId, idleMinutes));
  serve.open(api.endPersonSessions, ({ params, body }, context) => service.endSessions(context, params.userId, body), {
    rule: may("deactivate-people"),
  });
  serve.open(api.makePasswordLink, ({ params, body }, context) => makePasswordLink(context, { countLink }, params.userId, body.life), {
    rule: may("set-passwords"),
  });
}
