import { useMemo, useRef } from "react";
import { useHref, useLocation, useNavigate } from "react-router";
import type { NavigateOptions } from "react-router";
import type * as z from "zod/mini";

type Shape = Record<string, z.ZodMiniType>;
type StateOf<S extends Shape> = { [Key in keyof S]: z.output<S[Key]> };
type UrlState<State> = {
  state: State;
  /** Changes some values. Pushes a history entry; use `replace` for typing. A patch without `page` returns to the first page. */
  set: (patch: Partial<State>, options?: { replace?: boolean }) => void;
  /** The address (path and query) with some values changed, for links. */
  href: (patch: Partial<State>) => string;
  /** The same, starting from this query instead of the one on the screen. */
  hrefFrom: (search: string, patch: Partial<State>) => string;
};

/**
 * The state of a screen in its query string. `shape` validates each value separately (an invalid one becomes its default), values equal
 * to their default are left out, and several values are separated by commas. Define `shape` and `defaults` outside the component. Two
 * changes before the next render are both kept.
 */
export function useUrlState<S extends Shape>(shape: S, defaults: StateOf<S>): UrlState<StateOf<S>> {
  const { pathname, search } = useLocation();
  const { now, go } = useAddress();
  return useMemo(() => {
    const hrefFrom = (from: string, patch: Partial<StateOf<S>>) =>
      pathname + writeUrlState(shape, defaults, from, { ...readUrlState(shape, defaults, from), ...restart(defaults, patch) });
    return {
      state: readUrlState(shape, defaults, search),
      href: (patch) => hrefFrom(search, patch),
      hrefFrom,
      set: (patch, options) => go(hrefFrom(now().search, patch), { replace: options?.replace ?? false, preventScrollReset: true }),
    };
  }, [shape, defaults, pathname, search, now, go]);
}

/**
 * `now()` is the address that changes must start from, as path and query within the application: that of a navigation under way, else the
 * window's. Both can be some milliseconds ahead of the screen. `go` navigates to another address.
 */
export function useAddress() {
  const navigate = useNavigate();
  const root = useHref("/").replace(/\/$/, "");
  const underWay = useRef<string | null>(null);
  return useMemo(
    () => ({
      now() {
        const { pathname, search } = window.location;
        const [path = "", query = ""] = (underWay.current ?? pathname.slice(root.length) + search).split("?");
        return { pathname: path, search: query && `?${query}` };
      },
      go(href: string, options: NavigateOptions) {
        underWay.current = href;
        void Promise.resolve(navigate(href, options)).finally(() => {
          if (underWay.current === href) underWay.current = null;
        });
      },
    }),
    [navigate, root],
  );
}

/** The state in a query, with the default for what is missing or invalid. */
export function readUrlState<S extends Shape>(shape: S, defaults: StateOf<S>, search: string): StateOf<S> {
  const query = new URLSearchParams(search);
  const state = { ...defaults };
  for (const key in shape) {
    const text = query.get(key);
    const schema = shape[key];
    if (text === null || !schema) continue;
    const isList = Array.isArray(defaults[key]);
    const result = schema.safeParse(isList ? text.split(",").filter(Boolean) : text);
    if (result.success) state[key] = result.data as StateOf<S>[typeof key];
  }
  return state;
}

/** The query for a state: "" or "?...". Keys that this screen does not know are kept, because they belong to another part of the page. */
function writeUrlState<S extends Shape>(shape: S, defaults: StateOf<S>, search: string, state: StateOf<S>): string {
  const query = new URLSearchParams(search);
  for (const key in shape) {
    query.delete(key);
    const text = String(state[key]);
    if (text !== String(defaults[key])) query.set(key, text);
  }
  const written = query.toString().replaceAll("%2C", ",");
  return written && `?${written}`;
}

function restart<State extends object>(defaults: State, patch: Partial<State>): Partial<State> {
  if (!("page" in defaults) || "page" in patch) return patch;
  return { ...patch, page: defaults.page } as Partial<State>;
}
