import { useEffect, useLayoutEffect, useState } from "react";

/**
 * The secret behind # with which a page was opened from a letter; empty without one. It leaves the address at once, so that no history keeps it. Another such link,
 * opened in the same tab, changes nothing but what is behind #, and the browser shows no new page for that: it is loaded here.
 */
export function useLinkSecret(): string {
  const [secret] = useState(() => location.hash.slice(1));
  useLayoutEffect(() => {
    if (location.hash) history.replaceState(history.state, "", location.pathname + location.search);
  }, []);
  useEffect(() => {
    const load = () => {
      if (location.hash) location.reload();
    };
    addEventListener("hashchange", load);
    return () => removeEventListener("hashchange", load);
  }, []);
  return secret;
}
