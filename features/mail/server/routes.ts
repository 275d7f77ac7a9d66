import { serveExport } from "#platform/list/server/serve-export.ts";
import { notFound } from "#platform/errors.ts";
import { requireActor, type Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { readsMail } from "../policy.ts";
import type { Way } from "./claim.ts";
import * as service from "./service.ts";

/** A mail is read in a frame of our own page. It runs nothing, loads nothing but our own pictures, and sends nothing. */
const bodyPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox";

/** Mounts the log of what a portal sends. way: how mail leaves this installation. */
export function mailRoutes(serve: Serve, { way }: { readonly way: Way }) {
  serve(api.listMail, readsMail, ({ query }, context) => service.showMail(context, query, way));
  serve(api.getMail, readsMail, ({ params }, context) => service.showMessage(context, params.messageId));
  serveExport(serve, api.listMail, readsMail, {
    file: "mail",
    columns: service.mailColumns,
    rows: ({ query }, { db, actor }) => service.allMail(db, actor, query),
  });
  serve.raw({
    method: "GET",
    path: api.mailBodyPath(":messageId"),
    rule: readsMail,
    summary: "The HTML of one message, for a frame without scripts.",
    handler: async (request, reply, { open }) => {
      const { messageId } = request.params as { messageId: string };
      const html = await open(async ({ db, actor: asker }) => {
        const actor = requireActor(asker, readsMail);
        if (!/^[1-9]\d{0,14}$/.test(messageId)) throw notFound("message", "This message could not be found.");
        return service.bodyOf({ db, actor }, Number(messageId));
      });
      return reply.type("text/html; charset=utf-8").header("content-security-policy", bodyPolicy).send(html);
    },
  });
}
