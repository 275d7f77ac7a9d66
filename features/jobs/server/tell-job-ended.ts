import * as z from "zod/mini";
import { jobEnded } from "#features/notifications/events/job_ended/job-ended.ts";
import { notify } from "#features/notifications/server/service.ts";
import type { Actor } from "#platform/actor.ts";
import { sayIn } from "#platform/catalogue.ts";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { languageOf } from "#platform/languages.ts";
import type { AnyJobKind } from "./job-kind.ts";

/** A run of a job that has come to its end. */
interface Ended {
  readonly portalId: number;
  readonly id: number;
  readonly ownerId: number;
  readonly run: number;
  readonly createdAt: Date;
  readonly input: unknown;
  readonly result: unknown;
  readonly isDone: boolean;
}

/** The portal's language, and the owner's own where the portal offers it. */
const Spoken = z.object({ locale: z.string(), own: z.nullable(z.string()) });

/** Tells the owner of a job, in the transaction that ends it, that it is done or has failed. kind: undefined for one that this version does not know. */
export async function tellJobEnded(
  db: Db,
  kind: AnyJobKind | undefined,
  { portalId, id, ownerId, run, createdAt, input, result, isDone }: Ended,
) {
  if (kind?.quietSeconds !== undefined && Date.now() - createdAt.getTime() < kind.quietSeconds * 1000) return;
  const title = await titleFor(db, kind, { portalId, id, ownerId, input, result });
  await notify(db, portalId, jobEnded, [
    { subject: `job:${id}`, userId: ownerId, occurrence: String(run), variables: { jobId: id, title, isDone } },
  ]);
}

type Touched = Pick<Ended, "portalId" | "id" | "ownerId" | "input" | "result">;

/** What a job does, in its owner's language. */
async function titleFor(db: Db, kind: AnyJobKind | undefined, { portalId, id, ownerId, input, result }: Touched): Promise<string> {
  const { locale, own } = oneRow(
    await typed(Spoken)`select p.locale, offered_locale(u.locale, p.settings) as own
      from portals p join users u on u.id = ${ownerId} where p.id = ${portalId}`.execute(db),
  );
  const say = sayIn(languageOf(own) ?? languageOf(locale) ?? "en");
  return kind?.title(say, { id, input, result }) ?? `${id}`;
}

/** Tells the owner of a job that somebody else cancelled or undid it, in the transaction that does; nobody where it is their own. */
export async function tellJobTouched(
  db: Db,
  kind: AnyJobKind | undefined,
  job: Touched,
  { actor, how }: { readonly actor: Pick<Actor, "userId" | "givenName" | "familyName" | "email">; readonly how: "cancelled" | "undone" },
): Promise<void> {
  const { portalId, id, ownerId } = job;
  if (ownerId === actor.userId) return;
  const name = `${actor.givenName} ${actor.familyName}`.trim() || actor.email;
  await notify(db, portalId, jobEnded, [
    {
      subject: `job:${id}`,
      userId: ownerId,
      occurrence: how,
      variables: { jobId: id, title: await titleFor(db, kind, job), isDone: how === "undone", by: { name, how } },
    },
  ]);
}
