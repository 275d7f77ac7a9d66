import { may } from "#features/portal/permissions.ts";
import { invalid, notFound } from "#platform/errors.ts";
import type { FileStore } from "#platform/files/store.ts";
import { bytesOf, requireActor, takesBytes, type Context, type OpenContext, type Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { subjects, type Subject } from "../headings.ts";
import { tableLimits } from "./reading/table.ts";
import * as service from "./service.ts";
import { templateText, templateWorkbook } from "./template.ts";

/** Mounts Import Users: whoever manages people brings in tables of their own, and sees nobody else's. */
export function importRoutes(serve: Serve, { files }: { readonly files: FileStore }) {
  const rule = may("import-people");
  serve(api.listImports, rule, (_, context) => service.showImports(context));
  serve(api.getImport, rule, ({ params }, context) => service.showImport(context, params.importId));
  serve(api.listRows, rule, ({ params, query }, context) => service.showRows(context, params.importId, query));
  serve.open(
    api.pasteImport,
    ({ body }, context) => service.takeTable(context, files, { name: "paste.txt", subject: body.subject, data: Buffer.from(body.text) }),
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
    prepare: takesBytes,
    handler: async (request, reply, context) => {
      const { name, subject } = request.query as { name?: unknown; subject?: unknown };
      // Who may not ask learns that first.
      await context.open(async ({ actor }) => void requireActor(actor, rule));
      const data = bytesOf(request);
      if (!data) throw invalid("file", "missing", "Choose a file.");
      return reply.send(
        await service.takeTable(context, files, { name: typeof name === "string" ? name : "", subject: subjectIn(subject), data }),
      );
    },
  });

  const download = (
    path: string,
    name: string,
    summary: string,
    made: (context: Context, about: { importId: number; subject: Subject }) => Promise<string | Buffer>,
  ) =>
    serve.raw({
      method: "GET",
      path,
      rule,
      summary,
      handler: async (request, reply, { open, http }: OpenContext) => {
        const { importId = "0" } = request.params as { importId?: string };
        const subject = subjectIn((request.query as { subject?: unknown }).subject);
        const body = await open(({ actor: asker, ...scope }) => {
          const actor = requireActor(asker, rule);
          if (!/^(?:0|[1-9]\d{0,14})$/.test(importId)) throw notFound("import", "This import could not be found.");
          return made({ ...scope, http, actor }, { importId: Number(importId), subject });
        });
        return reply
          .header(
            "content-type",
            typeof body === "string" ? "text/csv; charset=utf-8" : "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
          )
          .header("content-disposition", `attachment; filename="${name}"`)
          .header("cache-control", "no-store")
          .send(body);
      },
    });
  download(api.templatePath, "template.csv", "A table with the headings that an import understands.", (context, { subject }) =>
    templateText(context, subject),
  );
  download(api.workbookPath, "template.xlsx", "The same as a workbook, with a sheet that explains every column.", (context, { subject }) =>
    templateWorkbook(context, subject),
  );
  download(
    api.rejectedPath(":importId"),
    "left-out.csv",
    "The rows of an import that were left out, each with the reason.",
    (context, { importId }) => service.leftOut(context, importId),
  );
}

/** What a table is about, as an address says it: people, where it says nothing. */
const subjectIn = (written: unknown): Subject => subjects.find((one) => one === written) ?? "people";
