import { useSyncExternalStore } from "react";

/** A small setting kept in this browser, shared by every part of the page that uses it. */
export type KeptSetting<Value> = { use: () => Value; read: () => Value; set: (patch: Partial<Value>) => void };

/** What each part of a setting may be. Written out, because the schema library would be the largest thing a lesson loads. */
type Checks<Value> = { [Name in keyof Value]: (value: unknown) => value is Value[Name] };

export const oneOf =
  <const Choice>(...choices: readonly Choice[]) =>
  (value: unknown): value is Choice =>
    (choices as readonly unknown[]).includes(value);

/** Makes a kept setting; the default is used when what is stored does not fit or storage is off. */
export function keptSetting<Value extends object>(key: string, checks: Checks<Value>, byDefault: Value): KeptSetting<Value> {
  const listeners = new Set<() => void>();
  let value: Value | undefined;
  const fits = (stored: unknown): stored is Value =>
    typeof stored === "object" &&
    stored !== null &&
    (Object.keys(checks) as (keyof Value)[]).every((name) => checks[name]((stored as Partial<Value>)[name]));
  const read = (): Value => (value ??= load());
  function load(): Value {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
      return fits(stored) ? stored : byDefault;
    } catch {
      return byDefault;
    }
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    read,
    use: () => useSyncExternalStore(subscribe, read),
    set(patch) {
      value = { ...read(), ...patch };
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Storage is full or off: the choice holds for this visit.
      }
      for (const listener of listeners) listener();
    },
  };
}
