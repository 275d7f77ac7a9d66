import { CallError } from "#platform/call.ts";
import * as api from "../factor-contract.ts";
import { sendForm } from "./hooks.ts";

// Passkeys of this browser. The library is loaded when somebody uses one.

const load = () => import("@simplewebauthn/browser");
type Library = Awaited<ReturnType<typeof load>>;
type Creation = Parameters<Library["startRegistration"]>[0]["optionsJSON"];
type Request = Parameters<Library["startAuthentication"]>[0]["optionsJSON"];

/** Whether this browser has passkeys at all; on pages without TLS it has not. */
export const hasPasskeys = (): boolean => typeof window.PublicKeyCredential === "function";

/** Runs what the browser may refuse, or the person cancel. said: what is shown then. */
async function orSay<T>(work: Promise<T>, said: string): Promise<T> {
  return work.catch(() => {
    throw new CallError(400, "passkey", said);
  });
}

/** Makes a passkey and adds it to the account. said: what is shown when the browser makes none. */
export async function addPasskey(name: string, password: string | undefined, said: string) {
  const { options } = await sendForm(api.startPasskey, password === undefined ? {} : { password });
  const { startRegistration } = await load();
  const made = await orSay(startRegistration({ optionsJSON: options as unknown as Creation }), said);
  return sendForm(api.confirmPasskey, { answer: JSON.stringify(made), name });
}

const proven = async (options: object, said: string): Promise<string> => {
  const { startAuthentication } = await load();
  return JSON.stringify(await orSay(startAuthentication({ optionsJSON: options as unknown as Request }), said));
};

/** Proves a passkey as the second factor of a sign-in under way. Returns where to go. */
export async function provePasskey(trust: boolean, said: string) {
  const { options } = await sendForm(api.askPasskey, undefined);
  return sendForm(api.proveFactor, { factor: "passkey", code: await proven(options, said), trust });
}

/** Signs in with a passkey alone. Returns where to go. */
export async function signInWithPasskey(returnUrl: string | null, said: string) {
  const { options } = await sendForm(api.startPasskeySignIn, undefined);
  return sendForm(api.passkeySignIn, { answer: await proven(options, said), returnUrl });
}
