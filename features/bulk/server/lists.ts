import { sql, type RawBuilder } from "kysely";
import * as z from "zod/mini";
import { inScope, scopeOf } from "#features/roles/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { invalid, notFound } from "#platform/errors.ts";
import { requireActor, type OpenContext } from "#platform/serve.ts";
import { shortened } from "#platform/shortened.ts";
import { mostLines, type KeptList } from "../contract.ts";
import { actsOnPeople } from "../policy.ts";
import type { BulkContext } from "./bulk-kind.ts";

const longestWords = 320;
const keptHours = 24;
/** The newest lists of somebody that are kept; older ones go. */
const mostKept = 20;
/** Lines told back that named nobody, or several. */
const mostTold = 50;
/** Headings that a copied column brings along. */
const headings = /^(?:e-?mail(?:[ -]?address)?|e-mail-adresse|external[ _]?id|externe id|user ?name|benutzername|id)$/i;

/** What the lines of a text name: of each the cell with an address, or the first one that is not empty. */
export function readLines(text: string): string[] {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const cells = line.split(/[,;\t]/).map((cell) =>
        cell
          .trim()
          .replace(/^"(.*)"$/s, "$1")
          .trim(),
      );
      const words = cells.find((cell) => cell.includes("@")) ?? cells.find((cell) => cell !== "") ?? "";
      return shortened(words.replace(/\p{Cc}/gu, " "), longestWords);
    })
    .filter((words) => words.trim() !== "");
  return headings.test(lines[0] ?? "") ? lines.slice(1) : lines;
}

/** Makes room for one more list of somebody. A list that a job is about stays until the job has ended. */
async function dropOldLists(db: Db, { portalId, userId }: { portalId: number; userId: number }) {
  await sql`select pg_advisory_xact_lock(hashtextextended('lists of a person', ${userId}))`.execute(db);
  await sql`delete from people_lists l where l.portal_id = ${portalId} and l.owner_id = ${userId}
    and l.id not in (select id from people_lists where portal_id = ${portalId} and owner_id = ${userId} order by id desc limit ${mostKept - 1}::int)
    and not exists (select from bulk_runs r join jobs j on j.portal_id = r.portal_id and j.id = r.job_id
      where r.portal_id = l.portal_id and r.owner_id = l.owner_id and (r.input ->> 'listId')::bigint = l.id and j.state in ('queued', 'running'))`.execute(
    db,
  );
}

const Line = z.object({ line: z.int(), words: z.string(), fate: z.enum(["found", "twice", "unknown", "several"]) });

/** Keeps a pasted list for whoever pasted it, with whom each line names of those they reach. Throws 400 for too many lines. */
export async function keepList({ open, databases, http }: OpenContext, text: string): Promise<KeptList> {
  const asked = await open(async ({ actor, portal }) => ({ actor: requireActor(actor, actsOnPeople), portal }));
  const lines = readLines(text);
  if (lines.length === 0) throw invalid("text", "no_lines", "Paste at least one line.");
  if (lines.length > mostLines)
    throw invalid("text", "too_many_lines", "Paste {maximum, number} lines or fewer at a time.", { maximum: mostLines });
  const { actor, portal } = asked;
  return databases.inPeople(portal.id, "keep a pasted list of people", async (db) => {
    const scope = await scopeOf(db, actor);
    await dropOldLists(db, actor);
    const { id } = await db
      .insertInto("people_lists")
      .values({ portal_id: portal.id, owner_id: actor.userId, expires_at: sql<Date>`now() + make_interval(hours => ${keptHours})` })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { rows } = await typed(Line)`
      with lines as materialized (
        select nth, words, lower(words) as low, position('@' in words) > 0 as has_at
        from unnest(${lines}::text[]) with ordinality as l (words, nth)),
      by_email as materialized (
        select l.nth, u.id as user_id from lines l join users u on u.email = l.low
        join memberships m on m.portal_id = ${portal.id} and m.user_id = u.id where l.has_at and u.kind = 'person'),
      by_id as materialized (
        select l.nth, m.user_id from lines l join memberships m on m.portal_id = ${portal.id} and m.external_id = l.words),
      by_name as (
        select l.nth, m.user_id from memberships m join users u on u.id = m.user_id
        join lines l on l.low = split_part(u.email, '@', 1)
        where m.portal_id = ${portal.id} and u.kind = 'person' and not l.has_at and not exists (select from by_id i where i.nth = l.nth)),
      hits as (
        select nth, count(distinct user_id) as people, min(user_id) as user_id
        from (select * from by_email union all select * from by_id union all select * from by_name) h where ${inScope(scope, sql`h.user_id`)} group by nth),
      judged as (
        select l.nth, l.words, h.people, case when h.people = 1 then h.user_id end as user_id,
          row_number() over (partition by case when h.people = 1 then h.user_id end order by l.nth) as time
        from lines l left join hits h on h.nth = l.nth),
      kept as (
        insert into people_list_lines (portal_id, list_id, nth, words, fate, user_id)
        select ${portal.id}::bigint, ${id}::bigint, nth, words,
          case when people is null then 'unknown' when people > 1 then 'several' when time > 1 then 'twice' else 'found' end, user_id from judged
        returning nth, words, fate)
      select nth as line, words, fate from kept order by nth`.execute(db);
    const count = (fate: string) => rows.filter((row) => row.fate === fate).length;
    const counts = { found: count("found"), twice: count("twice"), unknown: count("unknown"), several: count("several") };
    await note({ db, portal, actor, http }, { action: "people_listed", object: { kind: "people_list", id }, after: counts });
    const left = rows.flatMap(({ fate, ...row }) => (fate === "unknown" || fate === "several" ? [{ ...row, fate }] : []));
    return { id, ...counts, left: left.slice(0, mostTold) };
  });
}

const Id = z.object({ id: z.int() });
/** The people of an own list, as a select of user_id. Throws 404 for a list that is not there any more, or is somebody else's. */
export async function ownList(
  db: Db,
  { portalId, userId }: { portalId: number; userId: number },
  listId: number,
): Promise<RawBuilder<unknown>> {
  const { rows } = await typed(Id)`select id from people_lists
    where portal_id = ${portalId} and id = ${listId} and owner_id = ${userId} and expires_at > now()`.execute(db);
  if (!rows[0]) throw notFound("people_list", "This list is not there any more. Paste it again.");
  return sql`select l.user_id from people_list_lines l where l.portal_id = ${portalId} and l.list_id = ${listId} and l.fate = 'found'`;
}

/** All people of an own list, for a bulk action: its selection is named "list" and its query is {list: number}. */
export const listSelection = ({ db, actor }: Pick<BulkContext, "db" | "actor">, { list = "" }: Readonly<Record<string, string>>) =>
  ownList(db, actor, /^\d{1,15}$/.test(list) ? Number(list) : 0);
