import { may } from "#features/portal/permissions.ts";
import { signedIn, type Actor, type Rule } from "#platform/actor.ts";
import type { Endpoint, Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { forbidden } from "#platform/errors.ts";
import type { FileStore } from "#platform/files/store.ts";
import { requireActor, type OpenContext, type Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { mergeJobs, requireAll } from "../jobs/merge-jobs.ts";
import { fillsIn } from "../policy.ts";
import { fillInFields, getMissingFields, getOwnFields, missingFieldsPath, ownFieldsPath, saveOwnFields } from "../sheet-contract.ts";
import * as definitions from "./definitions.ts";
import { findField, type Changing } from "./definitions.ts";
import { isMember } from "./queries.ts";
import { fieldFileRoutes } from "./file-routes.ts";
import { fillIn, isAskedAtSignIn, showMissing } from "./missing.ts";
import * as shared from "./shared.ts";
import { countPortals, listOffered } from "./shared-queries.ts";
import { leaveField, offerField, takeField } from "../shared-contract.ts";
import { keepSheet, readSheet, type Only } from "./sheet.ts";

export interface FieldDeps {
  readonly files: FileStore;
  /** Whether somebody may define what concerns everybody in the portal: admins, and managers whose scope is the whole portal. */
  readonly reachesAll: (db: Db, actor: Actor) => Promise<boolean>;
}

const noFields = { fields: [], values: {}, people: [] };

/** Mounts the screen Custom User Fields and a person's own values. Definitions decide who sees what and who is in a group, so they are written as stoa_people. */
export function fieldRoutes(serve: Serve, { reachesAll, files }: FieldDeps) {
  const jobs = mergeJobs({ reachesAll });
  /**
   * followed: the field whose change comes to all portals that follow its definition, when a system admin makes it; isShared: whether it does. isDone: whether the
   * change was made, and not left to a job.
   */
  const change = <E extends Endpoint>(
    endpoint: E,
    work: (doer: Changing, input: Parsed<E>, isShared: boolean) => Promise<Result<E>>,
    followed: (input: Parsed<E>) => number | null = () => null,
    isDone?: (result: Result<E>) => boolean,
  ) =>
    serve.open(
      endpoint,
      async (input, { open, databases, http }) => {
        const asking = await open(async ({ db, actor: asker, portal }) => {
          const actor = requireActor(asker, signedIn);
          await requireAll({ reachesAll }, db, actor);
          const fieldId = followed(input);
          const changed = actor.isSystemAdmin && fieldId !== null ? await findField(db, portal.id, fieldId) : null;
          return { doer: { actor, portal, http }, changed };
        });
        const { doer, changed } = asking;
        const why = `fields: ${endpoint.summary}`;
        if (!changed?.follows || changed.sharedId === null)
          return databases.inPeople(doer.portal.id, why, (db) => work({ ...doer, db }, input, false));
        const { id, sharedId } = changed;
        return databases.inSystem(why, (db) =>
          shared.changeEverywhere({ ...doer, db }, { id, sharedId }, () => work({ ...doer, db }, input, true), isDone),
        );
      },
      { rule: may("define-fields") },
    );

  const sharesFields = may("share-fields");
  serve.open(
    api.listFields,
    async ({ query: { subject = "person" } }, { open, databases }) => {
      const { portalId, ...shown } = await open(async ({ db, actor: asker }) => {
        const actor = requireActor(asker, may("define-fields"));
        return {
          ...(await definitions.showFields(db, actor.portalId, subject)),
          portalId: actor.portalId,
          canChange: await reachesAll(db, actor),
          canShare: sharesFields.allows(actor),
          offered: await listOffered(db, actor.portalId, subject),
        };
      });
      if (!shown.canShare || !shown.fields.some(({ follows }) => follows)) return shown;
      const used = await databases.readSystem("in how many portals fields are used", (db) => countPortals(db, portalId, subject));
      const sharingOf = new Map(used.map(({ fieldId, ...sharing }) => [fieldId, sharing]));
      return { ...shown, fields: shown.fields.map((field) => ({ ...field, sharing: sharingOf.get(field.id) ?? null })) };
    },
    { rule: may("define-fields") },
  );
  change(api.createField, (doer, { body }) => definitions.createField(doer, body));
  change(api.orderFields, (doer, { body }) => definitions.orderFields(doer, body.ids));
  change(
    api.saveField,
    (doer, { params, body }) => definitions.saveField(doer, params.fieldId, body),
    ({ params }) => params.fieldId,
  );
  change(api.retireField, (doer, { params, body }) => definitions.retireField(doer, params.fieldId, body.isRetired));
  change(
    api.addOptions,
    (doer, { params, body }) => definitions.addOptions(doer, params.fieldId, body),
    ({ params }) => params.fieldId,
  );
  change(
    api.orderOptions,
    (doer, { params, body }) => definitions.orderOptions(doer, params.fieldId, body.ids),
    ({ params }) => params.fieldId,
  );
  change(
    api.saveOption,
    (doer, { params, body }) => definitions.saveOption(doer, params.fieldId, params.optionId, body),
    ({ params }) => params.fieldId,
  );
  change(
    api.mergeOptions,
    (doer, { params, body }, isShared) => jobs.merge(doer, { ...params, intoId: body.into, isShared }),
    ({ params }) => params.fieldId,
    ({ jobId }) => jobId === null,
  );
  change(
    api.undoMerge,
    (doer, { params }, isShared) => jobs.undo(doer, { ...params, isShared }),
    ({ params }) => params.fieldId,
    ({ jobId }) => jobId === null,
  );
  change(takeField, (doer, { params }) => shared.takeField(doer, params.sharedId));
  change(leaveField, (doer, { params }) => shared.leaveField(doer, params.fieldId));
  serve.open(
    offerField,
    async ({ params, body }, { open, databases, http }) => {
      const doer = await open(async ({ actor, portal }) => ({ actor: requireActor(actor, sharesFields), portal, http }));
      return databases.inSystem("a system admin offers a field to portals", (db) =>
        shared.offerField({ ...doer, db }, params.fieldId, body),
      );
    },
    { rule: sharesFields },
  );

  // A visiting system admin is no member, and has no values.
  serve(getOwnFields, signedIn, async (_, { db, actor }) => ((await isMember(db, actor)) ? readSheet(db, actor, actor.userId) : noFields));
  serve.open(saveOwnFields, ({ body }, context) => changingOwn(context, (doer) => keepSheet(doer, doer.actor.userId, body.values)), {
    rule: signedIn,
  });
  const ownFiles = (path: string, rule: Rule, only?: Only) =>
    fieldFileRoutes(serve, files, {
      path,
      ...(only && { only }),
      reads: rule,
      changes: rule,
      reading: ({ open }, _, work) =>
        open(({ db, actor: asker }) => {
          const actor = requireActor(asker, rule);
          return work({ db, actor, userId: actor.userId });
        }),
      changing: (context, _, work) => changingOwn(context, (doer) => work(doer, doer.actor.userId), rule),
    });
  ownFiles(ownFieldsPath, signedIn);
  serve(getMissingFields, fillsIn, (_, context) => showMissing(context));
  serve.open(fillInFields, ({ body }, context) => fillIn(context, body), { rule: fillsIn });
  ownFiles(missingFieldsPath, fillsIn, isAskedAtSignIn);
}

/** Lets a member change values of their own, as stoa_people. Throws 403 for a visitor. */
async function changingOwn<T>({ open, databases, http }: OpenContext, work: (doer: Changing) => Promise<T>, rule = signedIn): Promise<T> {
  const { actor, portal } = await open(async ({ db, actor: asker, portal: here }) => {
    const asking = requireActor(asker, rule);
    if (!(await isMember(db, asking))) throw forbidden("no_member", "Only members of this portal have these fields.");
    return { actor: asking, portal: here };
  });
  return databases.inPeople(portal.id, "a person's own fields", (db) => work({ db, portal, actor, http }));
}
