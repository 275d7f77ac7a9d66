// npm run reset-factors -- EMAIL "REASON": removes the second factors of an account, for an admin who lost theirs and has nobody to ask. Also while Stoa runs.
import { resetFactors } from "#features/auth/server/reset-factors.ts";
import { loadConfig } from "#platform/config.ts";
import { connectDatabases, type Databases } from "#platform/db/connect.ts";
import { StartError } from "#platform/lifecycle-error.ts";
import { note } from "#platform/audit.ts";
import { command } from "./command.ts";
import { openInstalled } from "./installed.ts";

/** Who did it is known to whoever may start commands on the server; the audit log says that it was there. */
const noting = { actor: null, http: { ip: "", requestId: "command reset-factors" } };

/** Removes the second factors of an account and writes it into the audit log of each of its portals. Returns their names. Throws a StartError with a sentence. */
export function resetOnServer(databases: Databases, email: string, reason: string): Promise<string[]> {
  return databases.inSystemUntimed("remove second factors by command", async (db) => {
    const person = await db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email.trim().toLowerCase())
      .where("kind", "=", "person")
      .executeTakeFirst();
    if (!person) throw new StartError(`Nobody has the email ${email}.`);
    const own = await db
      .selectFrom("memberships as m")
      .innerJoin("portals as p", "p.id", "m.portal_id")
      .select(["p.id", "p.name"])
      .where("m.user_id", "=", person.id)
      .orderBy("p.id")
      .execute();
    // A system admin need not be a member of any portal.
    const portals = own.length > 0 ? own : await db.selectFrom("portals").select(["id", "name"]).orderBy("id").limit(1).execute();
    const [first, ...others] = portals;
    if (!first) throw new StartError("There is no portal yet.");
    if (!(await resetFactors(db, { portalId: first.id, userId: person.id, by: null, reason, noting })))
      throw new StartError(`${email} has no second factor.`);
    for (const { id } of others)
      await note(
        { db, portal: { id }, ...noting },
        { action: "factors_reset", object: { kind: "user", id: person.id }, after: { reason, by: "server" } },
      );
    return portals.map(({ name }) => name);
  });
}

if (import.meta.main)
  await command("The second factors could not be removed.", async (print, onStop) => {
    const [email = "", ...words] = process.argv.slice(2);
    const reason = words.join(" ").trim();
    if (!email || !reason) throw new StartError('Say whose and why: npm run reset-factors -- ana@example.org "Lost her phone"');
    const config = loadConfig(process.env);
    const server = await openInstalled(config);
    onStop(() => server.stop());
    const databases = connectDatabases({ ownerUrl: server.ownerUrl, appUrl: undefined, config });
    onStop(() => databases.close());
    const portals = await resetOnServer(databases, email, reason);
    print(
      `${email} signs in with the password alone now, and was signed out everywhere. It stands in the audit log of ${portals.join(", ")}.`,
    );
  });
