import { may } from "#features/portal/permissions.ts";
import { signedIn } from "#platform/actor.ts";
import { note } from "#platform/audit.ts";
import { notFound } from "#platform/errors.ts";
import { serveExport } from "#platform/list/server/serve-export.ts";
import { requireActor, type Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { makesCodes } from "../policy.ts";
import * as lists from "./list-service.ts";
import { look, redeem, type RedeemDeps } from "./redeem.ts";
import * as service from "./service.ts";

const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Mounts authorization codes: making, listing, printing, revoking and using them. */
export function codeRoutes(serve: Serve, deps: RedeemDeps) {
  const rule = { rule: makesCodes };
  serve(api.listCodes, makesCodes, ({ query }, context) => lists.showCodes(deps, context, query));
  serve.open(api.codeChoices, (_, context) => service.showChoices(context), rule);
  serve.open(api.getCode, ({ params }, context) => service.showCode(deps, context, params.codeId), rule);
  serve(api.listCodeWords, makesCodes, (asked, context) => lists.showWords(deps, context, asked));
  serve(api.listCodeUses, makesCodes, (asked, context) => lists.showUses(context, asked));
  serveExport(serve, api.listCodes, makesCodes, {
    file: "codes",
    columns: lists.codeColumns,
    rows: ({ query }, context) => lists.allCodes(deps, context, query),
  });
  serveExport(serve, api.listCodeWords, makesCodes, {
    file: "batch",
    columns: lists.wordColumns,
    rows: (asked, context) => lists.allWords(deps, context, context.http.origin, asked),
  });
  serveExport(serve, api.listCodeUses, may("export-people"), {
    file: "code-uses",
    columns: lists.useColumns,
    rows: (asked, context) => lists.allUses(context, asked),
  });
  serve.open(api.previewEffects, ({ body }, context) => service.preview(context, body), rule);
  serve.open(api.createCode, ({ body }, context) => service.createCode(deps, context, body), rule);
  serve.open(api.saveCode, ({ params, body }, context) => service.saveCode(context, params.codeId, body), rule);
  serve.open(api.setCodeState, ({ params, body }, context) => service.setState(context, params.codeId, body.state), rule);
  serve.open(api.revokeCode, ({ params, body }, context) => service.revoke(context, params.codeId, body.undo), rule);
  serve.open(api.lookAtCode, ({ body }, context) => look(deps, context, body.code), { rule: signedIn });
  serve.open(api.redeemCode, ({ body }, context) => redeem(deps, context, body), { rule: signedIn });
  serve.raw({
    method: "GET",
    path: api.wordsFile(":codeId"),
    rule: makesCodes,
    summary: "The codes of a batch as a workbook.",
    handler: async (request, reply, { open, http }) => {
      const { codeId } = request.params as { codeId: string };
      if (!/^[1-9]\d{0,14}$/.test(codeId)) throw notFound("code", "This code could not be found.");
      const book = await open(async ({ db, actor: asker, portal, say }) => {
        const actor = requireActor(asker, makesCodes);
        const made = await lists.wordsWorkbook(deps, { db, actor, say, http }, Number(codeId));
        await note(
          { db, portal, actor, http },
          { action: "exported", object: { kind: "code", id: Number(codeId) }, after: { list: "codes" } },
        );
        return made;
      });
      return reply.type(xlsx).header("content-disposition", 'attachment; filename="codes.xlsx"').send(book);
    },
  });
}
