import type { Readable } from "node:stream";
import { invalid, notFound } from "#platform/errors.ts";
import type { FileStore } from "#platform/files/store.ts";
import { requireActor, type Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { arrangesCategories } from "../policy.ts";
import * as service from "./service.ts";

export interface CategoryDeps {
  readonly files: FileStore;
}

/** Mounts arranging the categories of a portal. */
export function categoryRoutes(serve: Serve, { files }: CategoryDeps) {
  const rule = arrangesCategories;
  serve(api.listCategories, rule, (_, context) => service.showCategories(context));
  serve(api.createCategory, rule, ({ body }, context) => service.createCategory(context, body));
  serve(api.saveCategory, rule, ({ params, body }, context) => service.saveCategory(context, params.categoryId, body));
  serve(api.moveCategory, rule, ({ params, body }, context) => service.moveCategory(context, params.categoryId, body));
  serve(api.previewRemoval, rule, ({ params, query }, context) => service.previewRemoval(context, params.categoryId, query.into ?? null));
  serve(api.removeCategory, rule, ({ params, body }, context) => service.removeCategory(context, params.categoryId, body));
  serve(api.restoreCategory, rule, ({ params }, context) => service.restoreCategory(context, params.categoryId));
  serve(api.removePicture, rule, ({ params }, context) => service.removePicture(context, params.categoryId));
  serve.raw({
    method: "POST",
    path: api.picturePath,
    rule,
    summary: "Takes a picture for a category as the body; it is cut to the shape of cards and drawn anew.",
    longBody: true,
    bodyLimit: api.mostPictureBytes,
    prepare: async (scope) => {
      scope.addContentTypeParser("application/octet-stream", (_request, body, done) => done(null, body));
    },
    handler: async (request, reply, context) => {
      // Who may not ask learns that first.
      await context.open(async ({ actor }) => void requireActor(actor, rule));
      const { categoryId } = request.params as { categoryId: string };
      if (!/^[1-9]\d{0,14}$/.test(categoryId)) throw notFound("category", "This category could not be found.");
      if (request.headers["content-type"] !== "application/octet-stream" || !request.body)
        throw invalid("file", "missing", "Choose a file.");
      return reply.send(await service.takePicture(context, files, Number(categoryId), request.body as Readable));
    },
  });
}
