import type { LightMyRequestResponse } from "fastify";
import type { Client, PortalKey, TestApp } from "#app/test/app.ts";
import { scopes as everyScope, type Scope } from "../scopes.ts";

/** A program with an API token, which keeps no cookie. */
export interface Program {
  readonly secret: string;
  readonly id: number;
  send(
    method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE",
    url: string,
    body?: object,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
}

/** A program that shows this token at the host of a portal. */
export function programOf(app: TestApp, key: PortalKey, { secret, id }: Pick<Program, "secret" | "id">): Program {
  const send: Program["send"] = (method, url, body, headers = {}) =>
    app.server.inject({
      method,
      url,
      headers: { host: app.portal(key).host, authorization: `Bearer ${secret}`, ...headers },
      ...(body && { payload: body }),
    });
  return { secret, id, send, get: (url, headers) => send("GET", url, undefined, headers) };
}

/** Makes a token for somebody as they do in their account, with all scopes that they can give unless others are named. */
export async function aProgram(app: TestApp, key: PortalKey, client: Client, scopes?: readonly Scope[]): Promise<Program> {
  const offered = (await client.get("/rest/tokens")).json().offered as Scope[];
  const body = { name: "A program", scopes: scopes ?? everyScope.filter((scope) => offered.includes(scope)), days: 90 };
  const made = await client.post("/rest/tokens", body);
  if (made.statusCode !== 200) throw new Error(made.body);
  const { secret, token } = made.json();
  return programOf(app, key, { secret, id: token.id });
}
