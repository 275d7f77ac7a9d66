import type { Readable } from "node:stream";
import { may } from "#features/portal/permissions.ts";
import { invalid, notFound } from "#platform/errors.ts";
import type { FileStore } from "#platform/files/store.ts";
import { requireActor, type OpenContext, type Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { tableLimits } from "./reading/table.ts";
import * as service from "./service.ts";

/** Mounts Import Users: whoever manages people brings in tables of their own, and sees nobody else's. */
export function importRoutes(serve: Serve, { files }: { readonly files: FileStore }) {
  const rule = may("import-people");
  serve(api.listImports, rule, (_, context) => service.showImports(context));
  serve(api.getImport, rule, ({ params }, context) => service.showImport(context, params.importId));
  serve(api.listRows, rule, ({ params, query }, context) => service.showRows(context, params.importId, query));
  serve.open(
    api.pasteImport,
    ({ body }, context) => service.takeTable(context, files, { name: "paste.txt", data: Buffer.from(body.text) }),
    {
      rule,
      bodyLimit: api.pasteLimit + 65_536,
    },
  );
  serve.open(api.readAgain, ({ params, body }, context) => service.readOtherwise(context, files, params.importId, body), { rule });
  serve.open(api.checkImport, ({ params, body }, context) => service.check(context, files, params.importId, body), { rule });
  serve.open(api.runImport, ({ params, body }, context) => service.run(context, params.importId, body), { rule });
  serve.open(api.correctRow, ({ params, body }, context) => service.correct(context, params, body.cells), { rule, bodyLimit: 1024 ** 2 });

  serve.raw({
    method: "POST",
    path: api.uploadPath,
    rule,
    summary: "Takes a table of people, CSV or .xlsx, as the body; its name stands in the query.",
    longBody: true,
    bodyLimit: tableLimits.fileBytes,
    prepare: async (scope) => {
      scope.addContentTypeParser("application/octet-stream", (_request, body, done) => done(null, body));
    },
    handler: async (request, reply, context) => {
      const { name } = request.query as { name?: unknown };
      // Who may not ask learns that first.
      await context.open(async ({ actor }) => void requireActor(actor, rule));
      if (request.headers["content-type"] !== "application/octet-stream" || !request.body)
        throw invalid("file", "missing", "Choose a file.");
      const data = request.body as Readable;
      return reply.send(await service.takeTable(context, files, { name: typeof name === "string" ? name : "", data }));
    },
  });

  const download = (
    path: string,
    file: string,
    summary: string,
    text: (context: Parameters<typeof service.template>[0], importId: number) => Promise<string>,
  ) =>
    serve.raw({
      method: "GET",
      path,
      rule,
      summary,
      handler: async (request, reply, { open, http }: OpenContext) => {
        const { importId = "0" } = request.params as { importId?: string };
        const body = await open(({ actor: asker, ...scope }) => {
          const actor = requireActor(asker, rule);
          if (!/^\d{1,15}$/.test(importId)) throw notFound("import", "This import could not be found.");
          return text({ ...scope, http, actor }, Number(importId));
        });
        return reply
          .header("content-type", "text/csv; charset=utf-8")
          .header("content-disposition", `attachment; filename="${file}.csv"`)
          .header("cache-control", "no-store")
          .send(body);
      },
    });
  download(api.templatePath, "people", "A table with the headings that an import understands.", (context) => service.template(context));
  download(api.rejectedPath(":importId"), "left-out", "The rows of an import that were left out, each with the reason.", service.leftOut);
}
