import { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { Claimed } from "./claim.ts";

/** What became of handing one message to the mail server. */
export type Handed =
  | { readonly kind: "sent"; readonly response: string }
  /** Not now (4xx): it is tried again later. */
  | { readonly kind: "again"; readonly response: string }
  /** Never (5xx); isAddress: because of the address, to which nothing is sent any more. */
  | { readonly kind: "refused"; readonly response: string; readonly isAddress: boolean }
  /** The server cannot be used by any message: not there, does not let us in, does not take the sender. */
  | { readonly kind: "down"; readonly response: string; readonly problem: ServerProblem }
  /** Nothing was begun with it: its turn is over. */
  | { readonly kind: "later"; readonly response: null }
  /** Its text was handed over and no answer came. */
  | { readonly kind: "unclear"; readonly response: string }
  /** It is not this worker's message any more, so its text was not handed over. */
  | { readonly kind: "lost" };

/**
 * Why a mail server cannot be used. inner: its name leads into a network that is not public; secret: its password cannot be read any more; sign_in: it does not take name and
 * password; said: what it said, whatever that was.
 */
export const serverProblems = ["inner", "unknown_host", "unreachable", "timeout", "secure", "sign_in", "secret", "said"] as const;
export type ServerProblem = (typeof serverProblems)[number];

/** A mail server that is not even connected to. */
export class NoServer extends Error {
  readonly problem: ServerProblem;
  constructor(problem: ServerProblem, message = problem as string) {
    super(message);
    this.problem = problem;
  }
}

interface SmtpError extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** Where a mail server is and how it is spoken to; asked anew for each connection. Throws NoServer where there is none. */
export type Dial = () => Promise<{ readonly auth: { user: string; pass: string } | undefined; readonly options: SMTPConnection.Options }>;

const seconds = (count: number) => count * 1000;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i;

/** The options of a mail server's address. With a password, the way there must be encrypted unless it is this machine or the address says otherwise. */
export function smtpOptions(url: string) {
  const { auth, ...options } = parseConnectionUrl(url) as { auth?: { user: string; pass: string }; host?: string } & Record<
    string,
    unknown
  >;
  const mustEncrypt = auth !== undefined && !loopback.test(options.host ?? "") && options["requireTLS"] === undefined;
  return {
    auth,
    options: {
      connectionTimeout: seconds(20),
      greetingTimeout: seconds(20),
      socketTimeout: seconds(120),
      ...options,
      ...(mustEncrypt && { requireTLS: true }),
    },
  };
}

/** How long a step of a connection may take, in milliseconds, however often the server shows a sign of life; together they stay below the lease of a message. */
const atMost = { connect: seconds(60), login: seconds(60), send: seconds(240), reset: seconds(30) };

/**
 * Does a step of a connection and gives what comes of it. Fails when it takes too long, and when the connection ends meanwhile where nothing else says so: signing in and
 * resetting are told nothing by a connection that ends. Whoever calls closes the connection then.
 */
async function step<T>(
  connection: SMTPConnection,
  name: keyof typeof atMost,
  work: (done: (value: T) => void, failed: (error: Error) => void) => void,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ends: { error?: (error: Error) => void; end?: () => void } = {};
  try {
    return await new Promise<T>((done, failed) => {
      timer = setTimeout(() => failed(Object.assign(new Error("It did not answer in time."), { code: "ETIMEDOUT" })), atMost[name]);
      if (name !== "send") {
        ends.error = failed;
        ends.end = () => failed(new Error("The connection ended."));
        connection.once("error", ends.error);
        connection.once("end", ends.end);
      }
      work(done, failed);
    });
  } finally {
    clearTimeout(timer);
    if (ends.error) connection.off("error", ends.error);
    if (ends.end) connection.off("end", ends.end);
  }
}

/** The bytes of a message: its headers, its HTML and its plain twin. */
async function bytesOf({ headers, subject, html, plain, address }: Claimed): Promise<{ from: string; to: string; bytes: Buffer }> {
  const { From: from = "", To: _to, Date: date, "Message-ID": messageId, "Reply-To": replyTo, ...rest } = headers;
  const mail = new MailComposer({
    from,
    to: address,
    subject,
    html,
    text: plain,
    headers: rest,
    ...(date && { date }),
    ...(messageId && { messageId }),
    ...(replyTo && { replyTo }),
  }).compile();
  return { from: mail.getEnvelope().from || "", to: address, bytes: await mail.build() };
}

/**
 * One connection to the mail server, opened with the first message and kept for the next. `handOver` is asked when the server is ready for the text, which is
 * after DATA and before the first byte: what it records is known before the server can take the message; the text stays here when it says no.
 */
export function smtpLane(dial: Dial) {
  let open: SMTPConnection | undefined;
  /** The password, as it is and as it goes to the server: it may be repeated in what that says. */
  let hidden: readonly string[] = [];

  async function connect(): Promise<SMTPConnection> {
    const { auth, options } = await dial();
    hidden = auth?.pass ? formsOf(auth.user, auth.pass) : [];
    const connection = new SMTPConnection(options);
    // An error comes with the command under way; without a listener it would end the process.
    connection.on("error", () => undefined);
    connection.once("end", () => (open = open === connection ? undefined : open));
    try {
      await step<void>(connection, "connect", (done) => connection.connect(() => done()));
      if (auth)
        await step<void>(connection, "login", (done, failed) => connection.login(auth, (error) => (error ? failed(error) : done())));
    } catch (error) {
      connection.close();
      throw error;
    }
    return connection;
  }

  return {
    async send(message: Claimed, handOver: () => Promise<boolean>): Promise<Handed> {
      // A server closes connections that were idle; a message that finds its connection closed gets a new one before that counts as trouble.
      const wasOpen = open !== undefined;
      const handed = await this.sendOn(message, handOver);
      return handed.kind === "down" && wasOpen && open === undefined ? this.sendOn(message, handOver) : handed;
    },
    async sendOn(message: Claimed, handOver: () => Promise<boolean>): Promise<Handed> {
      let connection: SMTPConnection;
      try {
        connection = open ??= await connect();
      } catch (error) {
        open = undefined;
        return { kind: "down", response: wordsOf(error as SmtpError, hidden), problem: problemOf(error as SmtpError) };
      }
      const { from, to, bytes } = await bytesOf(message);
      const given: { state: "no" | "yes" | "lost" } = { state: "no" };
      const text = new Readable({
        read() {
          handOver().then(
            (isOurs) => {
              given.state = isOurs ? "yes" : "lost";
              if (isOurs) {
                this.push(bytes);
                this.push(null);
              } else this.destroy(new Error("It is not this worker's message any more."));
            },
            (error: Error) => this.destroy(error),
          );
        },
      });
      try {
        const info = await step<{ response: string }>(connection, "send", (done, failed) =>
          connection.send({ from, to: [to] }, text, (error, sent) =>
            error || !sent ? failed(error ?? new Error("No answer.")) : done(sent),
          ),
        );
        return { kind: "sent", response: cleaned(info.response, hidden) };
      } catch (cause) {
        const error = cause as SmtpError;
        const handed = given.state === "lost" ? ({ kind: "lost" } as const) : judge(error, { isHandedOver: given.state === "yes", hidden });
        // After a refusal the session can be used again; after anything else it is not known where it stands.
        if (error.responseCode === undefined || given.state === "lost" || error.responseCode === 421) this.close();
        else
          await step<void>(connection, "reset", (done, failed) =>
            connection.reset((refused) => (refused ? failed(refused) : done())),
          ).catch(() => this.close());
        return handed;
      }
    },
    close() {
      open?.close();
      open = undefined;
    },
  };
}

/** A server that takes mail for its own people alone: no address is to blame, and no message leaves through it. */
const relayDenied = /\brelay(?:ing)? (?:access )?(?:denied|not (?:allowed|permitted))|\bunable to relay\b/i;

/** What an error of the mail server means for the message. */
function judge(error: SmtpError, { isHandedOver, hidden }: { isHandedOver: boolean; hidden: readonly string[] }): Handed {
  const response = wordsOf(error, hidden);
  const { responseCode: code } = error;
  const down = { kind: "down", response, problem: problemOf(error) } as const;
  if (code === undefined) return isHandedOver ? { kind: "unclear", response } : down;
  const isOfServer =
    error.code === "EAUTH" ||
    code === 421 ||
    /^(?:MAIL FROM|EHLO|HELO|AUTH|STARTTLS)/.test(error.command ?? "") ||
    (!isHandedOver && code >= 500 && relayDenied.test(response));
  if (isOfServer) return down;
  if (code < 500) return { kind: "again", response };
  // What a policy refuses (5.7) says nothing of whether the address is there.
  const isAddress = isHandedOver ? /\b5\.(?:1\.\d+|2\.1)\b/.test(response) : !/\b5\.7\.\d/.test(response);
  return { kind: "refused", response, isAddress };
}

/** What an error means of a server that cannot be used. */
function problemOf(error: SmtpError | NoServer): ServerProblem {
  if (error instanceof NoServer) return error.problem;
  const { code = "", message } = error;
  if (code === "EAUTH" || code === "ENOAUTH") return "sign_in";
  if (code === "ETLS" || /certificate|self-signed|SSL routines|wrong version number/i.test(message)) return "secure";
  if (code === "ETIMEDOUT") return "timeout";
  if (error.responseCode === undefined) return "unreachable";
  return "said";
}

/** What the server said, or what went wrong, in one line. */
const wordsOf = ({ response, message }: SmtpError, hidden: readonly string[]) => cleaned(response || message, hidden);

/** A text of a server in one line, without signs that are no text (a database takes no NUL) and without what is hidden. */
const cleaned = (text: string, hidden: readonly string[]) =>
  hidden
    .reduce((left, one) => left.replaceAll(one, "…"), text)
    .replace(/[\s\p{C}]+/gu, " ")
    .slice(0, 500);

/** The forms in which a password goes to a server: as it is, and in base64 alone (LOGIN) and with its user (PLAIN), without the end that padding changes. */
function formsOf(user: string, password: string): string[] {
  const base64 = (text: string) =>
    Buffer.from(text)
      .toString("base64")
      .replace(/={1,2}$/, "");
  return [base64(`\0${user}\0${password}`), base64(password), password];
}
