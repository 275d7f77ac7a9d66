import { safeReturnUrl } from "../return-url.ts";

/** ReturnUrl from the address (in any letter case); null when it is not a page of this portal. The server checks it again. */
export function ownReturnUrl(): string | null {
  const search = new URLSearchParams(window.location.search);
  const value = [...search].find(([name]) => name.toLowerCase() === "returnurl")?.[1];
  return safeReturnUrl(value, window.location.origin);
}

/** Navigates to an address from the server with a full page load, which brings the new environment. Back does not return to the form. */
export const leaveFor = (address: string): void => window.location.replace(address);

/** A page's path with a ReturnUrl, when there is one. */
export const withReturnUrl = (path: string, wanted: string | null): string =>
  wanted ? `${path}?ReturnUrl=${encodeURIComponent(wanted)}` : path;
