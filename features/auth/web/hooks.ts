import { call, CallError } from "#platform/call.ts";
import type { Endpoint, Input, Result } from "#platform/contract.ts";
import { environmentNoUser } from "#features/portal/contract.ts";
import * as api from "../contract.ts";

type Body<E extends Endpoint> = Input<E> extends { body: infer B } ? B : never;

/**
 * Sends a form of this feature. When the CSRF cookie is gone or belongs to a session that is no more (the browser was closed, another
 * tab signed out), a visit to environmentNoUser brings one that fits and the form is sent once more.
 */
async function sendForm<E extends typeof api.login | typeof api.changePassword | typeof api.setup>(
  endpoint: E,
  body: Body<E>,
): Promise<Result<E>> {
  const send = call as unknown as (endpoint: E, input: { body: Body<E> }) => Promise<Result<E>>;
  try {
    return await send(endpoint, { body });
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== "csrf") throw error;
    await call(environmentNoUser);
    return send(endpoint, { body });
  }
}

/** Signs in; gives where to go and whose session it is. Throws CallError, 401 when email and password do not match. */
export const signIn = (body: Body<typeof api.login>) => sendForm(api.login, body);

/** Sets a new password; gives where to go on. Throws CallError with errors by field. */
export const changePassword = (body: Body<typeof api.changePassword>) => sendForm(api.changePassword, body);

/** Makes the first portal and its system admin. Throws CallError with errors by field. */
export const setUp = (body: Body<typeof api.setup>) => sendForm(api.setup, body);
