import { afterAll, beforeAll } from "vitest";
import { startMailServer } from "#features/mail/test/mail-server.ts";
import { soon } from "./actions.ts";
import { useStoa } from "./use-stoa.ts";

/** As useStoa, with a real mail server and a worker that sends to it. */
export function useStoaWithMail() {
  const starting = startMailServer();
  const stoa = useStoa(async () => ({ settings: { SMTP_URL: (await starting).url } }));
  const workers: Awaited<ReturnType<typeof stoa.startWorker>>[] = [];
  beforeAll(async () => void workers.push(await stoa.startWorker()));
  // Before the application and its database close: of hooks after all tests, the last one named runs first.
  afterAll(async () => {
    for (const worker of workers) await worker.stop();
    await (await starting).close();
  });
  /** What was mailed to an address, without the line breaks of its transport. */
  const lettersTo = async (email: string) =>
    (await starting).taken.filter(({ to }) => to === email).map(({ text }) => text.replace(/=\r?\n/g, "").replaceAll("=3D", "="));
  /** The link to a page in the newest letter to somebody, once it has come. */
  async function linkTo(email: string, path: string): Promise<string> {
    const found = async () =>
      (await lettersTo(email)).flatMap((letter) => letter.match(new RegExp(`http://[^\\s"<>]*${path}[^\\s"<>]*`)) ?? []);
    await soon(async () => (await found()).length).toBeGreaterThan(0);
    return (await found()).at(-1) ?? "";
  }
  return { stoa, lettersTo, linkTo };
}
