/** Downloads of files by address, finished or under way; failed ones are removed. */
const fetched = new Map<string, Promise<unknown>>();

/** Whether the page's head already loads the file: it names what the first screen needs. */
const isInPage = (address: string) =>
  [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload], link[rel=stylesheet]")].some(({ href }) => href === address);

async function fetchScript(address: string): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  // Read to the end: the browser caches complete responses only, and the import takes the file from the cache.
  await answer.arrayBuffer();
}

function fetchStyles(address: string): Promise<void> {
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", crossOrigin: "", href: address });
  return new Promise((done, fail) => {
    link.addEventListener("load", () => done());
    link.addEventListener("error", () => {
      link.remove();
      fail(new Error("No style sheet"));
    });
    document.head.append(link);
  });
}

function fetchOnce(file: string): Promise<unknown> | undefined {
  const address = new URL(`/v/${file}`, location.href).href;
  const before = fetched.get(address);
  if (before || isInPage(address)) return before;
  const now = (file.endsWith(".css") ? fetchStyles(address) : fetchScript(address)).catch((error: unknown) => {
    fetched.delete(address);
    throw new Error(`Unable to preload ${address}`, { cause: error });
  });
  fetched.set(address, now);
  return now;
}

/**
 * Every `import()` of the built application goes through this: it fetches all files of a module at once, then imports the module. A browser that
 * failed to load a module once does not request it again until the page is reloaded; a failed fetch can be repeated.
 */
export async function importFetched<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  await Promise.all(files.map(fetchOnce));
  return load();
}
