import { expect } from "vitest";
import { startTestApp } from "#app/test/app.ts";
import { startMailServer } from "#features/mail/test/mail-server.ts";
import { settleMail } from "#features/mail/test/settle-mail.ts";

/** A password that people choose who confirm their email in a test. */
export const newPassword = "violet-harbour-lantern-41";

/** An app with a mail server, to which people come who register by themselves in portal a. */
export async function startRegistering() {
  const mail = await startMailServer();
  const app = await startTestApp({ SMTP_URL: mail.url, RATE_LOGIN_PER_IP: "10000" });
  const visitor = () => app.anonymous("a");
  async function lettersTo(email: string): Promise<string[]> {
    await settleMail(app, { smtpUrl: mail.url });
    return mail.taken.filter(({ to }) => to === email).map(({ text }) => text.replace(/=\r?\n/g, "").replaceAll("=3D", "="));
  }
  const admin = await app.signIn("admin", "a");
  return {
    app,
    mail,
    admin,
    opens: async (mode: "open" | "approval") =>
      expect((await admin.put("/rest/registration/settings", { mode, domains: [], fieldIds: [], terms: "" })).statusCode).toBe(200),
    register: (email: string, more: object = {}) =>
      visitor().post("/rest/registration", { givenName: "Ines", familyName: "Vega", email, values: {}, ...more }),
    confirm: (token: string, more: object = { newPassword }) => visitor().post("/rest/registration/confirm", { token, ...more }),
    signIn: (email: string) => visitor().post("/rest/auth/login", { email, password: newPassword }),
    lettersTo,
    /** The secrets of the links that were sent to somebody, the oldest first. */
    tokensFor: async (email: string) =>
      (await lettersTo(email)).map((letter) => /\/v\/auth\/register#([\w-]{43})/.exec(letter)?.[1] ?? "missing"),
    async close() {
      await app.close();
      await mail.close();
    },
  };
}
