import { sql } from "kysely";
import type { Db } from "#platform/db/connect.ts";

/** Lets all portals follow one definition of a field that each has, and offers them another that none has taken on yet. */
export async function insertSharedFields(db: Db): Promise<void> {
  await sql`insert into shared_fields (kind, name, help, is_unique, is_sensitive, settings) values
    ('yes_no', 'First aider', '', false, false, '{}'),
    ('number', 'Shoe size', 'For safety shoes', false, false, '{"least": 30, "most": 52}')`.execute(db);
  await sql`update fields f set shared_id = s.id, follows = true from shared_fields s where s.name = f.name`.execute(db);
}
