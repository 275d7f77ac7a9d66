import type { MailText, TextLanguage } from "#features/mail/texts-contract.ts";
import type { Db } from "#platform/db/connect.ts";

/** A letter of the demo in a portal's own words. */
export interface DemoMailText extends MailText {
  readonly event: string;
  readonly language: TextLanguage;
}

/** Inserts what the letters of a portal say in its own words. */
export async function insertMailTexts(
  db: Db,
  { portalId, adminId }: { readonly portalId: number; readonly adminId: number },
  texts: readonly DemoMailText[],
) {
  if (texts.length === 0) return;
  await db
    .insertInto("mail_texts")
    .values(texts.map((text) => ({ portal_id: portalId, revision: 1, saved_by: adminId, ...text })))
    .execute();
}
