import type { FieldValues } from "#features/fields/definition.ts";
import type { FieldSheet } from "#features/fields/sheet-contract.ts";
import { keepSheet, readSheet } from "#features/fields/server/sheet.ts";
import type { Context, OpenContext } from "#platform/serve.ts";
import { changePerson } from "./person-service.ts";
import { personInReach } from "./reach.ts";

type Reading = Pick<Context, "db" | "actor">;

/** A person's custom fields, as far as the one who asks sees them. */
export async function showFields({ db, actor }: Reading, userId: number): Promise<FieldSheet> {
  await personInReach(db, actor, userId);
  return readSheet(db, actor, userId);
}

/** Changes values of a person's custom fields. */
export const keepFields = (context: OpenContext, userId: number, values: FieldValues): Promise<FieldSheet> =>
  changePerson(context, userId, "change a person's custom fields", ({ db, actor, noting }) =>
    keepSheet({ db, ...noting, actor }, userId, values),
  );
