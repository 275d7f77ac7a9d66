import { sql, type RawBuilder } from "kysely";
import { fieldKinds } from "#features/fields/kinds.ts";
import { accessTo } from "#features/fields/policy.ts";
import { canAsk } from "#features/fields/asked-kinds.ts";
import { instantIn, localTimeIn } from "#features/fields/date_time/instant-in.ts";
import { readFields } from "#features/fields/server/service.ts";
import { namesGroup } from "#features/groups/server/service.ts";
import { startJob } from "#features/jobs/server/service.ts";
import { scopeOf, type PeopleScope } from "#features/roles/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { note, noteAll } from "#platform/audit.ts";
import type { Config } from "#platform/config.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Db } from "#platform/db/connect.ts";
import { AppError, conflict, invalid, notFound } from "#platform/errors.ts";
import { instant } from "#platform/instant.ts";
import { requireActor, type Http, type OpenContext, type Scope } from "#platform/serve.ts";
import { atOnce, type CodeTerms } from "../contract.ts";
import type * as api from "../contract.ts";
import { effectNames } from "../effects/effects.ts";
import { admitsNew, makesCodes } from "../policy.ts";
import { makeCodes } from "../jobs/make-codes.ts";
import { undoCode } from "../jobs/undo-code.ts";
import { kindOf } from "./effect-kinds.ts";
import { aboutEffects, requireMayGive, tellEffects } from "./effects-of.ts";
import { makeWords } from "./make-words.ts";
import * as queries from "./queries.ts";
import type { StoredCode } from "./queries.ts";
import { requireMayAdmit } from "./redeem.ts";
import { undoNext } from "./undo-uses.ts";
import { openedWord } from "./word-keeping.ts";

export { codeForNew, requireMayAdmit, useCode } from "./redeem.ts";
export { aboutEffects, giveEffects } from "./effects-of.ts";
export { listGroups } from "./queries.ts";

export type CodeDeps = { readonly config: Pick<Config, "secret"> };

const noCode = () => notFound("code", "This code could not be found.");

/** Who works on codes, in a transaction of stoa_people. */
interface Making extends Omit<Scope, "db" | "last" | "actor"> {
  readonly db: Db;
  readonly actor: Actor;
  readonly http: Http;
  readonly scope: PeopleScope;
}

/** Goes on as somebody who makes codes. Requests write none themselves, because a code can give a role. */
async function making<T>({ open, databases, http }: OpenContext, why: string, work: (making: Making) => Promise<T>): Promise<T> {
  const asked = await open(async ({ actor, portal, say, language }) => ({ actor: requireActor(actor, makesCodes), portal, say, language }));
  return databases.inPeople(asked.portal.id, why, async (db) => work({ ...asked, db, http, scope: await scopeOf(db, asked.actor) }));
}

/** A code that somebody sees. The same 404 for one of somebody else as for none. */
async function requireCode(
  { db, scope, actor }: Pick<Making, "db" | "scope" | "actor">,
  id: number,
  options: { readonly lock?: boolean } = {},
): Promise<StoredCode> {
  const code = await queries.findCode(db, scope, actor.userId, id, options);
  if (!code) throw noCode();
  return code;
}

/** What stands in the table for what was typed. Throws where somebody may not give that, or it cannot be. */
async function checkedTerms(doer: Making, terms: CodeTerms) {
  const { db, actor, portal } = doer;
  const { opensAt, closesAt, timeZone } = terms;
  const at = (local: string | null) => (local === null ? null : instantIn(timeZone, local));
  const [opens, closes] = [at(opensAt), at(closesAt)];
  if (opens && closes && closes <= opens) throw invalid("closesAt", "ends_too_early", "The end is before the beginning.");
  await aboutEffects(db, actor, terms.effects);
  if (terms.admitsNew) await requireMayAdmit(db, actor);
  const askable = (await readFields(db, portal.id)).filter(canAsk);
  if (terms.fieldIds.some((id) => !askable.some((field) => field.id === id)))
    throw invalid("fieldIds", "cannot_ask", "One of these fields cannot be asked here. Choose again.");
  if (!terms.admitsNew && effectNames.every((name) => terms.effects[name] === undefined))
    throw invalid("effects", "nothing", "Choose at least one thing that this code gives.");
  return {
    label: terms.label,
    effects: JSON.stringify(terms.effects),
    per_person: terms.perPerson,
    opens_at: opens,
    closes_at: closes,
    time_zone: timeZone,
    domains: [...new Set(terms.domains)],
    field_ids: terms.fieldIds,
    admits_new: terms.admitsNew,
    given_by: actor.userId,
  };
}

const told = ({ effects, ...terms }: CodeTerms) => ({ ...terms, kinds: Object.keys(effects) });

/** Makes a code, or a batch of them. */
export const createCode = (
  { config }: CodeDeps,
  context: OpenContext,
  { isDraft, batch, ...terms }: Parsed<typeof api.createCode>["body"],
) =>
  making(context, "a code is made", async (doer): Promise<Result<typeof api.createCode>> => {
    const { db, portal, actor } = doer;
    const row = await checkedTerms(doer, terms);
    const isByJob = batch !== null && batch > atOnce;
    const { id } = await db
      .insertInto("authorization_codes")
      .values({
        portal_id: portal.id,
        ...row,
        seats: isByJob ? 0 : (batch ?? terms.seats),
        state: isDraft ? "draft" : "active",
        made_by: actor.userId,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await note(doer, { action: "code_made", object: { kind: "code", id }, after: { ...told(terms), ...(batch && { batch }) } });
    if (isByJob) {
      const input = { codeId: id, label: terms.label, count: batch };
      return { id, jobId: await startJob(doer, makeCodes, { input, total: batch }) };
    }
    await makeWords(db, config.secret, { portalId: portal.id, codeId: id, count: batch ?? 1, isBatch: batch !== null });
    return { id, jobId: null };
  });

/** Changes a code; from then on it gives by the rights of whoever saved it. */
export const saveCode = (context: OpenContext, id: number, { revision, ...terms }: Parsed<typeof api.saveCode>["body"]) =>
  making(context, "a code is changed", async (doer): Promise<Result<typeof api.saveCode>> => {
    const { db, portal } = doer;
    const before = await requireCode(doer, id, { lock: true });
    if (before.state === "revoked") throw conflict("code_ended", "This code was ended, so it stays as it is.");
    if (before.revision !== revision) throw conflict("code_changed", "Somebody else changed this code meanwhile. Load it again.");
    const words = await queries.countWords(db, portal.id, id);
    const seats = words === 1 ? terms.seats : before.seats;
    if (seats !== null && seats < before.taken)
      throw invalid("seats", "too_few", "{taken} were used already, so it cannot have fewer.", { taken: before.taken });
    const row = await checkedTerms(doer, terms);
    await db
      .updateTable("authorization_codes")
      .set({ ...row, seats, revision: revision + 1 })
      .where("portal_id", "=", portal.id)
      .where("id", "=", id)
      .execute();
    await note(doer, {
      action: "code_changed",
      object: { kind: "code", id },
      before: told(termsOf(before)),
      after: told({ ...terms, seats }),
    });
    return { id };
  });

/** Activates or pauses a code. Whoever activates one must be able to give what it gives. */
export const setState = (context: OpenContext, id: number, state: "active" | "paused") =>
  making(context, "a code is activated or paused", async (doer): Promise<Result<typeof api.setCodeState>> => {
    const { db, portal, actor } = doer;
    const before = await requireCode(doer, id, { lock: true });
    if (before.state === "revoked") throw conflict("code_ended", "This code was ended, so it stays as it is.");
    if (state === "active") {
      await aboutEffects(db, actor, before.effects);
      if (before.admitsNew) await requireMayAdmit(db, actor);
    }
    await db
      .updateTable("authorization_codes")
      .set({ state, revision: sql`revision + 1`, ...(state === "active" && { given_by: actor.userId }) })
      .where("portal_id", "=", portal.id)
      .where("id", "=", id)
      .execute();
    await note(doer, {
      action: state === "active" ? "code_activated" : "code_paused",
      object: { kind: "code", id },
      before: { label: before.label, state: before.state },
      after: { state },
    });
    return { id };
  });

/** Ends a code for good, and takes back what it gave where that is wanted. */
export const revoke = (context: OpenContext, id: number, undo: boolean) =>
  making(context, "a code is ended", async (doer): Promise<Result<typeof api.revokeCode>> => {
    const { db, portal, actor } = doer;
    const before = await requireCode(doer, id, { lock: true });
    if (undo) requireMayGive(actor, before.effects);
    if (before.state !== "revoked") {
      await db
        .updateTable("authorization_codes")
        .set({ state: "revoked", revoked_at: sql<Date>`now()`, revision: sql`revision + 1` })
        .where("portal_id", "=", portal.id)
        .where("id", "=", id)
        .execute();
      await note(doer, {
        action: "code_revoked",
        object: { kind: "code", id },
        before: { label: before.label, state: before.state },
        after: { state: "revoked", undo },
      });
    }
    const count = undo ? await queries.countUndoable(db, portal.id, id) : 0;
    if (count === 0) return { jobId: null, result: null };
    if (count > atOnce) {
      const input = { codeId: id, label: before.label, count };
      return { jobId: await startJob(doer, undoCode, { input, total: count }), result: null };
    }
    const { undone, kept } = await undoNext(
      { db, actor, note: (happenings) => noteAll(doer, happenings) },
      { codeId: id, before: null, most: count },
    );
    return { jobId: null, result: { undone, kept } };
  });

/** A code as it is typed and sent. */
const termsOf = ({ opensAt, closesAt, timeZone, ...code }: StoredCode): CodeTerms => ({
  label: code.label,
  effects: code.effects,
  seats: code.seats,
  perPerson: code.perPerson,
  opensAt: opensAt && localTimeIn(timeZone, opensAt.toISOString()),
  closesAt: closesAt && localTimeIn(timeZone, closesAt.toISOString()),
  timeZone,
  domains: code.domains,
  fieldIds: code.fieldIds,
  admitsNew: code.admitsNew,
});

/** One code, with what it gives as far as the person asking may give it. */
export const showCode = ({ config }: CodeDeps, context: OpenContext, id: number) =>
  making(context, "a code is read", async ({ db, actor, portal, scope, say, http }): Promise<Result<typeof api.getCode>> => {
    const code = await requireCode({ db, actor, scope }, id);
    const words = await queries.countWords(db, portal.id, id);
    const one =
      words === 1
        ? await db
            .selectFrom("authorization_code_words")
            .select("sealed")
            .where("portal_id", "=", portal.id)
            .where("code_id", "=", id)
            .executeTakeFirst()
        : null;
    const { gets, names, problem } = await readEffects({ db, actor, say }, code);
    return {
      ...termsOf(code),
      id,
      state: code.state,
      revision: code.revision,
      taken: code.taken,
      words,
      madeBy: code.madeBy,
      madeAt: instant(code.madeAt),
      word: one ? openedWord(config.secret, portal.id, http.origin, one.sealed) : null,
      gets,
      names,
      undoable: await queries.countUndoable(db, portal.id, id),
      problem,
    };
  });

async function readEffects({ db, actor, say }: Pick<Making, "db" | "actor" | "say">, { effects }: StoredCode) {
  try {
    const all = await aboutEffects(db, actor, effects);
    const names = all.flatMap(({ name: effect, about }) => (kindOf(effect).names?.(about) ?? []).map((one) => ({ effect, ...one })));
    return { gets: tellEffects(say, all), names, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      gets: [],
      names: [],
      problem: say("Something that this code gives is not there any more, or you may not give it. Choose anew what it gives, and save it."),
    };
  }
}

/** What effects give, in words. */
export const preview = (context: OpenContext, { effects }: Parsed<typeof api.previewEffects>["body"]) =>
  making(context, "what a code would give", async ({ db, actor, say }) => ({
    gets: tellEffects(say, await aboutEffects(db, actor, effects)),
  }));

/** What the person asking can give and ask. */
export const showChoices = (context: OpenContext) =>
  making(context, "what codes can give", async ({ db, actor, portal, scope }): Promise<Result<typeof api.codeChoices>> => {
    const all = await readFields(db, portal.id);
    const may = (name: (typeof effectNames)[number]) => kindOf(name).rule.allows(actor);
    const given = all.filter(
      (field) =>
        may("fields") &&
        accessTo(field, actor, Number.NaN) === "edit" &&
        !field.isSensitive &&
        !field.isUnique &&
        !fieldKinds[field.kind].isUploaded,
    );
    return {
      groups: may("groups") ? await queries.listGroups(db, scope) : [],
      fields: given.map(({ id, name, options, kind }) => ({
        id,
        name,
        options: fieldKinds[kind].options ? options.filter(({ isRetired }) => !isRetired).map((one) => one.name) : null,
      })),
      askable: all.filter(canAsk).map(({ id, name }) => ({ id, name })),
      roles: may("role"),
      courses: may("courses"),
      admits: scope.parts === null && admitsNew.allows(actor),
      timeZone: portal.timeZone,
    };
  });

/** Whether effects, a jsonb expression, put people into a group, or make them managers of its members. */
export const givesGroup = (
  effects: RawBuilder<unknown>,
  groupId: number,
) => sql`(${effects} #> '{groups,groupIds}' @> to_jsonb(${groupId}::bigint)
  or ${effects} #> '{role,scope,groupIds}' @> to_jsonb(${groupId}::bigint) or ${namesGroup(sql`${effects} #> '{role,scope,condition}'`, groupId)})`;

/** Codes that can still be used and that do so, for what depends on a group. */
export const codesGivingGroup = ({ portalId, groupId }: { readonly portalId: number; readonly groupId: number }) => sql`
  select 'code' as kind, c.id, c.label as name, '/users/authorizationCode/' || c.id as "to" from authorization_codes c
  where c.portal_id = ${portalId} and c.state <> 'revoked' and (c.closes_at is null or c.closes_at > now()) and ${givesGroup(sql`c.effects`, groupId)}`;
