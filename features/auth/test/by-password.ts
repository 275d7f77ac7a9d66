import { testPassword, type PortalKey, type TestApp } from "#app/test/app.ts";
import { cookieNames } from "../server/cookies.ts";

/** Signs in by the password, as the page does. Gives where the door leads, and the browser. */
export async function byPassword(app: TestApp, email: string, { key = "a", returnUrl }: { key?: PortalKey; returnUrl?: string } = {}) {
  const visitor = app.anonymous(key);
  const reply = await visitor.post("/rest/auth/login", { email, password: testPassword, ...(returnUrl && { returnUrl }) });
  const jar = new Map(reply.cookies.map(({ name, value }) => [name, value]));
  const headers = {
    cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
    "x-csrf-token": jar.get(cookieNames(false).csrf) ?? "",
  };
  const { host } = app.portal(key);
  return {
    redirect: reply.json().redirect as string,
    get: (url: string) => visitor.get(url, headers),
    post: (url: string, body: object) => visitor.post(url, body, headers),
    upload: (url: string, payload: Buffer) =>
      visitor.request({
        method: "POST",
        url,
        headers: { ...headers, host, origin: `http://${host}`, "content-type": "application/octet-stream" },
        payload,
      }),
  };
}
