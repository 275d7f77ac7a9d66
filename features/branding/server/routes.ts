import type { Readable } from "node:stream";
import { mailBodyPolicy } from "#features/mail/policy.ts";
import { anonymous } from "#platform/actor.ts";
import { invalid, notFound } from "#platform/errors.ts";
import { sendFile } from "#platform/files/send-file.ts";
import type { FileStore } from "#platform/files/store.ts";
import { requireActor, type Serve } from "#platform/serve.ts";
import { slotNames } from "../brand.ts";
import * as api from "../contract.ts";
import * as groups from "./group-service.ts";
import { findImageFile } from "./queries.ts";
import * as service from "./service.ts";

export interface BrandingDeps {
  readonly files: FileStore;
  /** Called when a portal has changed: the next request reads it anew. Other servers see it within seconds. */
  readonly portalChanged: () => void;
}

/** Mounts the look of a portal: what is being worked on, its images, publishing and restoring (capabilities.md ENV-1 to ENV-5), and those of its groups. */
export function brandingRoutes(serve: Serve, { files, portalChanged }: BrandingDeps) {
  const rule = service.brandsPortal;
  serve(api.getBranding, rule, (_, context) => service.showBranding(context));
  serve(api.saveDraft, rule, ({ body }, context) => service.saveDraft(context, body));
  serve(api.discardDraft, rule, ({ body }, context) => service.discardDraft(context, body.revision));
  serve(api.restoreVersion, rule, ({ params, body }, context) => service.restoreVersion(context, params.versionId, body.revision));
  serve.open(
    api.publishBrand,
    async ({ body }, { open, databases, http }) => {
      const asking = await open(async ({ actor, portal }) => ({ actor: requireActor(actor, rule), portal }));
      const published = await databases.inPeople(asking.portal.id, "change how a portal looks", (db) =>
        service.publish({ ...asking, db, http }, body.revision),
      );
      portalChanged();
      return published;
    },
    { rule },
  );

  serve(api.listGroupBrands, rule, ({ query }, context) => groups.showGroupBrands(context, query.q));
  serve(api.getGroupBrand, rule, ({ params }, context) => groups.showGroupBranding(context, params.groupId));
  serve(api.saveGroupDraft, rule, ({ params, body }, context) => groups.saveGroupDraft(context, params.groupId, body));
  serve(api.discardGroupDraft, rule, ({ params, body }, context) => groups.discardGroupDraft(context, params.groupId, body.revision));
  serve(api.restoreGroupVersion, rule, ({ params, body }, context) =>
    groups.restoreGroupVersion(context, params.groupId, params.versionId, body.revision),
  );
  serve.open(
    api.publishGroupBrand,
    async ({ params, body }, { open, databases, http }) => {
      const asking = await open(async ({ actor, portal }) => ({ actor: requireActor(actor, rule), portal }));
      const published = await databases.inPeople(asking.portal.id, "change how a group looks", (db) =>
        groups.publishGroupBrand({ ...asking, db, http }, params.groupId, body.revision),
      );
      portalChanged();
      return published;
    },
    { rule },
  );

  serve.raw({
    method: "POST",
    path: api.uploadPath,
    rule,
    summary: "Takes a picture for a portal's look as the body; its place, and what is cut out of it, stand in the query.",
    longBody: true,
    bodyLimit: api.uploadLimit,
    prepare: async (scope) => {
      scope.addContentTypeParser("application/octet-stream", (_request, body, done) => done(null, body));
    },
    handler: async (request, reply, context) => {
      // Who may not ask learns that first.
      await context.open(async ({ actor }) => void requireActor(actor, rule));
      const { slot, crop } = request.query as { slot?: unknown; crop?: unknown };
      const place = slotNames.find((name) => name === slot);
      if (!place) throw invalid("slot", "no_such_place", "Say where the picture belongs.");
      if (request.headers["content-type"] !== "application/octet-stream" || !request.body)
        throw invalid("file", "missing", "Choose a file.");
      return reply.send(
        await service.takeImage(context, files, { slot: place, crop: service.cropIn(crop), data: request.body as Readable }),
      );
    },
  });

  serve.raw({
    method: "GET",
    path: api.mailPath,
    rule,
    summary: "A mail in the look being worked on, for a frame without scripts; mode=dark as programs show it that show mail in the dark.",
    handler: async (request, reply, { open, http }) => {
      const { mode } = request.query as { mode?: unknown };
      const html = await open(({ actor, ...scope }) =>
        service.mailIn({ ...scope, http, actor: requireActor(actor, rule) }, mode === "dark"),
      );
      return reply.type("text/html; charset=utf-8").header("content-security-policy", mailBodyPolicy).send(html);
    },
  });
  serve.raw({
    method: ["GET", "HEAD"],
    path: api.imagePath(":fileId", ":name"),
    rule: anonymous,
    summary: "An image of a portal's look, for whoever knows its address: pages before the sign-in show it, and mails.",
    handler: async (request, reply, { open }) => {
      const { fileId, name } = request.params as { fileId: string; name: string };
      const file = await open(({ db, portal }) =>
        /^[1-9]\d{0,14}$/.test(fileId) ? findImageFile(db, portal.id, Number(fileId), name) : Promise.resolve(undefined),
      );
      if (!file) throw notFound("file", "This file could not be found.");
      return sendFile(request, reply, files, { ...file, isForAll: true });
    },
  });
}
