import type { Actor, Rule } from "#platform/actor.ts";
import type { Db } from "#platform/db/connect.ts";
import type { FileStore } from "#platform/files/store.ts";
import { takesBytes, type OpenContext, type Serve } from "#platform/serve.ts";
import { mostMegabytes } from "#platform/document-types.ts";
import type { Subject } from "../definition.ts";
import type { Only } from "./sheet.ts";
import { findFile, numberOf, sendFieldFile, takeFile, type FileDoer } from "./files.ts";

/** Whose files an address is about. Both ways of working check that the one who asks reaches the person. */
export interface FilesOf {
  /** Of the person's fields; the files are below it. */
  readonly path: string;
  /** The fields that the address knows; all by itself. */
  readonly only?: Only;
  /** People where it is left out. */
  readonly subject?: Subject;
  readonly reads: Rule;
  readonly changes: Rule;
  readonly reading: <T>(
    context: OpenContext,
    params: Params,
    work: (scope: { db: Db; actor: Actor; userId: number }) => Promise<T>,
  ) => Promise<T>;
  /** As stoa_people, each time in a transaction of its own. */
  readonly changing: <T>(context: OpenContext, params: Params, work: (doer: FileDoer, userId: number) => Promise<T>) => Promise<T>;
}
type Params = Readonly<Record<string, string | undefined>>;

/** Mounts the files of a person's custom fields: sending one up, and reading it. */
export function fieldFileRoutes(
  serve: Serve,
  files: FileStore,
  { path, only = () => true, subject = "person", reads, changes, reading, changing }: FilesOf,
) {
  serve.raw({
    method: "GET",
    path: `${path}/:fieldId/file`,
    rule: reads,
    summary: "The file that is the value of a custom field, for whoever sees the field.",
    handler: async (request, reply, context) => {
      const params = request.params as Params;
      const file = await reading(context, params, ({ db, actor, userId }) =>
        findFile(db, actor, userId, numberOf(params["fieldId"]), { only, subject }),
      );
      return sendFieldFile(request, reply, files, file);
    },
  });
  serve.raw({
    method: "POST",
    path: `${path}/:fieldId/file`,
    rule: changes,
    summary: "Takes a file as the value of a custom field; its name stands in the query. Gives the person's fields.",
    longBody: true,
    bodyLimit: mostMegabytes * 1024 ** 2,
    prepare: takesBytes,
    handler: async (request, reply, context) => {
      const params = request.params as Params;
      return reply.send(
        await takeFile(files, (work) => changing(context, params, work), {
          fieldId: () => numberOf(params["fieldId"]),
          request,
          only,
          subject,
        }),
      );
    },
  });
}
