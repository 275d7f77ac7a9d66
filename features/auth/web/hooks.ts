import { call, CallError } from "#platform/call.ts";
import type { Endpoint, Input, Result } from "#platform/contract.ts";
import { environmentNoUser } from "#features/portal/contract.ts";
import * as api from "../contract.ts";

/**
 * While somebody guesses at an account, the server holds an attempt from an unknown place back for up to 30 seconds (limiter.ts), then checks the
 * password in turn. Who gives up before has started a session whose cookie never arrives.
 */
const timeoutMs = 60_000;

/** What a call of an endpoint sends as its body. */
export type Body<E extends Endpoint> = Input<E> extends { body: infer B } ? B : undefined;

/**
 * Sends a form of somebody who is not signed in, or changes a password. When the CSRF cookie is missing or belongs to a session that has ended (the browser was closed, or another
 * tab signed out), gets a valid one from environmentNoUser and sends the form once more.
 */
export async function sendForm<E extends Endpoint>(endpoint: E, body: Body<E>): Promise<Result<E>> {
  const send = call as unknown as (endpoint: E, input: { body: Body<E> } | undefined, options: { timeoutMs: number }) => Promise<Result<E>>;
  const input = body === undefined ? undefined : { body };
  try {
    return await send(endpoint, input, { timeoutMs });
  } catch (error) {
    if (!(error instanceof CallError) || error.code !== "csrf") throw error;
    await call(environmentNoUser);
    return send(endpoint, input, { timeoutMs });
  }
}

/** Signs in. Returns where to go and whose session it is. Throws CallError, 401 when email and password do not match. */
export const signIn = (body: Body<typeof api.login>) => sendForm(api.login, body);

/** Sets a new password. Returns where to go next. Throws CallError with errors by field. */
export const changePassword = (body: Body<typeof api.changePassword>) => sendForm(api.changePassword, body);

/** Creates the first portal and its system admin. Throws CallError with errors by field. */
export const setUp = (body: Body<typeof api.setup>) => sendForm(api.setup, body);

/** Sets the password of the person of a link. Throws CallError, 404 when the link does not work. */
export const resetPassword = (body: Body<typeof api.resetPassword>) => sendForm(api.resetPassword, body);

/** Asks for a link to a new password. Tells how long it works, and whether this installation sends mail at all. */
export const askForLink = (body: Body<typeof api.forgotPassword>) => sendForm(api.forgotPassword, body);
