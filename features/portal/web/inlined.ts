import type { Environment, EnvironmentNoUser } from "../contract.ts";

/** What the server wrote into the page and its ETag: the environment of a signed-in person, or the login-time variant. */
function read(): { value: Environment | EnvironmentNoUser; etag: string } | null {
  const element = document.getElementById("stoa-environment");
  if (!element?.textContent) return null;
  return { value: JSON.parse(element.textContent) as Environment | EnvironmentNoUser, etag: element.dataset.etag ?? "" };
}

const start = read();

/** The environment the page began with, when someone was signed in. */
export const inlinedEnvironment: Environment | null = start && "User" in start.value ? start.value : null;
/** The login-time environment the page began with, when nobody was signed in and the address belongs to a portal. */
export const inlinedNoUser: EnvironmentNoUser | null = start && !("User" in start.value) ? start.value : null;
export const inlinedEtag: string = start?.etag ?? "";
