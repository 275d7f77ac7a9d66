import type { FastifyRequest } from "fastify";
import { fewAtOnce } from "#platform/files/few-at-once.ts";
import { dropRest, takesForm } from "#platform/files/receive-form.ts";
import { requireActor, type OpenContext, type Serve } from "#platform/serve.ts";
import { mostDocumentBytes } from "../../contract.ts";
import { makes } from "../changing-course.ts";

interface DocumentRoute {
  readonly path: string;
  readonly summary: string;
  /** Takes the document of a request; its answer is the reply. */
  readonly take: (context: OpenContext, request: FastifyRequest) => Promise<object>;
}

/** Mounts a call that takes a document as a form, from people who make courses, a few of each person at a time. */
export function serveDocuments(serve: Serve, { path, summary, take }: DocumentRoute) {
  const underWay = fewAtOnce();
  serve.raw({
    method: "POST",
    path,
    rule: makes,
    summary,
    longBody: true,
    prepare: takesForm(mostDocumentBytes),
    handler: async (request, reply, context) => {
      try {
        const { userId } = await context.open(async ({ actor }) => requireActor(actor, makes));
        return reply.send(await underWay(userId, () => take(context, request)));
      } finally {
        dropRest(request, reply);
      }
    },
  });
}
