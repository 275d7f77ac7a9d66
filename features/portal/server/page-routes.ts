import { randomBytes } from "node:crypto";
import type { CompiledQuery } from "kysely";
import { DatabaseError } from "pg";
import { anonymous, type Actor } from "#platform/actor.ts";
import type { Carried, FirstCall } from "#platform/carried.ts";
import { AppError } from "#platform/errors.ts";
import { languageFor, type Language } from "#platform/languages.ts";
import type { Http, OpenContext, Serve } from "#platform/serve.ts";
import type { Portal } from "./directory.ts";
import { lacks } from "../lacking.ts";
import type { PermissionId } from "../permissions.ts";
import { noAccessPage, sentElsewhere, type Access } from "../policy.ts";
import { environmentOf } from "./environment.ts";
import { guestEnvironment, type IsGuest } from "./guest.ts";
import { shownIn, type AudienceOf } from "./shown.ts";
import { pagePolicy, type Look, type PageParts, pageTemplate, wordsPage, wordsPagePolicy } from "./page.ts";

export interface PageDeps {
  readonly productName: string;
  /** Minutes without use after which a session ends. */
  readonly sessionMinutes: number;
  /** Where packages play for a person (null: a visitor) on the screen at a path with /v: the one origin that its page may frame. Null for a screen that plays none for them. */
  readonly stageOf: (path: string, person: { portalId: number; userId: number | null }) => string | null;
  /** The origins of content of others that lessons may show: the page may frame these too. */
  readonly embeds: readonly string[];
  /** The origins of other portals to which the screen at a path with /v may carry whoever asks, besides those of their environment. */
  readonly handsTo: (path: string, http: Http) => Promise<readonly string[]>;
  /** The built index.html of a language; read once in production, for every page while developing. */
  readonly html: (url: string, language: Language) => Promise<string> | string;
  /** The call that the screen at an address with /v begins with, which its page answers; null where there is none. */
  readonly firstCallAt: (url: string) => FirstCall | null;
  /** Who may open the screen at a path with /v; undefined where there is none. */
  readonly accessAt: (path: string) => Access | undefined;
  readonly neededAt: (path: string) => PermissionId | undefined;
  /** Whether the first portal is still to be created: until then every address redirects to the set-up. */
  readonly setupNeeded: () => Promise<boolean>;
  /** The address that /v/ redirects to, by the current role. */
  readonly homeOf: (role: string) => string;
  /** Sets the CSRF cookie of the present session. */
  readonly renewCsrf: (http: Http) => void;
  /** What the page says of somebody who looks at the portal as another person; null for everybody else. */
  readonly lookOf: (actor: Actor) => Look | null;
  /** Who is meant by what the portal shows some people only. */
  readonly audienceOf: AudienceOf;
  readonly isGuest: IsGuest;
  /** Whether visitors see courses of a portal. */
  readonly hasPublicCourses: (portalId: number) => Promise<boolean>;
  /** Set in development, where vite needs a looser policy. */
  readonly development: boolean;
}

const setupPage = "/v/setup";

/** Why a page is one of words. title: in place of saying that it can be tried again; language: of whoever asks, where it is known. */
export interface Failure {
  readonly status: number;
  readonly message: string;
  readonly title?: string;
  readonly language?: Language;
}

/** Whether a statement failed; nothing more can be asked in its transaction. */
const isOfStatement = (error: unknown) => error instanceof DatabaseError;

/** More statements beside those of a call, sent as these are. */
const withAhead = ({ ahead, first }: Carried["sent"], more: readonly CompiledQuery[]): Carried["sent"] =>
  ahead ? { ahead: [...ahead, ...more] } : { first: [...(first ?? []), ...more] };

/**
 * Serves the page of every screen under /v/, and redirects / and /v/ to the person's start page. Returns what answers people with a page of words:
 * at any other address without a route, and, given a failure, where the page that they asked for can't be shown.
 */
export function pageRoutes(serve: Serve, deps: PageDeps): (http: Http, failure?: Failure) => Promise<unknown> {
  const templates = new Map<Language, Map<string, ReturnType<typeof pageTemplate>>>();

  serve.raw({
    method: ["GET", "HEAD"],
    path: "/",
    rule: anonymous,
    summary: "Leads to /v/.",
    handler: async (_, reply) => reply.redirect("/v/", 302),
  });

  const page: Parameters<Serve["raw"]>[0]["handler"] = async (request, reply, { http, open }) => {
    const portal = http.portal as Portal | null;
    const url = request.raw.url ?? "/v/";
    const path = url.split("?")[0] ?? url;
    const leadTo = (address: string) => reply.header("cache-control", "no-store").redirect(address, 302);
    const isSetup = !portal && (await deps.setupNeeded());
    if (isSetup && !/^\/v\/setup\/*$/i.test(path)) return leadTo(setupPage);
    const firstCall = portal && http.sessionToken && request.method === "GET" ? deps.firstCallAt(url) : null;
    const person = portal && http.sessionToken ? await personAt(portal, { http, open }, firstCall && serve.carried(firstCall, http)) : null;
    const environment = person?.environment ?? null;
    if (/^\/v\/?$/i.test(path)) {
      const home = environment ? deps.homeOf(environment.User.CurrentRole.Name) : "/v/auth/login";
      return leadTo(home);
    }
    const access = deps.accessAt(path);
    const visitorLocale = http.visitorLocale();
    // The preview guest is led as user 13 is; the pages that they see are those of a visitor.
    const guest =
      portal && !environment && (await deps.isGuest(http))
        ? guestEnvironment(portal, { origin: http.origin, ...deps, locale: visitorLocale })
        : null;
    const elsewhere = portal && sentElsewhere(access ?? "any", (environment ?? guest)?.User ?? null, url);
    if (elsewhere) return leadTo(elsewhere);
    const needed = deps.neededAt(path);
    if (needed && lacks(environment?.User, needed)) return leadTo(noAccessPage);
    deps.renewCsrf(http);
    const language = languageFor(environment?.Preferences.Locale ?? visitorLocale, portal?.locale, request.headers["accept-language"]);
    const stage = portal && deps.stageOf(path, { portalId: portal.id, userId: environment?.User.Id ?? null });
    const status = isSetup || (portal && access !== undefined) ? 200 : 404;
    const first = firstCall && { address: firstCall.address, reply: person?.reply ?? null };
    const hasPublicCourses = portal !== null && !environment && (await deps.hasPublicCourses(portal.id));
    return sendPage(reply, status, await rendered(url, language), {
      portal,
      environment,
      visitorLocale,
      appearance: person?.appearance ?? null,
      hasPublicCourses,
      stage,
      first,
      look: person?.look ?? null,
      handsTo: portal ? await deps.handsTo(path, http) : [],
      http,
    });
  };

  /**
   * Who opens a page, and the reply to the call that its screen begins with. Where there is none for this person, or it cannot be had, the page comes without: the
   * browser asks by itself and shows what is wrong.
   */
  const personAt = async (portal: Portal, { http, open }: Pick<OpenContext, "http" | "open">, carried: Carried | null) => {
    const without = (error: unknown) => http.raw.request.log.warn({ err: error }, "a page came without what its screen asks first");
    const shown = shownIn(portal, deps.audienceOf);
    const ask = (first: Carried | null) =>
      open(
        async (scope) => {
          if (!scope.actor) return null;
          const { productName, sessionMinutes } = deps;
          const theirs = await shown.to(scope.db, scope.actor);
          const environment = environmentOf(portal, scope.actor, { origin: http.origin, productName, sessionMinutes, shown: theirs });
          const reply = await first?.answer(scope).catch((error: unknown) => {
            if (isOfStatement(error)) throw error;
            if (!(error instanceof AppError)) without(error);
          });
          return { environment, appearance: theirs.look, look: deps.lookOf(scope.actor), reply };
        },
        { withPortals: true, ...withAhead(first?.sent ?? { ahead: [] }, shown.ahead) },
      );
    return ask(carried).catch((error: unknown) => {
      if (!carried || !isOfStatement(error)) throw error;
      without(error);
      return ask(null);
    });
  };
  // Fastify's router ignores a trailing slash, so /v/ matches /v and not /v/*.
  for (const path of ["/v", "/v/*"])
    serve.raw({
      method: ["GET", "HEAD"],
      path,
      rule: anonymous,
      summary: "The page of a screen, with the environment and the portal's colours inlined.",
      handler: page,
    });

  async function rendered(url: string, language: Language) {
    const html = await deps.html(url, language);
    const ofLanguage = templates.get(language) ?? new Map<string, ReturnType<typeof pageTemplate>>();
    templates.set(language, ofLanguage);
    const known = ofLanguage.get(html);
    if (known) return known;
    // One template for each screen. In development, every change adds another one.
    if (ofLanguage.size > 100) ofLanguage.clear();
    const render = pageTemplate(html, language);
    ofLanguage.set(html, render);
    return render;
  }

  function sendPage(
    reply: Http["raw"]["reply"],
    status: number,
    render: ReturnType<typeof pageTemplate>,
    {
      http,
      handsTo,
      ...parts
    }: Pick<PageParts, "portal" | "environment" | "visitorLocale" | "appearance" | "hasPublicCourses" | "stage" | "first" | "look"> & {
      http: Http;
      handsTo: readonly string[];
    },
  ) {
    const nonce = randomBytes(16).toString("base64url");
    const { environment, stage } = parts;
    if (!deps.development) reply.header("content-security-policy", pagePolicy(nonce, { environment, stage, embeds: deps.embeds, handsTo }));
    return (
      reply
        .status(status)
        .header("content-type", "text/html; charset=utf-8")
        .header("cache-control", "no-store")
        // A course may open in a window of its own, to which this page then talks (security.md §3.2); other sites' pages get no reference to this one.
        .header("cross-origin-opener-policy", "same-origin-allow-popups")
        .header("permissions-policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=()")
        .header("x-request-id", http.requestId)
        .send(render({ ...parts, hasData: true, nonce, productName: deps.productName }))
    );
  }

  return async ({ raw: { request, reply }, portal: ofHost, requestId, sessionToken, visitorLocale }, failure) => {
    const portal = ofHost as Portal | null;
    reply.header("cache-control", "no-store");
    if (!failure && !portal && (await deps.setupNeeded())) return reply.redirect(setupPage, 302);
    // Whoever has a session is not asked for: theirs is the portal's then, as in request-language.ts.
    const locale = sessionToken ? portal?.locale : visitorLocale();
    const language = failure?.language ?? languageFor(locale, portal?.locale, request.headers["accept-language"]);
    const nonce = randomBytes(16).toString("base64url");
    if (!deps.development) reply.header("content-security-policy", wordsPagePolicy(nonce));
    return reply
      .status(failure?.status ?? 404)
      .header("content-type", "text/html; charset=utf-8")
      .header("x-request-id", requestId)
      .send(wordsPage(await deps.html("/v/", language), language, failure ?? null)({ portal, nonce, productName: deps.productName }));
  };
}
