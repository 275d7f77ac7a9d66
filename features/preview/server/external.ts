import { verifyPassword } from "#features/auth/server/passwords.ts";
import { guestId, type fakeLogin } from "#features/portal/contract.ts";
import type { Parsed, Result } from "#platform/contract.ts";
import { conflict, forbidden, notFound, tooMany } from "#platform/errors.ts";
import { requireActor, type Http, type OpenContext } from "#platform/serve.ts";
import { signedIn } from "#platform/actor.ts";
import { hashToken, keptSession, newToken } from "#platform/tokens.ts";
import type * as api from "../contract.ts";
import { modes, passcodeMinutes } from "../policy.ts";
import { findDocument, shownCourse, spokenIn, stateAfter } from "./documents.ts";
import { setPassCookie, type Guests } from "./guests.ts";
import * as queries from "./link-queries.ts";

export interface ExternalDeps {
  readonly guests: Guests;
  /** Removes the cookie of a session that is over, so that it does not count as a guess with every call. */
  readonly forgetSession: (http: Http) => void;
}

const noLink = () => forbidden("preview_link", "This preview link is not valid or has expired. Ask its author for a new one.");

/** What a link is opened with. */
interface Opening {
  readonly courseId?: number | undefined;
  readonly token?: string | undefined;
  readonly passcode?: string | null | undefined;
}

/** Opens a link and gives the browser its pass. No transaction is open while a passcode is compared. Throws 403, and 429 after too many wrong passcodes. */
async function enter({ databases, http }: OpenContext, { courseId, token, passcode }: Opening): Promise<void> {
  const { portal } = http;
  if (!portal) throw notFound("portal", "This portal could not be found.");
  if (courseId === undefined || !token) throw noLink();
  const link = await databases.inPortal(portal.id, (db) => queries.findLink(db, { portalId: portal.id, courseId }, hashToken(token)));
  if (!link) throw noLink();
  if (link.passcodeHash !== null) {
    if (!passcode) throw forbidden("passcode_needed", "Enter the passcode that came with the link.");
    // Counted before it is compared, so that many sent at once are all counted.
    const isCounted = !link.isClosed && (await databases.inPortal(portal.id, (db) => queries.countPasscode(db, portal.id, link.id)));
    if (!isCounted)
      throw tooMany(
        passcodeMinutes * 60,
        "passcode_closed",
        "Too many wrong passcodes were entered. Wait {minutes} minutes, then try again.",
        {
          minutes: passcodeMinutes,
        },
      );
    if (!(await verifyPassword(link.passcodeHash, passcode)))
      throw forbidden("passcode_wrong", "This is not the passcode of this link. Check it and try again.");
  }
  const pass = newToken();
  const isIn = await databases.inPortal(portal.id, (db) => queries.insertPass(db, portal.id, link.id, keptSession(pass)));
  if (!isIn) throw noLink();
  setPassCookie(http, pass);
}

/**
 * Starts the preview guest's session (specification §7, decisions.md "User 13"): only with the secret of a link that works, and never in the place of a session: whoever is
 * signed in opens the link as themselves (openLink).
 */
export async function startGuest(
  { forgetSession }: ExternalDeps,
  context: OpenContext,
  body: Parsed<typeof fakeLogin>["body"],
): Promise<Result<typeof fakeLogin>> {
  const { http, open } = context;
  const isSomebody = http.sessionToken !== null && (await open(async ({ actor }) => actor !== null, { ahead: [] }));
  if (isSomebody) throw conflict("signed_in", "You are signed in, so you open this link as yourself.");
  await enter(context, body ?? {});
  if (http.sessionToken !== null) forgetSession(http);
  return { User: { Id: guestId } };
}

/** Opens a link for somebody signed in; their session stays as it is. */
export async function openLink(
  context: OpenContext,
  courseId: number,
  body: Parsed<typeof api.openLink>["body"],
): Promise<Result<typeof api.openLink>> {
  await context.open(async ({ actor }) => requireActor(actor, signedIn), { ahead: [] });
  await enter(context, { courseId, ...body });
  return { courseId };
}

/** The pass of a request for this course. Throws 403 where there is none, or its link ended. */
export async function requirePass({ guests }: ExternalDeps, http: Http, courseId: number): Promise<queries.Pass> {
  const pass = await guests.passOf(http);
  if (!pass || pass.courseId !== courseId) throw noLink();
  return pass;
}

const documentOf = ({ databases, http }: OpenContext, pass: queries.Pass) => {
  const portalId = http.portal?.id ?? 0;
  return databases.inPortal(portalId, (db) => findDocument(db, { portalId, courseId: pass.courseId }, pass, pass.shows));
};

/** The course of a link that the browser has opened. */
export async function openExternal(deps: ExternalDeps, context: OpenContext, courseId: number): Promise<Result<typeof api.openExternal>> {
  const pass = await requirePass(deps, context.http, courseId);
  const { title, type, language } = pass;
  return shownCourse({ id: courseId, title, type, language }, await documentOf(context, pass), await context.language());
}

/** What a block makes of a fact, without answers that a learner would not see. */
export async function tryExternal(
  deps: ExternalDeps,
  context: OpenContext,
  courseId: number,
  { fact }: Parsed<typeof api.tryExternal>["body"],
): Promise<Result<typeof api.tryExternal>> {
  const pass = await requirePass(deps, context.http, courseId);
  const { content } = spokenIn(await documentOf(context, pass), await context.language());
  return { state: stateAfter(content, fact, { reveals: modes.external.showsAnswers }) };
}
