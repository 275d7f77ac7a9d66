import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startTestApp, type Client, type TestApp } from "#app/test/app.ts";
import { events, letters } from "#features/notifications/events.ts";
import { completed } from "#features/notifications/events/completed/completed.ts";
import { registrationAsked } from "#features/notifications/events/registration_asked/registration-asked.ts";
import { passwordReset } from "#features/notifications/events/password_reset/password-reset.ts";
import { passwordChanged } from "#features/notifications/events/password_changed/password-changed.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";
import { notify, tellerIn, writeLetter } from "#features/notifications/server/service.ts";
import { keptDays, mostAttempts, mostWebhooks, type Delivery, type SavedWebhook, type Webhook, type WebhookTerms } from "./contract.ts";
import { bodyOf } from "./server/payload.ts";
import { sweepDeliveries } from "./server/sweep.ts";
import { aWebhook, aWebhookBody } from "./test/a-webhook.ts";
import { startReceiver, type Received } from "./test/receiver.ts";
import { seatsLow } from "#features/notifications/events/seats_low/seats-low.ts";
import { settleWebhooks } from "./test/settle-webhooks.ts";

// Webhooks (MAIL-1, X-4): what leaves a portal, to whom, how often and signed how. What receivers do is taken from docs/webhooks.md.
let app: TestApp;
let admin: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let folder: string;
let isFromPortal: (header: string | undefined, body: string, secret: string, now?: number) => boolean;
let learner: { id: number; email: string };
beforeAll(async () => {
  receiver = await startReceiver();
  app = await startTestApp({ WEBHOOK_INNER: receiver.inner });
  admin = await app.signIn("admin", "a");
  learner = await app.aPerson("a", { email: "anna@hooks.test" });
  folder = await mkdtemp(join(tmpdir(), "stoa-webhooks-"));
  const page = await readFile(join(import.meta.dirname, "../../docs/webhooks.md"), "utf8");
  const file = join(folder, "check.mjs");
  await writeFile(file, /```js\n([\s\S]*?)```/.exec(page)?.[1] ?? "");
  ({ isFromPortal } = (await import(pathToFileURL(file).href)) as { isFromPortal: typeof isFromPortal });
});
afterAll(async () => {
  await app.close();
  await receiver.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await system((db) => db.deleteFrom("webhooks").execute());
  await settleWebhooks(app);
  receiver.received.length = 0;
  receiver.answers();
});

const system = <T>(work: Parameters<typeof app.databases.inSystem<T>>[1]) => app.databases.inSystem("a test of webhooks", work);
const add = (given: Partial<WebhookTerms> = {}, client = admin) =>
  client.post("/rest/webhooks", aWebhookBody({ address: receiver.at("/hook"), ...given }));
const made = async (given: Partial<WebhookTerms> = {}): Promise<SavedWebhook & { secret: string }> => {
  const answer = await add(given);
  expect(answer.statusCode, answer.body).toBe(200);
  const saved = answer.json() as SavedWebhook;
  return { ...saved, secret: saved.secret ?? "" };
};
const shown = async (id: number) => ((await admin.get("/rest/webhooks")).json() as { rows: Webhook[] }).rows.find((one) => one.id === id);
const deliveries = async (id: number, query = "") =>
  ((await admin.get(`/rest/webhooks/${id}/deliveries${query}`)).json() as { rows: Delivery[] }).rows;
const nothing: Received = { path: "", headers: {}, body: "" };
let count = 0;
/** Tells somebody that they completed a course, in a transaction that commits or not. */
const complete = (userId = learner.id, portal: "a" | "b" = "a", course = "Knots & <b>ropes</b>") =>
  app.databases.inPeople(app.portal(portal).id, "a test of webhooks", (db) =>
    notify(db, app.portal(portal).id, completed, [
      { subject: "course:1", userId, occurrence: `test ${++count}`, variables: { courseId: 1, courseType: "online", course } },
    ]),
  );
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const settle = (given: Parameters<typeof settleWebhooks>[1] = {}) => settleWebhooks(app, given);
const later = (hours: number) => () => new Date(Date.now() + hours * 3_600_000);

test("an event leaves once, signed as the docs say, and a receiver knows it again by its id (X-4)", async () => {
  const { id, secret } = await made();
  expect(secret).toMatch(/^stoa_hook_[\w-]{43}$/);
  await complete();
  await settle();
  await settle();
  expect(receiver.received).toHaveLength(1);
  const [{ headers, body } = nothing] = receiver.received;
  const said = JSON.parse(body) as Record<string, unknown>;
  expect(said).toEqual({
    event: "completed",
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    portal: { name: expect.any(String), host: expect.any(String) },
    occurredAt: expect.stringMatching(/Z$/),
    timeZone: expect.any(String),
    person: { id: learner.id, email: learner.email, name: expect.any(String) },
    variables: { courseId: 1, courseType: "online", course: "Knots & <b>ropes</b>" },
  });
  const signature = String(headers["stoa-signature"]);
  expect(headers).toMatchObject({ "content-type": "application/json", "stoa-event": "completed", "stoa-event-id": said["id"] });
  expect(isFromPortal(signature, body, secret)).toBe(true);
  expect((await deliveries(id))[0]).toMatchObject({
    event: "completed",
    state: "sent",
    attempts: 1,
    status: 204,
    problem: null,
    eventId: said["id"],
  });
  expect(await shown(id)).toMatchObject({ failingSince: null, waiting: 0, lastAt: expect.any(String) });
});

test("security.md 72: a receiver that checks as the docs say takes no stale, foreign or changed delivery", async () => {
  const { secret } = await made();
  await complete();
  await settle();
  const [{ headers, body } = nothing] = receiver.received;
  const signature = String(headers["stoa-signature"]);
  const now = Date.now();
  expect(isFromPortal(signature, body, secret, now)).toBe(true);
  expect(isFromPortal(signature, body, secret, now + 302_000)).toBe(false);
  expect(isFromPortal(signature, body, secret, now - 302_000)).toBe(false);
  expect(isFromPortal(signature, `${body} `, secret, now)).toBe(false);
  expect(isFromPortal(signature, body, `${secret}x`, now)).toBe(false);
  expect(
    isFromPortal(
      signature.replace(/t=\d+/, (time) => `t=${Number(time.slice(2)) + 1}`),
      body,
      secret,
      now,
    ),
  ).toBe(false);
  expect(isFromPortal(undefined, body, secret, now)).toBe(false);
});

test("what a transaction takes back does not leave, and neither does what happens in another portal", async () => {
  await made();
  await app.databases
    .inPeople(app.portal("a").id, "a test of webhooks", async (db) => {
      await notify(db, app.portal("a").id, completed, [
        {
          subject: "course:1",
          userId: learner.id,
          occurrence: "taken back",
          variables: { courseId: 1, courseType: "online", course: "x" },
        },
      ]);
      throw new Error("taken back");
    })
    .catch(() => undefined);
  const other = await app.aPerson("b", { email: "other@hooks.test" });
  await complete(other.id, "b");
  await settle();
  expect(receiver.received).toEqual([]);
});

test("what several are told of one happening leaves once and names none of them; each person's own leaves for each", async () => {
  const { id } = await made();
  const second = await app.aPerson("a", {});
  await app.databases.inPeople(app.portal("a").id, "a test of webhooks", (db) =>
    notify(
      db,
      app.portal("a").id,
      registrationAsked,
      [admin.userId, learner.id].map((userId) => ({
        subject: "registration:7",
        userId,
        occurrence: "1",
        variables: { name: "Mira", email: "m@x.test" },
      })),
    ),
  );
  await complete(learner.id);
  await complete(second.id);
  await settle();
  expect(bodies().map(({ event }) => event)).toEqual(["registration_asked", "completed", "completed"]);
  expect(bodies()[0]).toMatchObject({ person: null, variables: { name: "Mira", email: "m@x.test" } });
  expect(
    bodies()
      .slice(1)
      .map(({ person }) => (person as { id: number }).id),
  ).toEqual([learner.id, second.id]);
  expect(await deliveries(id)).toHaveLength(3);
});

test("a webhook takes the events that were chosen, and none that the portal has switched off; stopped mail stops nothing", async () => {
  const one = await made({ events: ["completed"] });
  const other = await made({ name: "Other", events: ["enrolled"], address: receiver.at("/other") });
  const settings = (given: object) =>
    system((db) =>
      db
        .insertInto("mail_settings")
        .values({ portal_id: app.portal("a").id, ...given })
        .onConflict((conflict) => conflict.column("portal_id").doUpdateSet(given))
        .execute(),
    );
  await settings({ is_on: false });
  await complete();
  await settle();
  expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
  await settings({ is_on: true, events_off: ["completed"] });
  await complete();
  await settle();
  expect(receiver.received).toHaveLength(1);
  await settings({ events_off: [] });
  expect([(await deliveries(one.id)).length, (await deliveries(other.id)).length]).toEqual([1, 0]);
});

test("security.md 57: of no event does a variable leave that lets somebody in, in any format", async () => {
  for (const event of [...events, ...letters]) {
    const keys: string[] = [];
    const sample = event.sample("Sample") as Record<string, unknown>;
    // Each text of its own, so that it can be told which one a link is made of.
    const variables = Object.fromEntries(
      Object.entries(sample).map(([name, value]) => [name, value === "Sample" ? `Sample ${name}` : value]),
    );
    event.words({ ...tellerIn("en", "UTC"), link: (to, key) => (keys.push(key), to) }, variables);
    for (const secret of event.secrets ?? [])
      expect([event.name, Object.keys(variables)]).toEqual([event.name, expect.arrayContaining([secret])]);
    expect([event.name, keys.length > 0]).toEqual([event.name, (event.secrets ?? []).length > 0]);
    for (const format of ["json", "slack", "teams"] as const) {
      const body = bodyOf(format, {
        event: event.name,
        eventId: "00000000-0000-8000-a000-000000000000",
        occurredAt: new Date(),
        portal: { name: "A", host: "a.test", locale: "en", timeZone: "UTC" },
        person: null,
        variables,
      });
      expect([event.name, body === null]).toEqual([event.name, false]);
      for (const key of keys) expect([event.name, body]).toEqual([event.name, expect.not.stringContaining(key)]);
    }
  }
});

test("security.md 57: a letter leaves without its link, and what system admins are told of their account stays among them", async () => {
  await made();
  const root = await app.signIn("system", "a");
  const key = "k".repeat(43);
  await app.databases.inPeople(app.portal("a").id, "a test of webhooks", async (db) => {
    const until = new Date().toISOString();
    await writeLetter(db, app.portal("a").id, passwordReset, { userId: learner.id }, { key, until, returnUrl: null });
    await writeLetter(db, app.portal("a").id, passwordReset, { userId: root.userId }, { key, until, returnUrl: null });
    await notify(db, app.portal("a").id, passwordChanged, [
      { subject: "user:1", userId: root.userId, occurrence: "root", variables: { at: until } },
    ]);
  });
  await settle();
  expect(bodies()).toHaveLength(1);
  expect(bodies()[0]).toMatchObject({ event: "password_reset", person: { id: learner.id, email: learner.email } });
  expect(receiver.received[0]?.body).not.toContain(key);
});

test("Slack and Teams get text in which nothing is a mention, in the portal's language, without a signature", async () => {
  await made({ format: "slack" });
  await made({ name: "Teams", format: "teams", address: receiver.at("/teams") });
  await complete(learner.id, "a", "<!channel> & [x](http://evil.test)");
  await settle();
  const [slack, teams] = receiver.received.toSorted((one, other) => one.path.localeCompare(other.path));
  const { text } = JSON.parse(slack?.body ?? "") as { text: string };
  expect(text).toContain("You completed &lt;!channel&gt; &amp; [x](http://evil.test)");
  expect(text.split("\n").length).toBeGreaterThan(1);
  expect(slack?.headers["stoa-signature"]).toBeUndefined();
  const card = JSON.parse(teams?.body ?? "") as { type: string; attachments: { content: { body: { type: string }[] } }[] };
  expect(card.type).toBe("message");
  expect(new Set(card.attachments[0]?.content.body.map(({ type }) => type))).toEqual(new Set(["RichTextBlock"]));
});

test("what fails is sent again under the same id, ever later; then it has failed, and can be sent once more", async () => {
  const { id } = await made();
  receiver.answers((response) => void response.writeHead(503, { "content-type": "text/plain" }).end(`Closed\n\u0000 ${"x".repeat(5000)}`));
  await complete();
  await settle();
  await settle();
  expect(receiver.received).toHaveLength(1);
  expect((await deliveries(id))[0]).toMatchObject({ state: "waiting", attempts: 1, status: 503, problem: "status" });
  const { detail } = (await deliveries(id))[0] ?? {};
  expect([detail?.length, detail?.slice(0, 8)]).toEqual([200, "Closed x"]);
  expect((await shown(id))?.failingSince).not.toBeNull();
  for (const hours of [0.1, 0.3, 1, 4, 9, 15]) await settle({ now: later(hours) });
  expect((await deliveries(id))[0]).toMatchObject({ state: "waiting", attempts: mostAttempts - 1 });
  await complete();
  receiver.answers();
  // Another one arrives meanwhile, so the webhook does not turn itself off.
  await settle({ now: later(15.2) });
  receiver.answers((response) => void response.writeHead(500).end());
  await settle({ now: later(28) });
  expect((await deliveries(id, "?state=failed"))[0]).toMatchObject({ attempts: mostAttempts });
  const ids = new Set(bodies().map((body) => body["id"]));
  expect([receiver.received.length, ids.size]).toEqual([mostAttempts + 1, 2]);
  receiver.answers();
  const [failed] = await deliveries(id, "?state=failed");
  expect((await admin.post(`/rest/webhooks/${id}/deliveries/${failed?.id}/repeat`)).statusCode).toBe(200);
  await settle({ now: later(29) });
  expect(bodies().at(-1)).toMatchObject({ id: failed?.eventId });
  expect((await deliveries(id)).map(({ state }) => state)).toEqual(["sent", "sent"]);
});

test("a receiver that is slow, or breaks off, loses nothing and keeps nobody waiting", async () => {
  const { id } = await made();
  receiver.answers((response) => void setTimeout(() => response.destroyed || response.writeHead(204).end(), 1000).unref());
  await complete();
  await settle({ milliseconds: 100 });
  expect((await deliveries(id))[0]).toMatchObject({ state: "waiting", problem: "timeout", status: null });
  receiver.answers((response) => response.destroy());
  await settle({ now: later(0.1) });
  expect((await deliveries(id))[0]).toMatchObject({ state: "waiting", problem: "unreachable" });
  receiver.answers();
  await settle({ now: later(1) });
  expect((await deliveries(id))[0]).toMatchObject({ state: "sent", attempts: 3 });
});

const bell = async (client: Client) =>
  ((await client.get("/rest/notifications")).json() as { rows: { event: string; subject: string; to: string }[] }).rows.filter(
    ({ event }) => event === "webhook_off",
  );

test("an answer 410 turns a webhook off at once; its admins are told, and what waits is withheld", async () => {
  const { id } = await made({ name: "Gone soon" });
  receiver.answers((response) => void response.writeHead(410).end());
  await complete();
  await complete();
  await settle();
  expect(receiver.received).toHaveLength(1);
  expect(await shown(id)).toMatchObject({ isOn: false, offReason: "gone", waiting: 0 });
  expect((await deliveries(id)).map(({ state }) => state)).toEqual(["withheld", "withheld"]);
  expect((await bell(admin))[0]).toMatchObject({ subject: "The webhook Gone soon is off", to: `/admin/webhooks/${id}` });
  const entries = await system((db) =>
    db
      .selectFrom("audit_events")
      .select(["action", "after"])
      .where("action", "=", "webhook_turned_off")
      .where("object_id", "=", id)
      .execute(),
  );
  expect(entries).toEqual([{ action: "webhook_turned_off", after: { name: "Gone soon", why: "gone" } }]);
});

test("after a day in which every attempt failed a webhook turns itself off; turned on again it begins anew", async () => {
  const { id, revision } = await made({ name: "Failing" });
  receiver.answers((response) => void response.writeHead(500).end());
  await complete();
  await settle();
  for (const hours of [0.1, 0.3, 1, 4, 9, 15]) await settle({ now: later(hours) });
  expect(await shown(id)).toMatchObject({ isOn: true, offReason: null });
  await settle({ now: later(28) });
  expect(await shown(id)).toMatchObject({ isOn: false, offReason: "failing" });
  expect((await bell(admin))[0]).toMatchObject({ subject: "The webhook Failing is off" });
  for (const path of ["test", `deliveries/${(await deliveries(id))[0]?.id}/repeat`])
    expect((await admin.post(`/rest/webhooks/${id}/${path}`)).json()).toMatchObject({ code: "webhook_off" });
  const on = aWebhookBody({ name: "Failing", address: receiver.at("/hook") });
  expect((await admin.put(`/rest/webhooks/${id}`, { ...on, revision })).json()).toMatchObject({ code: "webhook_changed" });
  expect((await admin.put(`/rest/webhooks/${id}`, { ...on, revision: revision + 1 })).statusCode).toBe(200);
  expect(await shown(id)).toMatchObject({ isOn: true, offReason: null, failingSince: null });
});

test("security.md 77: nothing is sent to an inner address, to another port, without https, or where an answer leads on", async () => {
  for (const address of ["http://hooks.example/", "http://127.0.0.1:1/", "http://10.1.2.3/"])
    expect((await add({ address })).json(), address).toMatchObject({ errors: [{ field: "address", code: "not_https" }] });
  expect((await add({ address: "https://hooks.example:8443/" })).json()).toMatchObject({
    errors: [{ field: "address", code: "bad_port" }],
  });
  for (const address of ["https://me:secret@hooks.example/", "javascript:alert(1)", "ftp://hooks.example/", "hooks"])
    expect((await add({ address })).statusCode, address).toBe(400);
  for (const address of ["https://127.0.0.1/", "https://[::1]/", "https://169.254.169.254/", "https://10.1.2.3/", "https://localhost/"]) {
    const { id } = await made({ address, events: ["completed"] });
    await complete();
    await settle();
    expect((await deliveries(id))[0], address).toMatchObject({ state: "waiting", problem: "inner", status: null });
    await admin.post(`/rest/webhooks/${id}/remove`);
  }
  for (const location of ["http://169.254.169.254/", receiver.at("/elsewhere")]) {
    const { id } = await made();
    receiver.received.length = 0;
    receiver.answers((response) => void response.writeHead(307, { location }).end());
    await complete();
    await settle();
    expect(receiver.received.map(({ path }) => path)).toEqual(["/hook"]);
    expect((await deliveries(id))[0]).toMatchObject({ state: "waiting", problem: "redirects" });
    await admin.post(`/rest/webhooks/${id}/remove`);
  }
});

test("another address and another secret count for what is sent next, also while a worker has the webhook", async () => {
  const { id, revision } = await made();
  await complete();
  await complete();
  let secret = "";
  receiver.answers((response) => {
    void (async () => {
      if (secret === "") {
        secret = ((await admin.post(`/rest/webhooks/${id}/secret`)).json() as SavedWebhook).secret ?? "";
        await admin.put(`/rest/webhooks/${id}`, { ...aWebhookBody({ address: receiver.at("/moved") }), revision });
      }
      response.writeHead(204).end();
    })();
  });
  await settle();
  expect(receiver.received.map(({ path }) => path)).toEqual(["/hook", "/moved"]);
  const last = receiver.received.at(-1);
  expect(isFromPortal(String(last?.headers["stoa-signature"]), last?.body ?? "", secret)).toBe(true);
});

test("a test is sent before what waits", async () => {
  const { id } = await made();
  await complete();
  await complete();
  expect((await admin.post(`/rest/webhooks/${id}/test`)).statusCode).toBe(200);
  await settle();
  expect(bodies().map(({ event }) => event)).toEqual(["test", "completed", "completed"]);
});

test("what cannot be signed any more says nothing of its receiver", async () => {
  const { id } = await made();
  await system((db) =>
    db
      .updateTable("webhook_secrets")
      .set({ sealed: Buffer.alloc(64) })
      .where("webhook_id", "=", id)
      .execute(),
  );
  for (let nth = 0; nth < mostAttempts; nth++) await complete();
  await settle();
  await complete();
  await settle({ now: later(30) });
  expect(await shown(id)).toMatchObject({ isOn: true, failingSince: null });
  expect((await deliveries(id))[0]).toMatchObject({ state: "failed", problem: "secret" });
});

test("seats that run low are one happening, however many admins are told", async () => {
  await made();
  const admins = [admin.userId, (await app.aPerson("a", { isAdmin: true })).id];
  const told = admins.map((userId) => ({ subject: "portal:1", userId, occurrence: "7", variables: { level: 80, used: 8, cap: 10 } }));
  await app.databases.inPeople(app.portal("a").id, "a test of webhooks", (db) => notify(db, app.portal("a").id, seatsLow, told));
  await settle();
  expect(bodies()).toMatchObject([{ event: "seats_low", person: null }]);
});

test("two workers send each event once, in the order of what happened", async () => {
  await made();
  await made({ name: "Other", address: receiver.at("/other") });
  for (let nth = 0; nth < 30; nth++) await complete();
  await Promise.all([settle(), settle(), settle()]);
  for (const path of ["/hook", "/other"]) {
    const at = receiver.received
      .filter((one) => one.path === path)
      .map(({ body }) => (JSON.parse(body) as { occurredAt: string }).occurredAt);
    expect([path, at.length]).toEqual([path, 30]);
    expect(at).toEqual(at.toSorted());
  }
});

test(
  "a worker that is killed while it sends loses nothing: another one sends it again under the same id",
  { timeout: 60_000 },
  async () => {
    const { id } = await made();
    await complete();
    await complete();
    await settleMail(app);
    const asked = Promise.withResolvers<void>();
    receiver.answers(() => asked.resolve());
    const child = spawn(process.execPath, [join(import.meta.dirname, "test/webhook-process.ts"), app.databaseUrl], {
      env: {
        ...process.env,
        NODE_ENV: "test",
        STOA_DATA: app.config.dataDir,
        STOA_SECRET: app.config.secret,
        PUBLIC_URL: "http://a.test",
        WEBHOOK_INNER: receiver.inner,
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const ended = new Promise((done) => child.once("exit", done));
    await asked.promise;
    child.kill("SIGKILL");
    await ended;
    receiver.answers();
    await settle();
    expect(receiver.received).toHaveLength(1);
    await settle({ now: later(0.05) });
    expect((await deliveries(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
      ["sent", 1],
      ["sent", 1],
    ]);
    const ids = bodies().map((body) => body["id"]);
    expect([ids.length, ids[0]]).toEqual([3, ids[1]]);
  },
);

test("what was told is gone with whom it is about: nothing of them is sent again", async () => {
  const { id } = await made();
  await complete();
  await settle();
  await system((db) => db.deleteFrom("notifications").where("event", "=", "completed").execute());
  const [one] = await deliveries(id);
  await admin.post(`/rest/webhooks/${id}/deliveries/${one?.id}/repeat`);
  await settle();
  expect(receiver.received).toHaveLength(1);
  expect((await deliveries(id))[0]).toMatchObject({ state: "failed", problem: "no_source" });
});

test("an admin tests, changes, renews and removes a webhook; the secret and the address stand in no entry", async () => {
  const webhook = await made({ address: receiver.at("/key-in-here") });
  const { id, secret } = webhook;
  expect((await admin.post(`/rest/webhooks/${id}/test`)).statusCode).toBe(200);
  await settle();
  expect(bodies()[0]).toMatchObject({ event: "test", person: null, variables: {} });
  const renewed = (await admin.post(`/rest/webhooks/${id}/secret`)).json() as SavedWebhook;
  await complete();
  await settle();
  const last = receiver.received.at(-1);
  const signature = String(last?.headers["stoa-signature"]);
  expect([secret, renewed.secret ?? ""].map((one) => isFromPortal(signature, last?.body ?? "", one))).toEqual([false, true]);
  expect(
    (await admin.put(`/rest/webhooks/${id}`, { ...aWebhookBody({ address: receiver.at("/key-in-here"), isOn: false }), revision: 0 }))
      .statusCode,
  ).toBe(200);
  await complete();
  await settle();
  expect(receiver.received).toHaveLength(2);
  expect((await admin.post(`/rest/webhooks/${id}/remove`)).statusCode).toBe(200);
  expect(await shown(id)).toBeUndefined();
  const entries = await system((db) =>
    db.selectFrom("audit_events").selectAll().where("object_kind", "=", "webhook").where("object_id", "=", id).orderBy("id").execute(),
  );
  expect(entries.map(({ action }) => action)).toEqual([
    "webhook_added",
    "webhook_tested",
    "webhook_secret_renewed",
    "webhook_changed",
    "webhook_removed",
  ]);
  for (const word of ["stoa_hook_", "key-in-here"]) expect(JSON.stringify(entries)).not.toContain(word);
});

test("a portal has twenty webhooks at most, for events that there are", async () => {
  expect((await add({ events: ["no_such"] })).json()).toMatchObject({ errors: [{ field: "events" }] });
  expect((await add({ events: [] })).statusCode).toBe(400);
  for (let nth = 0; nth < mostWebhooks; nth++) await made({ name: `Hook ${nth}` });
  expect((await add()).json()).toMatchObject({ code: "too_many_webhooks" });
});

test("managers and authors set no webhooks, and nobody those of another portal", async () => {
  const { id, deliveryId } = await aWebhook(app, "b");
  for (const name of ["manager", "author", "student"] as const) {
    const client = await app.signIn(name, "a");
    expect((await client.get("/rest/webhooks")).statusCode, name).toBe(403);
    expect((await add({}, client)).statusCode, name).toBe(403);
  }
  for (const path of ["secret", "remove", "test", `deliveries/${deliveryId}/repeat`])
    expect((await admin.post(`/rest/webhooks/${id}/${path}`)).statusCode, path).toBe(404);
  expect((await admin.get(`/rest/webhooks/${id}/deliveries`)).statusCode).toBe(404);
  expect((await admin.put(`/rest/webhooks/${id}`, { ...aWebhookBody(), revision: 0 })).statusCode).toBe(404);
  const own = await made();
  expect((await admin.post(`/rest/webhooks/${own.id}/deliveries/${deliveryId}/repeat`)).statusCode).toBe(404);
});

test("deliveries are listed for thirty days", async () => {
  const { id } = await made();
  await complete();
  await settle();
  await sweepDeliveries(app.databases, later((keptDays - 1) * 24)());
  expect(await deliveries(id)).toHaveLength(1);
  await sweepDeliveries(app.databases, later((keptDays + 1) * 24)());
  expect(await deliveries(id)).toEqual([]);
});
