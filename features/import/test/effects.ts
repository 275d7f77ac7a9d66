import { expect, test } from "vitest";
import type { ImportWorld } from "./import-world.ts";

/** What an import does besides its rows, said by the check before (IMP-2, AUTH-9); on the server of import.test.ts. */
export function effectTests({ open, take, check, run, aGroup }: ImportWorld) {
  /** How many emails and notifications there are in portal A, by event. Who imports hears in the bell that their own job has ended, as after any job. */
  const told = async (): Promise<Record<string, number>> => {
    const { rows } = await open.db.query<{ event: string; count: number }>(
      `select event, count(*)::int as count from (select event from messages where portal_id = $1 union all select event from notifications where portal_id = $1) t
       where event <> 'job_ended' group by event`,
      [open.app.portal("a").id],
    );
    return Object.fromEntries(rows.map(({ event, count }) => [event, count]));
  };

  test("the check says which emails are sent, and the import sends these and no others (IMP-2)", async () => {
    const { app, db } = open;
    await aGroup("Told of nothing");
    const [first, second, shared, stays] = [await app.aPerson("a"), await app.aPerson("a"), await app.aPerson("a"), await app.aPerson("a")];
    await db.query("insert into memberships (portal_id, user_id) values ($1, $2)", [app.portal("b").id, shared.id]);
    for (const [nth, { id }] of [first, second, shared, stays].entries())
      await db.query("update memberships set external_id = $1 where user_id = $2 and portal_id = $3", [
        `TOLD-${nth}`,
        id,
        app.portal("a").id,
      ]);
    const table = [
      "external id,email,family name,groups,roles",
      "TOLD-0,told-0@table.test,New,Told of nothing,",
      "TOLD-1,told-1@table.test,,,",
      "TOLD-2,told-2@table.test,,Told of nothing,",
      `TOLD-3,${stays.email},Changed,Told of nothing,Author`,
      "TOLD-4,told-4@table.test,Added,Told of nothing,Author",
      "TOLD-5,no address,,,",
    ].join("\n");
    const one = await take(table);
    const checked = await check(one, { key: "external_id", columns: ["external_id", "email", "family_name", "groups", "roles"] });
    expect(checked).toMatchObject({ counts: { create: 1, update: 4, error: 1 }, mails: [{ event: "email_changed", count: 2 }] });
    const before = await told();
    await run(one.id);
    const after = await told();
    const sent = Object.entries(after).flatMap(([event, count]) => {
      const more = count - (before[event] ?? 0);
      return more === 0 ? [] : [{ event, count: more }];
    });
    expect(sent).toEqual(checked["mails"]);

    // Nothing that tells anybody: nothing is said of it.
    const two = await take("email,family name\ntold-6@table.test,Added\ntold-0@table.test,Newer\n");
    expect(await check(two)).toMatchObject({ counts: { create: 1, update: 1 }, mails: [] });
    await run(two.id);
    expect(await told()).toEqual(after);
  });

  test("an import changes no way in: neither by a row, nor by columns that other systems have for it (AUTH-9)", async () => {
    const { app, db } = open;
    const who = await app.aPerson("a");
    await db.query(
      `insert into passkeys (portal_id, user_id, rp_id, credential_id, public_key, name) values ($1, $2, 'a.test', 'auth-9', 'x', 'Laptop')`,
      [app.portal("a").id, who.id],
    );
    const waysIn = async () =>
      (
        await db.query(
          `select password_hash, password_changed_at, must_change_password, to_jsonb(s) as security,
             (select jsonb_agg(to_jsonb(p)) from passkeys p where p.user_id = u.id) as passkeys
           from users u left join account_security s on s.user_id = u.id where u.id = $1`,
          [who.id],
        )
      ).rows[0];
    const before = await waysIn();
    expect(before).toMatchObject({ password_hash: expect.any(String), passkeys: [{ name: "Laptop" }] });
    const names = ["auth", "Sign-in method", "SSO", "password", "force password change", "Anmeldeart"];
    const one = await take(`email,family name,${names.join(",")}\n${who.email},Renamed,saml,SSO,yes,secret,1,LDAP\n`);
    expect(one.plan.columns).toEqual(["email", "family_name", ...names.map(() => null)]);
    const meanings = one.targets
      .map(({ meaning }: { meaning: string }) => meaning)
      .filter((meaning: string) => !meaning.startsWith("field:"));
    expect(meanings).toEqual(["email", "given_name", "family_name", "external_id", "language", "time_zone", "status", "groups", "roles"]);
    expect((await run((await check(one)).id as number)).counts).toMatchObject({ done: 1, refused: 0 });
    expect(await waysIn()).toEqual(before);
    expect((await app.signInAs(who, "a")).userId).toBe(who.id);
  });
}
