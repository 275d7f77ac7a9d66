import { anonymous } from "#platform/actor.ts";
import { sendFile } from "#platform/files/send-file.ts";
import type { FileStore } from "#platform/files/store.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { arrangesCatalogues } from "../policy.ts";
import * as shown from "../public-contract.ts";
import * as visitors from "./public.ts";
import * as service from "./service.ts";

/** Mounts the catalogues of a portal, and what visitors see of the public ones. */
export function catalogueRoutes(serve: Serve, { files }: { readonly files: FileStore }) {
  const rule = arrangesCatalogues;
  serve(api.listCatalogues, rule, (_, context) => service.showCatalogues(context));
  serve(api.listCatalogueChoices, rule, (_, context) => service.showChoices(context));
  serve(api.getCatalogue, rule, ({ params }, context) => service.showCatalogue(context, params.catalogueId));
  serve(api.createCatalogue, rule, ({ body }, context) => service.createCatalogue(context, body));
  serve(api.saveCatalogue, rule, ({ params, body }, context) => service.saveCatalogue(context, params.catalogueId, body));
  serve(api.deleteCatalogue, rule, ({ params }, context) => service.deleteCatalogue(context, params.catalogueId));

  serve.open(shown.listPublicCourses, ({ query }, context) => visitors.listPublicCourses(context, query));
  serve.open(shown.getPublicCourse, ({ params }, context) => visitors.showPublicCourse(context, params.courseId));
  serve.raw({
    method: ["GET", "HEAD"],
    path: shown.picturePath,
    rule: anonymous,
    summary: "The picture of a course that visitors see; with w, a size for so many pixels.",
    handler: async (request, reply, context) => {
      const { courseId } = request.params as { courseId: string };
      const { w } = request.query as { w?: unknown };
      return sendFile(request, reply, files, await visitors.findPicture(context, courseId, w));
    },
  });
}
