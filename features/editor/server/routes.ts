import { may } from "#features/portal/permissions.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import * as presence from "../presence-contract.ts";
import * as publishing from "../publish-contract.ts";
import { openDraft } from "./opening.ts";
import * as present from "./presence.ts";
import * as publish from "./publishing.ts";
import * as scheduling from "./scheduling.ts";
import { reusableRoutes } from "./reusable-routes.ts";
import * as service from "./service.ts";
import { translationRoutes } from "./translation-routes.ts";
import * as versions from "./versions.ts";

/** Mounts the editor of online courses. */
export function editorRoutes(serve: Serve) {
  reusableRoutes(serve);
  translationRoutes(serve);
  const large = { bodyLimit: service.mostBytes };
  serve(api.openDraft, may("see-courses"), ({ params }, context) => openDraft(context, params.courseId), { isLarge: true });
  serve(api.readPage, may("see-courses"), ({ params }, context) => service.readPage(context, params.courseId, params.pageId), {
    isLarge: true,
  });
  serve(api.readPackages, may("see-courses"), ({ params }, context) => service.readPackages(context, params.courseId), { isLarge: true });
  serve(
    api.savePage,
    may("make-courses"),
    ({ params, body }, context) => service.savePage(context, params.courseId, params.pageId, body),
    large,
  );
  serve(api.saveOutline, may("make-courses"), ({ params, body }, context) => service.saveOutline(context, params.courseId, body), large);
  serve(api.saveDetails, may("make-courses"), ({ params, body }, context) => service.saveDetails(context, params.courseId, body));
  serve(presence.sayPresent, may("make-courses"), ({ params, body }, context) => present.sayPresent(context, params.courseId, body));
  serve(presence.sayAway, may("make-courses"), ({ params, body }, context) => present.sayAway(context, params.courseId, body));
  serve(publishing.checkPublish, may("see-courses"), ({ params }, context) => publish.checkPublish(context, params.courseId));
  serve.open(publishing.publishDraft, ({ params, body }, context) => publish.publishDraft(context, params.courseId, body), {
    rule: publish.publishes,
  });
  serve.open(publishing.publishAnyway, ({ params, body }, context) => publish.publishAnyway(context, params.courseId, body), {
    rule: publish.passesOver,
  });
  serve(publishing.schedulePublication, publish.publishes, ({ params, body }, context) =>
    scheduling.schedulePublication(context, params.courseId, body),
  );
  serve(publishing.cancelPublication, publish.publishes, ({ params }, context) => scheduling.cancelPublication(context, params.courseId));
  serve(publishing.readDraft, may("see-courses"), ({ params }, context) => versions.readDraft(context, params.courseId), { isLarge: true });
  serve(
    publishing.readVersion,
    may("see-courses"),
    ({ params }, context) => versions.readVersion(context, params.courseId, params.number),
    {
      isLarge: true,
    },
  );
  serve(publishing.restoreVersion, may("make-courses"), ({ params, body }, context) =>
    versions.restoreVersion(context, params.courseId, params.number, body),
  );
}
