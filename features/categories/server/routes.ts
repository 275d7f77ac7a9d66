import type { Readable } from "node:stream";
import { invalid, notFound } from "#platform/errors.ts";
import type { FileStore } from "#platform/files/store.ts";
import { requireActor, type Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { arrangesCategories, sharesCategories } from "../policy.ts";
import { leaveCategory, shareCategory, takeCategory } from "../shared-contract.ts";
import * as service from "./service.ts";
import { countPortals } from "./shared-queries.ts";
import * as shared from "./shared.ts";

export interface CategoryDeps {
  readonly files: FileStore;
}

/** Mounts arranging the categories of a portal. */
export function categoryRoutes(serve: Serve, { files }: CategoryDeps) {
  const rule = arrangesCategories;
  serve.open(
    api.listCategories,
    async (_, { open, databases }) => {
      const { portalId, ...shown } = await open(async ({ db, actor: asker, portal }) => {
        const actor = requireActor(asker, rule);
        return { ...(await service.showCategories({ db, portal, actor })), portalId: portal.id };
      });
      if (!shown.canShare || !shown.rows.some(({ sharing }) => sharing)) return shown;
      const used = await databases.readSystem("in how many portals categories are", (db) => countPortals(db, portalId));
      const of = new Map(used.map(({ id, ...more }) => [id, more]));
      return { ...shown, rows: shown.rows.map((row) => ({ ...row, sharing: row.sharing && { ...row.sharing, ...of.get(row.id) } })) };
    },
    { rule },
  );
  serve(api.createCategory, rule, ({ body }, context) => service.createCategory(context, body));
  serve.open(
    api.saveCategory,
    async ({ params: { categoryId }, body }, { open, databases, http }) => {
      // What a system admin changes of a shared one comes to all portals; all else stays here.
      const asked = await open(async ({ db, actor: asker, portal }) => {
        const doer = { actor: requireActor(asker, rule), portal, http };
        const isSpread = sharesCategories.allows(doer.actor) && (await service.isShared(db, portal.id, categoryId));
        return isSpread ? doer : { done: await service.saveCategory({ ...doer, db }, categoryId, body) };
      });
      if ("done" in asked) return asked.done;
      return databases.inSystem("a system admin changes a shared category", (db) =>
        shared.saveEverywhere({ ...asked, db }, categoryId, body),
      );
    },
    { rule },
  );
  serve(takeCategory, rule, ({ params, body }, context) => shared.takeCategory(context, params.sharedId, body));
  serve(leaveCategory, rule, ({ params }, context) => shared.leaveCategory(context, params.categoryId));
  serve.open(
    shareCategory,
    async ({ params, body }, { open, databases, http }) => {
      const doer = await open(async ({ actor, portal }) => ({ actor: requireActor(actor, sharesCategories), portal, http }));
      return databases.inSystem("a system admin shares a category", (db) => shared.shareCategory({ ...doer, db }, params.categoryId, body));
    },
    { rule: sharesCategories },
  );
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
