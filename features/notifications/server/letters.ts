import { sql } from "kysely";
import * as z from "zod/mini";
import type { Db } from "#platform/db/connect.ts";
import { oneRow } from "#platform/db/one-row.ts";
import { typed } from "#platform/db/typed.ts";
import { hashToken, linkToken, newToken } from "#platform/tokens.ts";
import type { NotificationEvent } from "../event.ts";
import { isTakenByWebhook } from "./webhook-outbox.ts";

/**
 * To whom a letter goes: a person of the portal, in their language, at the email that they have when it is sent or at an address of theirs; or an address of which nobody
 * has proven yet whose it is.
 */
type Recipient = { readonly userId: number; readonly address?: string } | { readonly address: string; readonly locale: string | null };

/** Writes a letter, in the transaction that causes it, as stoa_people or the system role. Workers send it (features/mail). Gives the id of its message. */
export async function writeLetter<Variables>(
  db: Db,
  portalId: number,
  event: NotificationEvent<Variables>,
  to: Recipient,
  variables: Variables,
): Promise<number> {
  const { id } = await inserted(db, portalId, event, [{ to, variables }]).executeTakeFirstOrThrow();
  return id;
}

const Sends = z.object({ sends: z.boolean() });
/** Whether mail leaves a portal, by the mail server of the installation (smtpUrl) or one of its own; else it stays in the product. */
export const sendsMail = async (db: Db, portalId: number, smtpUrl: string | undefined): Promise<boolean> =>
  smtpUrl !== undefined ||
  oneRow(await typed(Sends)`select exists (select from mail_servers where portal_id = ${portalId} and is_on) as sends`.execute(db)).sends;

interface Letter<Variables> {
  readonly to: Recipient;
  readonly variables: Variables;
}

/** `writeLetter` for many, at least one, with one statement. */
export async function writeLetters<Variables>(
  db: Db,
  portalId: number,
  event: NotificationEvent<Variables>,
  letters: readonly Letter<Variables>[],
): Promise<void> {
  await inserted(db, portalId, event, letters).execute();
}

const inserted = <Variables>(db: Db, portalId: number, event: NotificationEvent<Variables>, letters: readonly Letter<Variables>[]) =>
  db
    .with("written", (write) =>
      write
        .insertInto("messages")
        .values(
          letters.map(({ to, variables }) => ({
            portal_id: portalId,
            event: event.name,
            mandatory: event.mandatory,
            told: JSON.stringify([{ event: event.name, variables: z.encode(event.variables, variables) }]),
            ...("userId" in to ? { user_id: to.userId, recipient: to.address ?? null } : { recipient: to.address, locale: to.locale }),
          })),
        )
        .returning(["portal_id", "id", "event"]),
    )
    .with("queued", (write) =>
      write
        .insertInto("webhook_outbox")
        .columns(["portal_id", "message_id"])
        .expression((read) => read.selectFrom("written").select(["portal_id", "id"]).where(isTakenByWebhook("written"))),
    )
    .selectFrom("written")
    .select("id");

/** Takes back letters that no worker has begun to send, as stoa_people; others are past that. */
export const withdrawLetters = (db: Db, portalId: number, messageIds: readonly number[]) =>
  db
    .updateTable("messages")
    .set({ state: "withheld", reason: "withdrawn", ended_at: sql<Date>`now()` })
    .where("portal_id", "=", portalId)
    .where("id", "in", [...messageIds])
    .where("state", "=", "waiting")
    .execute();

/** A new secret for the link of a letter: the key that the letter is written with, the secret itself, and its hash, by which it is found again. */
export function letterSecret(secret: string): { key: string; token: string; tokenHash: Buffer } {
  const key = newToken();
  const token = linkToken(secret, key);
  return { key, token, tokenHash: hashToken(token) };
}
