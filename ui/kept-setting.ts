import { useSyncExternalStore } from "react";

/** A small setting stored in this browser and shared by every part of the page that uses it. */
export type KeptSetting<Value> = { use: () => Value; read: () => Value; set: (patch: Partial<Value>) => void };

/** A type guard for each field of a setting. Hand-written, because the schema library would be the largest part of a lesson's code. */
type Checks<Value> = { [Name in keyof Value]: (value: unknown) => value is Value[Name] };

export const oneOf =
  <const Choice>(...choices: readonly Choice[]) =>
  (value: unknown): value is Choice =>
    (choices as readonly unknown[]).includes(value);

/** Creates a stored setting. The default applies when the stored value is invalid or storage is unavailable. */
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
        // Storage is full or unavailable: the choice lasts until the page is closed.
      }
      for (const listener of listeners) listener();
    },
  };
}
