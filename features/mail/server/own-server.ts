import { isIP } from "node:net";
import { sql } from "kysely";
import * as z from "zod/mini";
import { mailTest } from "#features/notifications/events/mail_test/mail-test.ts";
import { tellerIn } from "#features/notifications/server/service.ts";
import { note } from "#platform/audit.ts";
import type { Say } from "#platform/catalogue.ts";
import type { Config } from "#platform/config.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { typed } from "#platform/db/typed.ts";
import { conflict, invalid } from "#platform/errors.ts";
import { languageOf } from "#platform/languages.ts";
import { findServer, type InnerAddress } from "#platform/outside.ts";
import { seal, unseal } from "#platform/sealed.ts";
import { requireActor, type OpenContext } from "#platform/serve.ts";
import { completeColors } from "#ui/portal-theme.ts";
import { tlsModes, type OwnServer } from "../settings-contract.ts";
import type * as api from "../settings-contract.ts";
import { setsMail } from "../policy.ts";
import { compose, type MailAddresses } from "./compose.ts";
import { findPortal } from "./mail-portal.ts";
import { findStatus } from "./queries.ts";
import type { Trouble } from "./send.ts";
import { NoServer, serverProblems, smtpLane, type Dial, type ServerProblem } from "./smtp.ts";

// A mail server of a portal's own (docs/decisions/040-mail-servers-of-portals.md).

/** The ports at which mail servers take messages; others are asked at inner addresses only. */
const ports = [25, 465, 587, 2525];

/** How an installation lets portals use mail servers of their own. */
export type OwnServerDeps = Pick<Config, "secret" | "mailInner">;

const sealOf = (secret: string, portalId: number) => ({ secret, purpose: "mail server", owner: `portal:${portalId}` });

/** How a mail server is spoken to. Without a user, it wants no name and password. */
interface Terms {
  readonly host: string;
  readonly port: number;
  readonly tls: (typeof tlsModes)[number];
  readonly user: string;
  readonly password: string;
}

const columns = sql`host, port, tls, user_name as "user", is_on as "isOn"`;
const stored = { host: z.string(), port: z.int(), tls: z.enum(tlsModes), user: z.string(), isOn: z.boolean() };
const Stored = z.object(stored);
type Stored = z.infer<typeof Stored>;
const Sealed = z.object({ ...stored, sealed: z.nullable(z.instanceof(Buffer)), version: z.string() });
type Sealed = z.infer<typeof Sealed>;

/** The portal's own mail server as its admins see it: never with its password. Null for none. */
export const showOwnServer = async (db: Db, portalId: number): Promise<OwnServer | null> =>
  (await typed(Stored)`select ${columns} from mail_servers where portal_id = ${portalId}`.execute(db)).rows[0] ?? null;

const findSealed = async (db: Db, portalId: number): Promise<Sealed | null> =>
  (await typed(Sealed)`select ${columns}, sealed, xmin::text as version from mail_servers where portal_id = ${portalId}`.execute(db))
    .rows[0] ?? null;

/** The password of a stored server. Throws NoServer where the installation has another secret than when it was kept. */
function passwordOf({ sealed }: Pick<Sealed, "sealed">, portalId: number, secret: string): string {
  if (sealed === null) return "";
  const password = unseal(sealOf(secret, portalId), sealed);
  if (password === null) throw new NoServer("secret");
  return password.toString();
}

/** The options of a connection to a mail server of a portal, to an address that was looked at. Nothing is said before the way there is encrypted. */
export function ownOptions({ host, port, tls }: Omit<Terms, "user" | "password">, at: { address: string; isInner: boolean }) {
  return {
    host: at.address,
    port,
    ...(isIP(host) === 0 && { servername: host }),
    secure: tls === "implicit",
    requireTLS: true,
    tls: { rejectUnauthorized: !at.isInner },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    // Servers look a message over before they answer (RFC 5321, 4.5.3.2.6, gives them ten minutes).
    socketTimeout: 120_000,
  };
}

const dialTo =
  (terms: Terms, inner: readonly InnerAddress[]): Dial =>
  async () => {
    const found = await findServer(terms.host, terms.port, { inner, ports });
    if (found.kind !== "found")
      throw new NoServer(found.kind === "inner" || found.kind === "unknown_host" || found.kind === "timeout" ? found.kind : "unreachable");
    return {
      auth: terms.user === "" ? undefined : { user: terms.user, pass: terms.password },
      options: ownOptions(terms, found),
    };
  };

/**
 * A turn with the mail server of a portal. `dial` connects to it as it is set at that moment; `keep` says since when it cannot be used, and lets it rest ever longer (null: it can
 * be used). A server that was saved since the turn read it is another one, of which the turn knows nothing.
 */
export function turnOfPortal(databases: Databases, portalId: number, { secret, mailInner }: OwnServerDeps) {
  const read = new Set<string>();
  const dial: Dial = async () => {
    const server = await databases.inSystem("send through a portal's mail server", (db) => findSealed(db, portalId));
    read.add(server?.version ?? "");
    // Switched off since its messages were taken: they wait for the other way.
    if (!server?.isOn) throw new NoServer("unreachable");
    return dialTo({ ...server, password: passwordOf(server, portalId, secret) }, mailInner)();
  };
  const keep = async (trouble: Trouble | null, now: Date): Promise<void> => {
    const [version, ...others] = read;
    if (version === undefined || others.length > 0) return;
    await databases.inSystem("note trouble with a portal's mail server", async (db) => {
      const isSame = sql`portal_id = ${portalId} and xmin::text = ${version}`;
      if (trouble === null)
        await sql`update mail_servers set failures = 0, failing_since = null, problem = null, said = null, rests_until = null
          where ${isSame} and failures > 0`.execute(db);
      else
        await sql`update mail_servers set failures = failures + 1, failing_since = coalesce(failing_since, ${now}::timestamptz),
            problem = ${trouble.problem}, said = ${trouble.response},
            rests_until = ${now}::timestamptz + make_interval(secs => least(300, 2 * 2 ^ least(failures, 10)))
          where ${isSame} and is_on`.execute(db);
    });
  };
  return { dial, keep };
}

/** In plain words why a portal's mail server cannot be used. said: what it said. */
export function troubleWords(say: Say, problem: string | null, said: string): string {
  switch (serverProblems.find((one) => one === problem)) {
    case "inner":
      return say(
        "Its address leads into a network that is not public, or is asked at a port that is not one of mail. Nothing was sent there.",
      );
    case "unknown_host":
      return say("No server has this name.");
    case "unreachable":
      return say("It could not be reached: {said}", { said });
    case "timeout":
      return say("It did not answer in time.");
    case "secure":
      return say("There is no secure connection to it: {said}", { said });
    case "sign_in":
      return say("It does not take this user and password. It said: {said}", { said });
    case "secret":
      return say("Its password cannot be read any more, because the installation has another secret now. Enter the password again.");
    default:
      return say("It said: {said}", { said });
  }
}

type Body = Parsed<typeof api.testMailServer>["body"];

interface Trying {
  readonly addresses: Pick<MailAddresses, "publicUrl" | "mailFrom">;
  readonly deps: OwnServerDeps;
  /** Counts an asking of others; throws 429 when a portal does that too often. */
  readonly count: (portalId: number) => Promise<void>;
}

/** Who asks, what is kept, and a message that says that mail arrives. Throws 409 while the portal's mail is switched off, for then nothing leaves it. */
const preparing = ({ open, http }: OpenContext, isTried: boolean, { publicUrl, mailFrom }: Trying["addresses"]) =>
  open(async ({ db, actor: asker, portal, say }) => {
    const actor = requireActor(asker, setsMail);
    if (isTried && (await findStatus(db, portal.id)).isStopped)
      throw conflict("mail_stopped", "Mail of this portal is switched off, so nothing can be sent. Switch it on first.");
    const sender = await findPortal(db, portal.id);
    const language = languageOf(actor.locale) ?? languageOf(sender.locale) ?? "en";
    const now = new Date();
    const told = mailTest.words(tellerIn(language, actor.timeZone ?? portal.timeZone), { at: now.toISOString() });
    const mail = compose(
      {
        id: now.getTime(),
        event: mailTest.name,
        mandatory: true,
        portal: { ...sender, colors: completeColors(sender.colors) },
        person: { userId: actor.userId, email: actor.email, name: "", language },
        told: [told],
        now,
      },
      { publicUrl, mailFrom, unsubscribePath: () => "" },
    );
    return { doer: { actor, portal, http }, mail, say };
  });

/** The terms with their password: the one given, else the kept one of the same server. Throws 400 where neither is there, as when the server or its user is another now. */
function complete(kept: Sealed | null, { host, port, tls, user, password }: Body, portalId: number, secret: string): Terms {
  const terms = { host, port, tls, user };
  if (user === "") return { ...terms, password: "" };
  if (password !== null) return { ...terms, password };
  // Else whoever does not know the password could have it sent to a server of their own.
  if (!kept || kept.sealed === null || kept.host !== host || kept.port !== port || kept.user !== user)
    throw invalid(
      "password",
      "password_needed",
      "Enter the password. The one that is kept is only for the server and user it was entered for.",
    );
  try {
    return { ...terms, password: passwordOf(kept, portalId, secret) };
  } catch {
    throw invalid(
      "password",
      "password_needed",
      "Its password cannot be read any more, because the installation has another secret now. Enter the password again.",
    );
  }
}

/** What the audit log says of a server. */
const facts = ({ host, port, tls, user }: Pick<Stored, "host" | "port" | "tls" | "user">) => ({ host, port, tls, user });

/** Sends a test message. Throws 409 with what the server said where it is not taken. */
async function tryOut(terms: Terms, { doer, mail, say }: Awaited<ReturnType<typeof preparing>>, { deps }: Trying): Promise<void> {
  const lane = smtpLane(dialTo(terms, deps.mailInner));
  try {
    const message = { ...mail, portalId: doer.portal.id, id: 0, lease: "", mandatory: true, tries: 0 };
    const handed = await lane.send(message, async () => true);
    if (handed.kind === "sent") return;
    const problem: ServerProblem = handed.kind === "down" ? handed.problem : "said";
    const said = "response" in handed ? (handed.response ?? "") : "";
    throw conflict("test_not_taken", "The mail server took no test message. {why}", { why: troubleWords(say, problem, said) });
  } finally {
    lane.close();
  }
}

/** Sends a message to whoever asks through a mail server, which need not be kept yet. Throws 400 as `complete` does, and 409 as `preparing` and `tryOut` do. */
export async function testServer(context: OpenContext, body: Body, trying: Trying): Promise<Result<typeof api.testMailServer>> {
  const prepared = await preparing(context, true, trying.addresses);
  const { doer } = prepared;
  await trying.count(doer.portal.id);
  const { databases } = context;
  const kept = await databases.inPeople(doer.portal.id, "test a mail server", (db) => findSealed(db, doer.portal.id));
  const terms = complete(kept, body, doer.portal.id, trying.deps.secret);
  await databases.inPeople(doer.portal.id, "test a mail server", (db) =>
    note({ ...doer, db }, { action: "mail_server_tested", after: facts(terms) }),
  );
  await tryOut(terms, prepared, trying);
  return { address: doer.actor.email };
}

/**
 * Keeps a mail server for the portal. One that is to be used is tried out first, with a message to whoever asks: what does not work never takes the place of what does. Throws
 * as testServer does.
 */
export async function saveServer(
  context: OpenContext,
  { isOn, ...body }: Parsed<typeof api.saveMailServer>["body"],
  trying: Trying,
): Promise<OwnServer> {
  const prepared = await preparing(context, isOn, trying.addresses);
  const { doer } = prepared;
  const { databases } = context;
  const portalId = doer.portal.id;
  const { secret } = trying.deps;
  const kept = await databases.inPeople(portalId, "keep a mail server", (db) => findSealed(db, portalId));
  const terms = complete(kept, body, portalId, secret);
  if (isOn) {
    await trying.count(portalId);
    await tryOut(terms, prepared, trying);
  }
  return databases.inPeople(portalId, "keep a mail server", async (db) => {
    const before = await findSealed(db, portalId);
    const row = {
      ...facts(terms),
      // Sealed anew, so that what is kept is what was tried, whatever somebody else keeps meanwhile.
      sealed: terms.user === "" ? null : seal(sealOf(secret, portalId), Buffer.from(terms.password)),
    };
    const { user, ...rest } = row;
    const values = {
      ...rest,
      user_name: user,
      is_on: isOn,
      failures: 0,
      failing_since: null,
      problem: null,
      said: null,
      rests_until: null,
    };
    await db
      .insertInto("mail_servers")
      .values({ portal_id: portalId, ...values })
      .onConflict((conflicting) => conflicting.column("portal_id").doUpdateSet(values))
      .execute();
    await note(
      { ...doer, db },
      {
        action: "mail_server_saved",
        ...(before && { before: { ...facts(before), isOn: before.isOn } }),
        after: { ...facts(terms), isOn, passwordGiven: body.password !== null && terms.user !== "" },
      },
    );
    return { ...facts(terms), isOn };
  });
}

/** Removes the portal's mail server with its password; its mail goes the way of the installation again. Harmless where there is none. */
export async function removeServer({ open, databases, http }: OpenContext): Promise<Result<typeof api.removeMailServer>> {
  const doer = await open(async ({ actor, portal }) => ({ actor: requireActor(actor, setsMail), portal, http }));
  return databases.inPeople(doer.portal.id, "remove a mail server", async (db) => {
    const before = await findSealed(db, doer.portal.id);
    if (!before) return { removed: false };
    await db.deleteFrom("mail_servers").where("portal_id", "=", doer.portal.id).execute();
    await note({ ...doer, db }, { action: "mail_server_removed", before: { ...facts(before), isOn: before.isOn } });
    return { removed: true };
  });
}
