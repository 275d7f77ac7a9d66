import { afterAll, beforeAll } from "vitest";
import { startMailServer, type MailServer } from "#features/mail/test/mail-server.ts";
import { soon } from "./actions.ts";
import type { Stoa } from "./stoa.ts";
import { useStoa } from "./use-stoa.ts";

/** As useStoa, with a real mail server and a worker that sends to it. */
export function useStoaWithMail() {
  let mail: MailServer | undefined;
  let worker: Awaited<ReturnType<Stoa["startWorker"]>> | undefined;
  const stoa = useStoa(async () => {
    mail = await startMailServer();
    return { settings: { SMTP_URL: mail.url } };
  });
  beforeAll(async () => {
    worker = await stoa.startWorker();
  });
  afterAll(async () => {
    await worker?.stop();
    await mail?.close();
  });
  /** What was mailed to an address, without the line breaks of its transport. */
  const lettersTo = (email: string) =>
    (mail?.taken ?? []).filter(({ to }) => to === email).map(({ text }) => text.replace(/=\r?\n/g, "").replaceAll("=3D", "="));
  /** The link to a page in the newest letter to somebody, once it has come. */
  async function linkTo(email: string, path: string): Promise<string> {
    const found = () => lettersTo(email).flatMap((letter) => letter.match(new RegExp(`http://[^\\s"<>]*${path}[^\\s"<>]*`)) ?? []);
    await soon(() => found().length).toBeGreaterThan(0);
    return found().at(-1) ?? "";
  }
  return { stoa, lettersTo, linkTo };
}
