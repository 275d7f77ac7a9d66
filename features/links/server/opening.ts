import type { FastifyRequest } from "fastify";
import { gatePages, loginPage, withReturn } from "#features/portal/policy.ts";
import type { Portal } from "#features/portal/server/directory.ts";
import { shownTo, type AudienceOf } from "#features/portal/server/service.ts";
import { signedLinkPath } from "#features/portal/signed-link-path.ts";
import { gates, signedIn } from "#platform/actor.ts";
import { AppError, forbidden, notFound } from "#platform/errors.ts";
import { sayIn, wordsOf } from "#platform/catalogue.ts";
import { languageFor, type Language } from "#platform/languages.ts";
import { gateRefusals, requireActor, type Http, type OpenContext, type Serve } from "#platform/serve.ts";
import * as queries from "./queries.ts";
import { openedSecret, signedFor } from "./signing.ts";

interface Refusal {
  readonly status: number;
  readonly title: string;
  readonly message: string;
  readonly language: Language;
}
export interface OpeningDeps {
  /** The server's secret, under which those of links are kept. */
  readonly secret: string;
  readonly audienceOf: AudienceOf;
  /** Answers with a page of words; without a refusal, that nothing is at the address. */
  readonly showWords: (http: Http, refusal?: Refusal) => Promise<unknown>;
}

/**
 * Where a signed link leads the person asking, counted as a click. Throws 404 for a link that they do not have at this moment, and 409 where the portal does not know of them
 * what its receiver is told.
 */
async function addressFor({ open, databases, http }: OpenContext, linkId: number, { secret, audienceOf }: OpeningDeps): Promise<string> {
  const opener = await open(async ({ db, actor: asker }) => {
    const actor = requireActor(asker, signedIn);
    const portal = http.portal as Portal;
    const theirs = await shownTo(db, portal, actor, audienceOf);
    if (!theirs.QuickLinks.some(({ Id }) => Id === linkId)) throw noSuchLink();
    if (actor.by && actor.by.role === null)
      throw forbidden("link_looking_as", "You are looking at this portal as somebody else. Signed links open for the person alone.");
    return {
      externalId: await queries.findExternalId(db, actor),
      email: actor.email,
      userId: actor.userId,
      language: languageFor(actor.locale, portal.locale, undefined),
      portalId: portal.id,
    };
  });
  const owner = { portalId: opener.portalId, linkId };
  return databases.inPeople(owner.portalId, "a signed link is opened", async (db) => {
    const link = await queries.findSigned(db, owner.portalId, linkId);
    if (!link) throw noSuchLink();
    const address = signedFor(link.address, opener, { secret: openedSecret(secret, owner, link.sealed), now: new Date() });
    await queries.addClick(db, owner.portalId, linkId);
    return address;
  });
}
const noSuchLink = () => notFound("quick_link", "This quick link could not be found.");

/** Whether a browser asks, for somebody who looks at it. */
const isForPeople = ({ headers }: FastifyRequest) => /\btext\/html\b/i.test(headers.accept ?? "");

/** Where somebody goes first who may not open anything yet: to sign in, or through a gate; null for every other refusal. */
function placeBefore({ code }: AppError): string | null {
  if (code === "signed_out") return loginPage;
  const gate = gates.find((one) => gateRefusals[one]().code === code);
  return gate ? gatePages[gate] : null;
}

/** Mounts the address at which people open signed links. */
export function signedLinkRoute(serve: Serve, deps: OpeningDeps) {
  serve.raw({
    method: "GET",
    path: `${signedLinkPath}:linkId`,
    rule: signedIn,
    summary: "Leads on to where a signed quick link leads, with who opens it and a signature (QL-1).",
    forGuests: ({ raw: { request } }) => isForPeople(request),
    handler: async (request, reply, context) => {
      const { linkId: named } = request.params as { linkId: string };
      const linkId = /^[1-9]\d{0,14}$/.test(named) ? Number(named) : 0;
      reply.header("referrer-policy", "no-referrer").header("cache-control", "no-store");
      try {
        return reply.redirect(await addressFor(context, linkId, deps), 302);
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500 || !isForPeople(request)) throw error;
        const before = placeBefore(error);
        if (before) return reply.redirect(withReturn(before, `${signedLinkPath}${linkId}`), 302);
        if (error.status === 404) return deps.showWords(context.http);
        const language = await context.language();
        const title = sayIn(language)("This link cannot be opened for you");
        return deps.showWords(context.http, {
          status: error.status,
          title,
          message: wordsOf(language, error.text, error.params),
          language,
        });
      }
    },
  });
}
