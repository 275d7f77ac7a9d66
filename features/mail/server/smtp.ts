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
  /** The password: a server may repeat it in what it says. */
  let hidden = "";

  async function connect(): Promise<SMTPConnection> {
    const { auth, options } = await dial();
    hidden = auth?.pass ?? "";
    const connection = new SMTPConnection(options);
    const failed = new Promise<never>((_, reject) => connection.once("error", reject));
    // An error after the start comes with the command under way; without a listener it would end the process.
    failed.catch(() => undefined);
    connection.on("error", () => undefined);
    connection.once("end", () => (open = open === connection ? undefined : open));
    try {
      await Promise.race([new Promise<void>((done) => connection.connect(() => done())), failed]);
      if (auth) await new Promise<void>((done, reject) => connection.login(auth, (error) => (error ? reject(error) : done())));
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
        const info = await new Promise<{ response: string }>((done, reject) =>
          connection.send({ from, to: [to] }, text, (error, sent) =>
            error || !sent ? reject(error ?? new Error("No answer.")) : done(sent),
          ),
        );
        return { kind: "sent", response: info.response };
      } catch (cause) {
        const error = cause as SmtpError;
        const handed = given.state === "lost" ? ({ kind: "lost" } as const) : judge(error, { isHandedOver: given.state === "yes", hidden });
        // After a refusal the session can be used again; after anything else it is not known where it stands.
        if (error.responseCode === undefined || given.state === "lost" || error.responseCode === 421) this.close();
        else await new Promise<void>((done) => connection.reset((failed) => (failed && this.close(), done())));
        return handed;
      }
    },
    close() {
      open?.close();
      open = undefined;
    },
  };
}

/** What an error of the mail server means for the message. */
function judge(error: SmtpError, { isHandedOver, hidden }: { isHandedOver: boolean; hidden: string }): Handed {
  const response = wordsOf(error, hidden);
  const { responseCode: code } = error;
  const down = { kind: "down", response, problem: problemOf(error) } as const;
  if (code === undefined) return isHandedOver ? { kind: "unclear", response } : down;
  const isOfServer = error.code === "EAUTH" || code === 421 || /^(?:MAIL FROM|EHLO|HELO|AUTH|STARTTLS)/.test(error.command ?? "");
  if (isOfServer) return down;
  if (code < 500) return { kind: "again", response };
  const isAddress = !isHandedOver || /\b5\.(?:1\.\d+|2\.1)\b/.test(error.response ?? "");
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
const wordsOf = ({ response, message }: SmtpError, hidden: string) =>
  (hidden === "" ? response || message : (response || message).replaceAll(hidden, "…")).replace(/\s+/g, " ").slice(0, 500);
