const key = "stoa.code";

/** The screen on which somebody who has an account uses a code. */
export const pathOfUsing = "/v/student/code";

/** The code behind # in an address: `#code=…`; null where there is none. */
const codeInHash = (hash: string): string | null => new URLSearchParams(hash.replace(/^#/, "")).get("code");

/** The code that this tab has come with and not used yet; null for none. It is kept while somebody signs in, and leaves with the tab. */
export function keptCode(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    // The browser keeps nothing: the code is typed again.
    return null;
  }
}

/** Keeps a code for the pages after this one; null forgets it. */
export function keepCode(code: string | null): void {
  try {
    if (code === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, code);
  } catch {
    // As above.
  }
}

/** The code with which a page was opened, by its address or by the page before; it leaves the address at once, so that no history keeps it. */
export function takeCode(): string | null {
  const named = codeInHash(location.hash);
  if (named === null) return keptCode();
  history.replaceState(history.state, "", location.pathname + location.search);
  keepCode(named);
  return named;
}
