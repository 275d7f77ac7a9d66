import type { TestApp } from "#app/test/app.ts";

/** The events of the letters that were written to an address itself, oldest first. */
export const lettersTo = async (app: TestApp, address: string): Promise<string[]> =>
  (
    await app.databases.inSystem("look at a test", (db) =>
      db.selectFrom("messages").select("event").where("recipient", "=", address).orderBy("id").execute(),
    )
  ).map(({ event }) => event);
