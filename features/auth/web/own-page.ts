import { safeReturnUrl } from "../return-url.ts";

/** ReturnUrl of the address (any letter case), or null when it is not a page of this portal. The server checks it again. */
export function ownReturnUrl(): string | null {
  const search = new URLSearchParams(window.location.search);
  const value = [...search].find(([name]) => name.toLowerCase() === "returnurl")?.[1];
  return safeReturnUrl(value, window.location.origin);
}

/** Leaves for an address the server gave, as a full page load, so that the page brings the new environment. Back does not return to the form. */
export const leaveFor = (address: string): void => window.location.replace(address);
