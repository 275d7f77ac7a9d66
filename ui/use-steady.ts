import { useLayoutEffect, useRef, useState } from "react";

/** The value that was first seen, for as long as the next ones are equal to it: what is drawn from it is not drawn again. */
export function useKept<T>(value: T, isEqual: (one: T, other: T) => boolean): T {
  const [kept, setKept] = useState(value);
  if (kept === value || isEqual(kept, value)) return kept;
  setKept(() => value);
  return value;
}

/** The same functions at each drawing, which do what those of the last one do: for parts that are drawn only when what they show has changed. */
export function useSteady<Calls extends object>(calls: Calls): Calls {
  const latest = useRef(calls);
  useLayoutEffect(() => {
    latest.current = calls;
  });
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(calls).map((name) => [
          name,
          (...args: unknown[]) => (latest.current as Record<string, (...args: unknown[]) => unknown>)[name]?.(...args),
        ]),
      ) as Calls,
  );
  return steady;
}
