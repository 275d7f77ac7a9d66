/** A Storage that lasts as long as the page that made it: what a package gets where the browser denies its own. */
export function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  const methods = {
    getItem: (name: string) => kept.get(String(name)) ?? null,
    setItem: (name: string, value: string) => void kept.set(String(name), String(value)),
    removeItem: (name: string) => void kept.delete(String(name)),
    clear: () => kept.clear(),
    key: (at: number) => [...kept.keys()][at] ?? null,
  };
  // Names may be read, written, counted and deleted like properties of an object, as the browser's Storage allows.
  return new Proxy(Object.create(Storage.prototype) as Storage, {
    get(target, name) {
      if (typeof name === "symbol") return Reflect.get(target, name) as unknown;
      if (name === "length") return kept.size;
      return name in methods ? methods[name as keyof typeof methods] : kept.get(name);
    },
    set(_, name, value) {
      kept.set(String(name), String(value));
      return true;
    },
    has: (target, name) => kept.has(String(name)) || name in target,
    deleteProperty(_, name) {
      kept.delete(String(name));
      return true;
    },
    defineProperty(_, name, { value }) {
      kept.set(String(name), String(value));
      return true;
    },
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor(_, name) {
      const value = kept.get(String(name));
      return value === undefined ? undefined : { value, writable: true, enumerable: true, configurable: true };
    },
  });
}

/** Cookies of one launch, as document.cookie reads and writes them; path and domain are not told apart. */
export function memoryCookies() {
  const kept = new Map<string, string>();
  return {
    read: () => [...kept].map(([name, value]) => (name === "" ? value : `${name}=${value}`)).join("; "),
    write(text: string) {
      const [pair = "", ...attributes] = text.split(";");
      const at = pair.indexOf("=");
      const [name, value] = [pair.slice(0, Math.max(at, 0)).trim(), pair.slice(at + 1).trim()];
      const attribute = (wanted: string) => attributes.find((each) => each.trim().toLowerCase().startsWith(`${wanted}=`))?.split("=")[1];
      const age = attribute("max-age");
      const isOver = age === undefined ? Date.parse(attribute("expires") ?? "") <= Date.now() : Number(age) <= 0;
      kept.delete(name);
      if (!isOver) kept.set(name, value);
    },
  };
}
