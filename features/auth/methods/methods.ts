import type { SignInMethod } from "./method.ts";
import { link } from "./link/link.ts";
import { passkey } from "./passkey/passkey.ts";
import { password } from "./password/password.ts";

/** Every way to sign in, in the order in which the login page offers them. */
export const signInMethods: readonly SignInMethod[] = [password, passkey, link];
