import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface MailServer {
  readonly url: string;
  readonly port: number;
  /** Every message that was taken: to whom, and its bytes. */
  readonly taken: { readonly to: string; readonly text: string }[];
  /** Addresses of whom the text was read but not answered. */
  readonly dropped: string[];
  close(): Promise<void>;
}

/** Where a message is: connected, its sender and recipient named, its text begun, read whole, and answered. */
export type MailStep = "connect" | "from" | "to" | "data" | "text" | "answered";

const failure = (message: string, responseCode: number) => Object.assign(new Error(message), { responseCode });

/**
 * A real mail server. An address that begins with later is refused for now (451), with refuses for good (550), with relay because it takes mail for its own people alone
 * (554), with rejects after its text (554); the connection of drops is cut after its text, without an answer, and that of leaves once it is refused. slowMs: how long it takes to answer. wantsTls: nothing without STARTTLS; isTls: TLS from the start.
 */
export async function startMailServer({
  port = 0,
  slowMs = 0,
  wantsTls = false,
  isTls = false,
  auth,
  onStep = () => undefined,
}: {
  port?: number;
  slowMs?: number;
  wantsTls?: boolean;
  isTls?: boolean;
  auth?: { user: string; pass: string };
  onStep?: (step: MailStep) => Promise<void> | undefined;
} = {}): Promise<MailServer> {
  const taken: MailServer["taken"] = [];
  const dropped: string[] = [];
  const cut = (id: string) => {
    for (const connection of server.connections as Set<{ readonly id: string }>)
      if (connection.id === id) (Reflect.get(connection, "_socket") as { destroy(): void }).destroy();
  };
  const server = new SMTPServer({
    secure: isTls,
    authOptional: auth === undefined,
    ...(auth === undefined && { disabledCommands: wantsTls ? ["AUTH"] : ["AUTH", "STARTTLS"] }),
    logger: false,
    onAuth({ username, password }, session, done) {
      if (username === auth?.user && password === auth?.pass) return done(null, { user: username });
      if (username === "leaves") return cut(session.id);
      // It repeats what it was sent, as some do.
      return done(failure(`Wrong password ${password} ${Buffer.from(`\0${username}\0${password}`).toString("base64")}`, 535));
    },
    onConnect: (_, done) => void Promise.resolve(onStep("connect")).then(() => done()),
    onMailFrom(_, session, done) {
      if (wantsTls && !session.secure) return done(failure("Must issue a STARTTLS command first", 530));
      void Promise.resolve(onStep("from")).then(() => done());
    },
    async onRcptTo({ address }, session, done) {
      await onStep("to");
      if (address.startsWith("later")) return done(failure("4.7.1 Greylisted, come back later", 451));
      if (address.startsWith("relay")) return done(failure("5.7.1 Relay access denied", 554));
      if (address.startsWith("leaves")) {
        setImmediate(() => cut(session.id));
        return done(failure("5.1.1 No such mailbox\0", 550));
      }
      if (address.startsWith("refuses")) return done(failure("5.1.1 No such mailbox", 550));
      return done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      const to = session.envelope.rcptTo[0]?.address ?? "";
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.once("data", () => void onStep("data"));
      stream.on("end", async () => {
        await onStep("text");
        if (to.startsWith("drops") && !dropped.includes(to)) {
          dropped.push(to);
          cut(session.id);
          return;
        }
        if (to.startsWith("rejects")) return void done(failure("5.7.1 Looks like spam", 554));
        setTimeout(() => {
          taken.push({ to, text: Buffer.concat(chunks).toString() });
          done();
          void onStep("answered");
        }, slowMs);
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((done) => server.listen(port, "127.0.0.1", () => done()));
  const { port: at } = server.server.address() as AddressInfo;
  return {
    url: `smtp://${auth ? `${auth.user}:${auth.pass}@` : ""}127.0.0.1:${at}${wantsTls ? "?tls.rejectUnauthorized=false" : ""}`,
    port: at,
    taken,
    dropped,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
