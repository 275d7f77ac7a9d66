import type { Serve } from "#platform/serve.ts";
import type { AuthDeps } from "../server/door.ts";
import type { MethodName } from "../sign-in-settings.ts";

/**
 * A way to prove who one is, in a folder of its own. It mounts the calls that it needs, and gives whoever it has proven to the door (server/door.ts), which knows of
 * no method and decides everything that comes after. So SAML or OIDC is a folder and a line of methods.ts.
 */
export interface SignInMethod {
  readonly name: MethodName;
  mount(serve: Serve, deps: AuthDeps): void;
}
