import { may } from "#features/portal/permissions.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import * as service from "./service.ts";

/** Mounts the editor of online courses. */
export function editorRoutes(serve: Serve) {
  const large = { bodyLimit: service.mostBytes };
  serve(api.openDraft, may("see-courses"), ({ params }, context) => service.openDraft(context, params.courseId), { isLarge: true });
  serve(api.readPage, may("see-courses"), ({ params }, context) => service.readPage(context, params.courseId, params.pageId), {
    isLarge: true,
  });
  serve(
    api.savePage,
    may("make-courses"),
    ({ params, body }, context) => service.savePage(context, params.courseId, params.pageId, body),
    large,
  );
  serve(api.saveOutline, may("make-courses"), ({ params, body }, context) => service.saveOutline(context, params.courseId, body), large);
  serve(api.saveDetails, may("make-courses"), ({ params, body }, context) => service.saveDetails(context, params.courseId, body));
}
