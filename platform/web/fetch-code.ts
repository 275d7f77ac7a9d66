/** Files that are there or on their way, by address; those that failed are not. */
const fetched = new Map<string, Promise<unknown>>();

/** The page's own: its head names what the first screen needs. */
const isInPage = (address: string) =>
  [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload], link[rel=stylesheet]")].some(({ href }) => href === address);

async function fetchScript(address: string): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status}`);
  // To its end: the browser keeps whole answers only, and imports what it kept.
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
 * What every `import()` of the built application goes through: fetches a module's files, all at once, and imports it when they are there. A browser that
 * could not get a module once never asks for it again while the page stands; what could not be fetched can.
 */
export async function importFetched<Module>(load: () => Promise<Module>, files: readonly string[] = []): Promise<Module> {
  await Promise.all(files.map(fetchOnce));
  return load();
}
