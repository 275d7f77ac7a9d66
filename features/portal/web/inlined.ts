import type { Environment, EnvironmentNoUser } from "../contract.ts";

/** What the server inlined into the page, with its ETag: the environment of a signed-in person, or the login-time variant. */
function read(): { value: Environment | EnvironmentNoUser; etag: string } | null {
  const element = document.getElementById("stoa-environment");
  if (!element?.textContent) return null;
  return { value: JSON.parse(element.textContent) as Environment | EnvironmentNoUser, etag: element.dataset.etag ?? "" };
}

const start = read();

/** The inlined environment, when somebody was signed in. */
export const inlinedEnvironment: Environment | null = start && "User" in start.value ? start.value : null;
/** The inlined login-time environment, when nobody was signed in and the address belongs to a portal. */
export const inlinedNoUser: EnvironmentNoUser | null = start && !("User" in start.value) ? start.value : null;
export const inlinedEtag: string = start?.etag ?? "";
