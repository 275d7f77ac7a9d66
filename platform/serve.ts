import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CompiledQuery } from "kysely";
import type * as z from "zod/mini";
import type { Actor, Asker, Gate, Rule } from "./actor.ts";
import { anonymous, rightsOf } from "./actor.ts";
import { carrierOf, type Carried, type FirstCall } from "./carried.ts";
import { note } from "./audit.ts";
import type { Endpoint, Parsed, Result } from "./contract.ts";
import { decimalNumbers } from "./decimal-numbers.ts";
import { declaredBytes } from "./files/receive-form.ts";
import type { Databases, Db, OpenedRequest, RequestScope } from "./db/connect.ts";
import { whoAsks } from "./db/read-ahead.ts";
import { sayIn, type Say } from "./catalogue.ts";
import { compressed, noteShared } from "./compressed.ts";
import { preparedSerializer } from "./prepared.ts";
import { forbidden, invalid, notFound, signedOut, type AppError } from "./errors.ts";
import { languageOf, offeredLocale, type Language } from "./languages.ts";
import type { RequestLanguages } from "./request-language.ts";
import { unstorableText } from "./storable-text.ts";

/** A portal as work in it knows it, whether a request began it or not. */
export interface PlacedPortal {
  readonly id: number;
  /** The language for people of the portal who have chosen none. */
  readonly locale: string;
  /** IANA name of the zone in which the days of the portal begin. */
  readonly timeZone: string;
}

/** The portal that a request addresses by its Host header. The portal feature knows more about it; this is what every request needs. */
export interface PortalRef extends PlacedPortal {
  /** The languages that people of the portal can choose. */
  readonly languages: readonly string[];
}

/** One request and its reply: the parts that a handler may use. */
export interface Http {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** scheme://host[:port] as the browser sees it; links in replies start with it. */
  readonly origin: string;
  readonly secure: boolean;
  readonly portal: PortalRef | null;
  /** The locale for whoever asks without being signed in (languages.ts). */
  readonly visitorLocale: () => string;
  header(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  readonly sessionToken: string | null;
  /** The API token of a program; whoever shows one has no session in this request. */
  readonly apiToken: string | null;
  readonly raw: { request: FastifyRequest; reply: FastifyReply };
}

/** What a handler of a protected endpoint gets: a database handle that sees one portal only, and who is asking. */
export interface Context {
  readonly db: Db;
  /** The handle for the last statement of the work (RequestScope). */
  readonly last: () => Db;
  readonly actor: Actor;
  readonly portal: PortalRef;
  readonly http: Http;
  /** Translates into the language of the person who asks. */
  readonly say: Say;
  readonly language: Language;
}

/** What a handler of an open endpoint gets. No transaction is open until it calls open(), so slow work holds no database connection. */
export interface OpenContext {
  readonly http: Http;
  readonly databases: Databases;
  /** Opens the request in the addressed portal and runs work. actor is null when nobody is signed in. Throws 404 on an unknown host. */
  open<T>(work: (scope: Scope) => Promise<T>, options?: Asked): Promise<T>;
  /** The language of the person who asks, for answers given without opening the request. */
  language(): Promise<Language>;
}

/** What an open handler gets once it has opened the request. */
export interface Scope {
  readonly db: Db;
  readonly last: () => Db;
  readonly actor: Actor | null;
  readonly portal: PortalRef;
  readonly say: Say;
  readonly language: Language;
}

/** What else opening a request asks of the database, besides the session. */
export interface Asked {
  readonly withPortals?: boolean;
  /** Set when all its queries look rows up by key (OpenRequest). */
  readonly byKey?: boolean;
  /**
   * Set when the work only reads: each statement is then a transaction of its own. These are sent together with the opening, before it is known who asks;
   * the work asks them again, and of the answer to a person whom the rule refuses it sees nothing.
   */
  readonly ahead?: readonly CompiledQuery[];
  /** Statements that the work asks whatever it finds: they are sent together with the opening of its transaction. */
  readonly first?: readonly CompiledQuery[];
}

type Handler<E extends Endpoint, C> = (input: Parsed<E>, context: C) => Promise<Result<E>>;

/** How a write proves that a page of the portal sent it. "session" is the usual way; the code of the others says why they differ. */
export type WriteGuard = "session" | "handover" | "launcher";

export interface RouteOptions extends Omit<Asked, "ahead" | "first"> {
  readonly writeGuard?: WriteGuard;
  /** The largest body in bytes; 64 KiB by default. */
  readonly bodyLimit?: number;
  /** Lets text through that PostgreSQL cannot hold, because the handler stores as much of it as it can. */
  readonly anyText?: boolean;
  /** Compresses its answers, which may be large. None of them has a secret that stays the same (compressed.ts). */
  readonly isLarge?: boolean;
  /** The field of its replies that the handler gives prepared (prepared.ts). */
  readonly prepared?: string;
  /** An endpoint without a rule whose handler answers signed-out people with 401; so they get that, whatever they send. A function says who else may ask. */
  readonly forPeople?: true | ((http: Http) => boolean);
  /** Brings a file into the portal by other ways than its body: refused where the portal keeps as much as it may. */
  readonly storesFile?: boolean;
}

/** Statements that can be sent before it is known who asks, for an asker whose id stands for that person: of a handler that only reads, or that needs a transaction. */
interface ReadOptions<E extends Endpoint> {
  readonly ahead?: (input: Parsed<E>, asker: Asker, http: Http) => readonly CompiledQuery[];
  readonly first?: (input: Parsed<E>, asker: Asker, http: Http) => readonly CompiledQuery[];
}

export interface OpenOptions extends RouteOptions {
  /** Checked each time the handler opens the request; without a rule the endpoint is public. */
  readonly rule?: Rule;
}

export interface Serve {
  /** Mounts an endpoint for signed-in people whom the rule allows. */
  <E extends Endpoint>(endpoint: E, allow: Rule, handler: Handler<E, Context>, options?: RouteOptions & ReadOptions<E>): void;
  /** Mounts an endpoint whose handler opens the request itself: public endpoints, and, with a rule, those that do slow work outside the transaction. */
  open<E extends Endpoint>(endpoint: E, handler: Handler<E, OpenContext>, options?: OpenOptions): void;
  /** Mounts a route that answers bytes, pages or redirects instead of JSON of a contract. It still needs a rule. */
  raw(route: RawRoute): void;
  /** A call that the page of a screen carries the answer of; null where it is none that signed-in people read by, or one that would be refused. */
  carried(call: FirstCall, http: Http): Carried | null;
}

export interface RawRoute {
  readonly method: "GET" | "POST" | "HEAD" | ("GET" | "HEAD")[];
  readonly path: string;
  readonly rule: Rule;
  readonly summary: string;
  readonly handler: (request: FastifyRequest, reply: FastifyReply, context: OpenContext) => Promise<unknown>;
  /** Who reaches the handler without a session: it answers those by itself. */
  readonly forGuests?: (http: Http) => boolean;
  readonly writeGuard?: WriteGuard;
  /** The largest body in bytes; the server's limit by default. */
  readonly bodyLimit?: number;
  /** Answers on the host of uploaded content only; all other routes never answer there (http.ts). */
  readonly onContentHost?: boolean;
  /** The body is a file: it may take any time as long as data keeps arriving (slow-body.ts), and is refused where the portal keeps as much as it may. */
  readonly longBody?: boolean;
  /** Prepares the route's own Fastify scope, with body parsers for this route alone. */
  readonly prepare?: (scope: FastifyInstance) => Promise<void>;
}

/** One line of the route table that `npm run routes` prints and the permission tests walk. */
export interface RouteInfo {
  readonly method: string;
  readonly path: string;
  readonly rule: string;
  readonly open: boolean;
  /** Brings a file into the portal. */
  readonly storesFile: boolean;
  readonly endpoint: Endpoint | null;
}

/** Lets a route take bytes of any kind as its body (application/octet-stream), as a stream: for `prepare`. */
export async function takesBytes(scope: FastifyInstance): Promise<void> {
  scope.addContentTypeParser("application/octet-stream", (_request, body, done) => done(null, body));
}

/** The stream that such a route got; null where the body was of another kind. */
export const bytesOf = (request: FastifyRequest): Readable | null =>
  request.headers["content-type"] === "application/octet-stream" && request.body ? (request.body as Readable) : null;

declare module "fastify" {
  interface FastifyContextConfig {
    rule?: Rule;
    writeGuard?: WriteGuard;
    onContentHost?: boolean;
  }
  interface FastifyInstance {
    routeTable: RouteInfo[];
  }
}

export interface ServeDeps {
  readonly databases: Databases;
  readonly idleMinutes: number;
  /** Builds the Http of a request whose host has been checked. */
  readonly httpOf: (request: FastifyRequest, reply: FastifyReply) => Http;
  readonly hashToken: (token: string) => Buffer;
  /** Counts each request with a token that the database does not know, expired or made up. Throws 429 when there are too many. */
  readonly countStranger: (request: FastifyRequest) => Promise<void>;
  readonly languages: RequestLanguages;
  /** What somebody has to do before anything else. */
  readonly gateOf: (portal: PortalRef, opened: OpenedRequest) => Gate | null | Promise<Gate | null>;
  /** Whether somebody who looks at the portal as another person may make this write. call: its method and its path as it is mounted; writes: whether their look may change things. */
  readonly mayWriteAs: (call: string, writes: boolean) => boolean;
  /** Throws 507 where a portal has no room for so many bytes more, in a file more. */
  readonly requireRoom: (db: Db, portalId: number, bytes: number) => Promise<void>;
}

const actorOf = (row: OpenedRequest, portal: PortalRef, gate: Gate | null): Actor => ({
  userId: row.user_id,
  portalId: portal.id,
  sessionId: row.session_id,
  email: row.email,
  givenName: row.given_name,
  familyName: row.family_name,
  isSystemAdmin: row.is_system_admin,
  ...rightsOf({ isAuthor: row.is_author, isManager: row.is_manager, isAdmin: row.is_admin, limits: row.limits }),
  activeRole: row.active_role,
  gate,
  locale: offeredLocale(row.locale, portal.languages),
  timeZone: row.time_zone,
  theme: row.theme,
  shortcuts: row.shortcuts,
  ...(row.token && { token: row.token }),
  by:
    row.by_user_id === null ? null : { userId: row.by_user_id, name: row.by_name ?? "", writes: row.by_writes === true, role: row.by_role },
  portals: row.portals,
  unread: row.unread,
  tours: row.tours,
});

/** Bodies with text that PostgreSQL cannot store, and the refusal that names the field. */
const unstorableBodies = new WeakMap<FastifyRequest, AppError>();
async function noteUnstorable(request: FastifyRequest) {
  const field = unstorableText(request.body);
  if (field !== null) unstorableBodies.set(request, unstorable(field));
}
const unstorable = (field: string) => invalid(field, "unstorable", "This text has a character that cannot be stored.");

const isReading = ({ method }: FastifyRequest) => method === "GET" || method === "HEAD";

const tagOf = (path: string) => path.split("/")[2] ?? "other";

/** The part of an endpoint that Fastify validates and documents. */
const schemaOf = (endpoint: Endpoint) => ({
  summary: endpoint.summary,
  tags: [tagOf(endpoint.path)],
  ...(endpoint.params && { params: endpoint.params }),
  ...(endpoint.query && { querystring: endpoint.query }),
  ...(endpoint.body && { body: endpoint.body }),
  response: { 200: endpoint.response },
});

/** Makes `serve` for an app. Every route goes through it, so no route can exist without a permission rule. */
export function serveOn(app: FastifyInstance, deps: ServeDeps): Serve {
  app.decorate("routeTable", []);
  app.addHook("onRoute", (route) => {
    if (!route.config?.rule) throw new Error(`${route.method} ${route.url} has no permission rule.`);
    // The permission tests go through the route table: a route missing there would not be tested. Fastify adds HEAD to every GET.
    for (const method of [route.method].flat())
      if (!app.routeTable.some((row) => row.path === route.url && (row.method === method || (method === "HEAD" && row.method === "GET"))))
        throw new Error(`${method} ${route.url} is not in the route table.`);
  });

  /** Opens the request in the database and checks the rule there. Throws 404 on an unknown host; 401 and 403 as requireActor does. */
  const opening = async <T>(
    http: Http,
    reply: FastifyReply,
    allow: Rule,
    { withPortals = false, byKey, ahead, first }: Asked,
    work: (scope: Scope) => Promise<T>,
  ) => {
    const { portal, sessionToken, apiToken } = http;
    const token = apiToken ?? sessionToken;
    if (!portal) throw notFound("portal", "This portal could not be found.");
    // Without a token nobody is signed in; no query is needed to know that.
    if (allow !== anonymous && !token) throw signedOut();
    const request = {
      portalId: portal.id,
      tokenHash: token ? deps.hashToken(token) : null,
      isApiToken: apiToken !== null,
      idleMinutes: deps.idleMinutes,
      withPortals,
      byKey,
      first,
    };
    const opened = async ({ db, last, opened: row, queries }: RequestScope) => {
      if (!row && token) await deps.countStranger(http.raw.request);
      const actor = row ? actorOf(row, portal, await deps.gateOf(portal, row)) : null;
      if (actor?.by && !isReading(http.raw.request)) await checkLook(http, actor, db, portal);
      const language = languageOf(actor ? (actor.locale ?? portal.locale) : http.visitorLocale()) ?? languageOf(portal.locale) ?? "en";
      deps.languages.remember(http.raw.request, language);
      const scope = { db, last, portal, language, say: sayIn(language) };
      const value = await work({ ...scope, actor: allow === anonymous ? actor : requireActor(actor, allow) });
      reply.header("server-timing", `db;desc="${queries()} queries"`);
      return value;
    };
    return ahead ? deps.databases.readRequest(request, ahead, opened) : deps.databases.openRequest(request, opened);
  };

  /** Refuses a write that nobody makes as another person, and records one that is made. Throws 403. */
  const checkLook = async (http: Http, actor: Actor, db: Db, portal: PortalRef) => {
    const { method, routeOptions } = http.raw.request;
    const writes = actor.by?.writes === true;
    if (!deps.mayWriteAs(`${method} ${routeOptions.url}`, writes))
      throw forbidden("looking_as", "You are looking at this portal as somebody else, so this was not changed.");
    if (writes) await note({ db, portal, actor, http }, { action: "changed_as", after: { call: `${method} ${routeOptions.url}` } });
  };

  const openContext = (http: Http, reply: FastifyReply, allow: Rule, storesFile = false): OpenContext => {
    let isRoomKnown = !storesFile;
    return {
      http,
      databases: deps.databases,
      open: (work, asked = {}) =>
        opening(http, reply, allow, asked, async (scope) => {
          const value = await work(scope);
          // After the work, which refuses who may not send anything here; with what it wrote, since one transaction ends here.
          if (!isRoomKnown) await deps.requireRoom(scope.db, scope.portal.id, declaredBytes(http.raw.request));
          isRoomKnown = true;
          return value;
        }),
      language: () => deps.languages.of(http.raw.request),
    };
  };

  const mount = (
    endpoint: Endpoint,
    rule: Rule,
    options: RouteOptions,
    run: (input: never, http: Http, reply: FastifyReply) => Promise<unknown>,
  ) => {
    const { storesFile = false } = options;
    app.routeTable.push({ method: endpoint.method, path: endpoint.path, rule: rule.name, open: rule === anonymous, storesFile, endpoint });
    const isForPeople = rule !== anonymous || options.forPeople !== undefined;
    const mayAskToo = typeof options.forPeople === "function" ? options.forPeople : () => false;
    const decimal = decimalNumbers(endpoint);
    const before = [...(decimal ? [decimal] : []), ...(endpoint.body && !options.anyText ? [noteUnstorable] : [])];
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: schemaOf(endpoint),
      config: { rule, writeGuard: options.writeGuard ?? "session" },
      ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
      ...(options.isLarge && { onSend: compressed }),
      ...(options.prepared !== undefined && {
        serializerCompiler: preparedSerializer(endpoint.response as z.ZodMiniObject, options.prepared),
        ...(options.isLarge && { preSerialization: noteShared(options.prepared) }),
      }),
      ...(isForPeople && {
        onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
          if (!mayAskToo(deps.httpOf(request, reply))) await refuseWithoutSession(request, reply);
        },
      }),
      ...(before.length > 0 && { preValidation: before }),
      attachValidation: true,
      handler: async (request, reply) => {
        const http = deps.httpOf(request, reply);
        const wrong = unstorableBodies.get(request) ?? request.validationError;
        if (!wrong) return run({ params: request.params, query: request.query, body: request.body } as never, http, reply);
        if (!isForPeople || mayAskToo(http)) throw wrong;
        // Who may not ask learns that first, and nothing of what a call is made of.
        return opening(http, reply, rule, {}, async ({ actor }) => {
          throw actor ? wrong : signedOut();
        });
      },
    });
  };

  /** Ends a request without a session or a token before its body is read. */
  const refuseWithoutSession = async (request: FastifyRequest, reply: FastifyReply) => {
    const { portal, sessionToken, apiToken } = deps.httpOf(request, reply);
    if (!portal) throw notFound("portal", "This portal could not be found.");
    if (!sessionToken && !apiToken) throw signedOut();
  };

  const carriers = new Map<string, (call: FirstCall, http: Http) => Carried | null>();
  const serve = (<E extends Endpoint>(
    endpoint: E,
    allow: Rule,
    handler: Handler<E, Context>,
    { ahead, first, ...options }: RouteOptions & ReadOptions<E> = {},
  ) => {
    const sentOf = (input: Parsed<E>, http: Http) => {
      const asker = { portalId: http.portal?.id ?? 0, userId: whoAsks };
      return { ...(ahead && { ahead: ahead(input, asker, http) }), ...(first && { first: first(input, asker, http) }) };
    };
    const answer = async (input: Parsed<E>, http: Http, { actor, ...scope }: Scope) =>
      handler(input, { ...scope, actor: requireActor(actor, allow), http });
    mount(endpoint, allow, options, (input, http, reply) => {
      return opening(http, reply, allow, { ...options, ...sentOf(input, http) }, (scope) => answer(input, http, scope));
    });
    if (endpoint.method === "GET") carriers.set(endpoint.path, carrierOf(endpoint, options.prepared, sentOf as never, answer as never));
  }) as Serve;
  serve.carried = (call, http) => carriers.get(call.path)?.(call, http) ?? null;

  serve.open = (endpoint, handler, options = {}) => {
    const allow = options.rule ?? anonymous;
    mount(endpoint, allow, options, (input, http, reply) => handler(input, openContext(http, reply, allow, options.storesFile)));
  };

  serve.raw = ({
    method,
    path,
    rule,
    summary,
    handler,
    forGuests = () => false,
    writeGuard = "session",
    bodyLimit,
    longBody = false,
    onContentHost = false,
    prepare,
  }) => {
    for (const one of [method].flat())
      app.routeTable.push({ method: one, path, rule: rule.name, open: rule === anonymous, storesFile: longBody, endpoint: null });
    const mountRaw = (scope: FastifyInstance) =>
      scope.route({
        method,
        url: path,
        exposeHeadRoute: false,
        // Wildcard paths serve pages and files, not calls; the OpenAPI document lists calls only.
        schema: { summary, tags: [tagOf(path)], hide: path.endsWith("*") },
        config: { rule, writeGuard, longBody, onContentHost },
        ...(bodyLimit && { bodyLimit }),
        ...(rule !== anonymous && {
          onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
            if (!forGuests(deps.httpOf(request, reply))) await refuseWithoutSession(request, reply);
          },
        }),
        handler: (request: FastifyRequest, reply: FastifyReply) =>
          handler(request, reply, openContext(deps.httpOf(request, reply), reply, rule, longBody)),
      } as never);
    if (prepare)
      void app.register(async (scope) => {
        await prepare(scope);
        mountRaw(scope);
      });
    else mountRaw(app);
  };
  return serve;
}

/** What somebody is told who stands before a gate. */
export const gateRefusals = {
  password: () => forbidden("must_change_password", "Choose a new password first."),
  factor: () => forbidden("must_set_up_factor", "Set up a second factor first."),
  terms: () => forbidden("must_accept_terms", "Agree to the terms of this portal first."),
  fields: () => forbidden("must_fill_in_fields", "Fill in first what this portal asks of you."),
} satisfies Record<Gate, () => AppError>;

/** The actor as the rule sees them, if signed in, past every gate, and allowed by it. Throws 401 or 403 otherwise. */
export function requireActor(actor: Actor | null, allow: Rule): Actor {
  if (!actor) throw signedOut();
  if (actor.gate && actor.gate !== allow.atGate) throw gateRefusals[actor.gate]();
  if (!allow.allows(actor)) throw forbidden("forbidden", "You do not have access to this.");
  return allow.as?.(actor) ?? actor;
}
