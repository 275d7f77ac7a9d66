import { useSyncExternalStore } from "react";
import * as z from "zod/mini";

/** A small setting kept in this browser, shared by every part of the page that uses it. */
export type KeptSetting<Value> = { use: () => Value; read: () => Value; set: (patch: Partial<Value>) => void };

/** Makes a kept setting; what is stored is checked against the schema, and the default is used when it does not fit or storage is off. */
export function keptSetting<Schema extends z.ZodMiniType<object>>(
  key: string,
  schema: Schema,
  byDefault: z.infer<Schema>,
): KeptSetting<z.infer<Schema>> {
  type Value = z.infer<Schema>;
  const listeners = new Set<() => void>();
  let value: Value | undefined;
  const read = (): Value => (value ??= load());
  function load(): Value {
    try {
      const found = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? "null"));
      return found.success ? found.data : byDefault;
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
