import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, testPassword, type TestApp } from "#app/test/app.ts";
import { aCodeBody } from "#features/codes/test/code-body.ts";
import { aFieldBody } from "#features/fields/test/field-body.ts";
import { startMailServer, type MailServer } from "#features/mail/test/mail-server.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";
import { cookieNames } from "./server/cookies.ts";
import { softPasskey } from "./test/soft-passkey.ts";

// The page that somebody wanted survives every way in (AUTH-1). Each page hands on what its own address says, as the browser does.

let app: TestApp;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  app = await startTestApp({ SMTP_URL: mail.url, RATE_LOGIN_PER_IP: "1000" }, { loginWait: async () => undefined });
  const admin = await app.signIn("admin", "a");
  const open = await admin.put("/rest/registration/settings", { mode: "open", domains: [], fieldIds: [], terms: "" });
  expect(open.statusCode).toBe(200);
  const { revision } = (await admin.get("/rest/settings")).json();
  expect((await admin.post("/rest/settings", { revision, values: { signInByLink: "true" } })).statusCode).toBe(200);
});
afterAll(async () => {
  await app?.close();
  await mail?.close();
});

const wanted = "/v/student/history?q=ladders&page=2";
const newPassword = "violet-harbour-lantern-41";
const names = cookieNames(false);
/** What a page reads from its own address. */
const wantedAt = (address: string) => new URL(address, "http://a.test").searchParams.get("ReturnUrl");
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** The address and the secret of the newest link in somebody's letters; letters about other things have none. */
async function letterTo(email: string) {
  await settleMail(app, { smtpUrl: mail.url });
  const links = mail.taken
    .filter(({ to }) => to === email)
    .flatMap(({ text }) => [
      ...text
        .replace(/=\r?\n/g, "")
        .replaceAll("=3D", "=")
        .matchAll(/(http:\/\/[^\s"#]+)#([\w-]{43})/g),
    ]);
  const [, address = "", token = ""] = links.at(-1) ?? [];
  return { address, token };
}

type Proof = { readonly factor: "totp" | "recovery"; readonly code: string };
const byApp = (secret: string): Proof => ({ factor: "totp", code: codeOf(secret) });

/** Signs in with a password, and a second factor where one is asked for. Gives where it leads. */
async function signIn(email: string, password: string, returnUrl: string | null, proof?: Proof): Promise<string> {
  const visitor = app.anonymous("a");
  const reply = await visitor.post("/rest/auth/login", { email, password, returnUrl });
  expect(reply.json().step).toBe(proof && "factor");
  if (!proof) return reply.json().redirect;
  expect(wantedAt(reply.json().redirect)).toBe(wanted);
  const step = reply.cookies.find(({ name }) => name === names.step)?.value;
  const cookie = { cookie: `${visitor.cookie}; ${names.step}=${step}` };
  return (await visitor.post("/rest/auth/mfa", { ...proof, trust: false }, cookie)).json().redirect;
}

async function withApp() {
  const person = await app.aPerson("a");
  const client = await app.signInAs(person, "a");
  const { secret } = (await client.post("/rest/auth/factors/totp", { password: testPassword })).json() as { secret: string };
  const added = await client.post("/rest/auth/factors/totp/confirm", { code: codeOf(secret) });
  expect(added.statusCode).toBe(200);
  await app.databases.inSystem("as if time had passed", (db) =>
    db.updateTable("account_security").set({ totp_step: 0 }).where("user_id", "=", person.id).execute(),
  );
  const [recovery = ""] = added.json().recoveryCodes as string[];
  return { person, secret, recovery };
}

/** Asks for a link to a new password and uses it. Gives the login page that it leads to. */
async function forgotAndReset(email: string): Promise<string> {
  expect((await app.anonymous("a").post("/rest/auth/forgot", { email, returnUrl: wanted })).statusCode).toBe(200);
  const { address, token } = await letterTo(email);
  const reset = await app.anonymous("a").post("/rest/auth/reset", { token, newPassword, returnUrl: wantedAt(address) });
  expect(reset.statusCode).toBe(200);
  return reset.json().redirect;
}

async function register(email: string, more: object = {}): Promise<string> {
  const form = { givenName: "Ines", familyName: "Vega", email, values: {}, returnUrl: wanted, ...more };
  expect((await app.anonymous("a").post("/rest/registration", form)).statusCode).toBe(200);
  const { token } = await letterTo(email);
  const { redirect } = (await app.anonymous("a").post("/rest/registration/confirm", { token, newPassword })).json();
  return signIn(email, newPassword, wantedAt(redirect));
}

let count = 0;
const ways: Readonly<Record<string, () => Promise<string>>> = {
  password: async () => signIn((await app.aPerson("a")).email, testPassword, wanted),
  "password and authenticator app": async () => {
    const { person, secret } = await withApp();
    return signIn(person.email, testPassword, wanted, byApp(secret));
  },
  "password and recovery code": async () => {
    const { person, recovery } = await withApp();
    return signIn(person.email, testPassword, wanted, { factor: "recovery", code: recovery });
  },
  "link by mail": async () => {
    const { email } = await app.aPerson("a");
    expect((await app.anonymous("a").post("/rest/auth/link", { email, returnUrl: wanted })).statusCode).toBe(200);
    const { token } = await letterTo(email);
    return (await app.anonymous("a").post("/rest/auth/link/use", { token })).json().redirect;
  },
  "forgot, reset": async () => {
    const { email } = await app.aPerson("a");
    return signIn(email, newPassword, wantedAt(await forgotAndReset(email)));
  },
  "forgot, reset, authenticator app": async () => {
    const { person, secret } = await withApp();
    return signIn(person.email, newPassword, wantedAt(await forgotAndReset(person.email)), byApp(secret));
  },
  "a new password is due": async () => {
    const person = await app.aPerson("a");
    await app.databases.inSystem("prepare a test", (db) =>
      db.updateTable("users").set({ must_change_password: true }).where("id", "=", person.id).execute(),
    );
    const led = await signIn(person.email, testPassword, wanted);
    expect(led).toMatch(/^\/v\/auth\/passwordChange\?/);
    const client = await app.signInAs(person, "a");
    const body = { currentPassword: testPassword, newPassword, returnUrl: wantedAt(led) };
    return (await client.post("/rest/auth/changePassword", body)).json().redirect;
  },
  register: () => register(`somebody${++count}@new.test`),
  "register with a code": async () => {
    const admin = await app.signIn("admin", "a");
    const { id } = (await admin.post("/rest/groups", { name: `Coded ${++count}`, description: "", condition: null })).json();
    const made = (await admin.post("/rest/codes", aCodeBody({ effects: { groups: { groupIds: [id] } } }))).json();
    const { word } = (await admin.get(`/rest/codes/${made.id}`)).json();
    return register(`coded${++count}@new.test`, { code: word.code });
  },
  passkey: async () => {
    const person = await app.aPerson("a");
    const client = await app.signInAs(person, "a");
    const key = softPasskey("a.test");
    const at = (reply: Awaited<ReturnType<typeof client.post>>) => ({ challenge: reply.json().options.challenge, origin: "http://a.test" });
    const begun = await client.post("/rest/auth/factors/passkey", { password: testPassword });
    const added = await client.post("/rest/auth/factors/passkey/confirm", { name: "Key", answer: key.made(at(begun)) });
    expect(added.statusCode).toBe(200);
    const visitor = app.anonymous("a");
    const answer = key.proven(at(await visitor.post("/rest/auth/passkey/start")), { uses: 1 });
    return (await visitor.post("/rest/auth/passkey", { answer, returnUrl: wanted })).json().redirect;
  },
};

test.each(Object.entries(ways))("the page that was wanted is reached by: %s (AUTH-1; security.md 52)", async (_, way) => {
  expect(await way()).toBe(wanted);
});

test.each(Object.entries(ways))("what is missing is asked for before the page that was wanted, by: %s (FLD-2)", async (name, way) => {
  const admin = await app.signIn("admin", "a");
  const body = aFieldBody("text", `Badge ${name}`, { ownAccess: "edit", isAskedAtSignIn: true });
  const field = (await admin.post("/rest/fields", body)).json();
  // A new password is due before; the page that it leads to leads on (features/fields/missing.test.ts).
  const isLater = name === "a new password is due";
  expect(await way()).toBe(isLater ? wanted : `/v/auth/fields?ReturnUrl=${encodeURIComponent(wanted)}`);
  expect((await admin.post(`/rest/fields/${field.id}/retire`, { isRetired: true })).statusCode).toBe(200);
});
