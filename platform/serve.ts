import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor, Rule } from "./actor.ts";
import { anonymous } from "./actor.ts";
import type { Endpoint, Parsed, Result } from "./contract.ts";
import type { Databases, Db, OpenedRequest } from "./db/connect.ts";
import { AppError, forbidden, invalid, notFound, unauthorized } from "./errors.ts";
import { unstorableText } from "./storable-text.ts";

/** The portal a request was addressed to, by its Host header. Features know more about it; this is what every request needs. */
export interface PortalRef {
  readonly id: number;
}

/** One request and its reply, as far as a handler may touch them. */
export interface Http {
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** scheme://host[:port] the browser sees; links in replies start with it. */
  readonly origin: string;
  readonly secure: boolean;
  readonly portal: PortalRef | null;
  header(name: string): string | undefined;
  setHeader(name: string, value: string): void;
  readonly sessionToken: string | null;
  readonly raw: { request: FastifyRequest; reply: FastifyReply };
}

/** What a handler of a protected endpoint gets: a handle that sees one portal only, and who is asking. */
export interface Context {
  readonly db: Db;
  readonly actor: Actor;
  readonly portal: PortalRef;
  readonly http: Http;
}

/** What a handler of an open endpoint gets: no transaction is open until it opens one, so slow work holds no connection. */
export interface OpenContext {
  readonly http: Http;
  readonly databases: Databases;
  /** Opens the request in the addressed portal; actor is null when nobody is signed in. 404 on an unknown host. */
  open<T>(work: (scope: { db: Db; actor: Actor | null; portal: PortalRef }) => Promise<T>, options?: Asked): Promise<T>;
}

/** What a request asks of the database beside who is asking. */
export interface Asked {
  readonly withPortals?: boolean;
  /** Everything it asks is found by its keys (OpenRequest). */
  readonly byKey?: boolean;
}

type Handler<E extends Endpoint, C> = (input: Parsed<E>, context: C) => Promise<Result<E>>;

/** How a write proves that the portal's own pages sent it. "session" is the rule; the others say why they differ. */
export type WriteGuard = "session" | "handover" | "launcher";

export interface RouteOptions extends Asked {
  readonly writeGuard?: WriteGuard;
  /** Bytes of body at most; 64 KiB unless told. */
  readonly bodyLimit?: number;
  /** Text that PostgreSQL cannot hold is let through, because the handler keeps what can be kept of it. */
  readonly anyText?: boolean;
}

export interface OpenOptions extends RouteOptions {
  /** Checked each time the handler opens the request; without one the endpoint is public. */
  readonly rule?: Rule;
}

export interface Serve {
  /** Mounts an endpoint for signed-in people whom the rule allows. */
  <E extends Endpoint>(endpoint: E, allow: Rule, handler: Handler<E, Context>, options?: RouteOptions): void;
  /** Mounts an endpoint whose handler opens the database itself: public ones, and, with a rule, those with slow work of their own. */
  open<E extends Endpoint>(endpoint: E, handler: Handler<E, OpenContext>, options?: OpenOptions): void;
  /** Mounts a route that answers bytes, pages or redirects instead of a contract's JSON. It still needs a rule. */
  raw(route: RawRoute): void;
}

export interface RawRoute {
  readonly method: "GET" | "POST" | "HEAD" | ("GET" | "HEAD")[];
  readonly path: string;
  readonly rule: Rule;
  readonly summary: string;
  readonly handler: (request: FastifyRequest, reply: FastifyReply, context: OpenContext) => Promise<unknown>;
  readonly writeGuard?: WriteGuard;
  /** Bytes of body at most; the server's own limit unless told. */
  readonly bodyLimit?: number;
  /** Answers on the host of uploaded content and on no other; every other route is the other way about (http.ts). */
  readonly onContentHost?: boolean;
  /** The body may take as long as it keeps coming (slow-body.ts). */
  readonly longBody?: boolean;
  /** Prepares the route's own scope: body parsers that no other route is to have. */
  readonly prepare?: (scope: FastifyInstance) => Promise<void>;
}

/** One line of the route table that `npm run routes` prints and the permission tests walk. */
export interface RouteInfo {
  readonly method: string;
  readonly path: string;
  readonly rule: string;
  readonly open: boolean;
  readonly endpoint: Endpoint | null;
}

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
  /** Builds the Http of a request once its host is resolved and checked. */
  readonly httpOf: (request: FastifyRequest, reply: FastifyReply) => Http;
  readonly hashToken: (token: string) => Buffer;
  /** Told of each request whose session the database does not know: somebody signed out, or who made it up. Throws 429 when there are too many. */
  readonly countStranger: (request: FastifyRequest) => Promise<void>;
}

const actorOf = (row: OpenedRequest, portalId: number): Actor => ({
  userId: row.user_id,
  portalId,
  sessionId: row.session_id,
  email: row.email,
  givenName: row.given_name,
  familyName: row.family_name,
  isSystemAdmin: row.is_system_admin,
  isAuthor: row.is_author,
  isManager: row.is_manager,
  isAdmin: row.is_admin,
  activeRole: row.active_role,
  mustChangePassword: row.must_change_password,
  locale: row.locale,
  timeZone: row.time_zone,
  theme: row.theme,
  shortcuts: row.shortcuts,
  portals: row.portals,
});

/** Refuses a body with text that cannot be stored before anything is done with it, in words for whoever sent it. */
async function refuseUnstorable({ body }: FastifyRequest) {
  const field = unstorableText(body);
  if (field !== null) throw invalid(field, unstorable);
}
const unstorable = "This text has a character that cannot be stored.";

const tagOf = (path: string) => path.split("/")[2] ?? "other";

/** What Fastify checks and documents of an endpoint. */
const schemaOf = (endpoint: Endpoint) => ({
  summary: endpoint.summary,
  tags: [tagOf(endpoint.path)],
  ...(endpoint.params && { params: endpoint.params }),
  ...(endpoint.query && { querystring: endpoint.query }),
  ...(endpoint.body && { body: endpoint.body }),
  response: { 200: endpoint.response },
});

/** Makes `serve` for an app. Every route goes through it, so a route without a permission rule cannot exist. */
export function serveOn(app: FastifyInstance, deps: ServeDeps): Serve {
  app.decorate("routeTable", []);
  app.addHook("onRoute", (route) => {
    if (!route.config?.rule) throw new Error(`${route.method} ${route.url} has no permission rule.`);
    // The permission tests walk the table: a route beside it would not be tested. HEAD comes by itself with GET.
    for (const method of [route.method].flat())
      if (!app.routeTable.some((row) => row.path === route.url && (row.method === method || (method === "HEAD" && row.method === "GET"))))
        throw new Error(`${method} ${route.url} is not in the route table.`);
  });

  /** Opens the request in the database and asks the rule there. 404 on an unknown host; 401 and 403 as requireActor has them. */
  const opening = async <T>(
    http: Http,
    reply: FastifyReply,
    allow: Rule,
    { withPortals = false, byKey }: Asked,
    work: (scope: { db: Db; actor: Actor | null; portal: PortalRef }) => Promise<T>,
  ) => {
    const { portal, sessionToken } = http;
    if (!portal) throw notFound("This portal");
    // Whoever sends no session is nobody, and the database need not be asked.
    if (allow !== anonymous && !sessionToken) throw unauthorized();
    return deps.databases.openRequest(
      {
        portalId: portal.id,
        tokenHash: sessionToken ? deps.hashToken(sessionToken) : null,
        idleMinutes: deps.idleMinutes,
        withPortals,
        byKey,
      },
      async ({ db, opened, queries }) => {
        if (!opened && sessionToken) await deps.countStranger(http.raw.request);
        const actor = opened ? actorOf(opened, portal.id) : null;
        const value = await work({ db, portal, actor: allow === anonymous ? actor : requireActor(actor, allow) });
        reply.header("server-timing", `db;desc="${queries()} queries"`);
        return value;
      },
    );
  };

  const openContext = (http: Http, reply: FastifyReply, allow: Rule): OpenContext => ({
    http,
    databases: deps.databases,
    open: (work, asked = {}) => opening(http, reply, allow, asked, work),
  });

  const mount = (
    endpoint: Endpoint,
    rule: Rule,
    options: RouteOptions,
    run: (input: never, http: Http, reply: FastifyReply) => Promise<unknown>,
  ) => {
    app.routeTable.push({ method: endpoint.method, path: endpoint.path, rule: rule.name, open: rule === anonymous, endpoint });
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      schema: schemaOf(endpoint),
      config: { rule, writeGuard: options.writeGuard ?? "session" },
      ...(options.bodyLimit && { bodyLimit: options.bodyLimit }),
      ...(endpoint.body && !options.anyText && { preValidation: refuseUnstorable }),
      handler: (request, reply) =>
        run({ params: request.params, query: request.query, body: request.body } as never, deps.httpOf(request, reply), reply),
    });
  };

  const serve = (<E extends Endpoint>(endpoint: E, allow: Rule, handler: Handler<E, Context>, options: RouteOptions = {}) =>
    mount(endpoint, allow, options, (input, http, reply) =>
      opening(http, reply, allow, options, async ({ db, actor, portal }) => {
        if (!actor) throw unauthorized();
        return handler(input, { db, actor, portal, http });
      }),
    )) as Serve;

  serve.open = (endpoint, handler, options = {}) => {
    const allow = options.rule ?? anonymous;
    mount(endpoint, allow, options, (input, http, reply) => handler(input, openContext(http, reply, allow)));
  };

  serve.raw = ({
    method,
    path,
    rule,
    summary,
    handler,
    writeGuard = "session",
    bodyLimit,
    longBody = false,
    onContentHost = false,
    prepare,
  }) => {
    for (const one of [method].flat())
      app.routeTable.push({ method: one, path, rule: rule.name, open: rule === anonymous, endpoint: null });
    const mountRaw = (scope: FastifyInstance) =>
      scope.route({
        method,
        url: path,
        exposeHeadRoute: false,
        // What lies below a path is pages and files, not calls; the OpenAPI document lists the calls.
        schema: { summary, tags: [tagOf(path)], hide: path.endsWith("*") },
        config: { rule, writeGuard, longBody, onContentHost },
        ...(bodyLimit && { bodyLimit }),
        handler: (request: FastifyRequest, reply: FastifyReply) =>
          handler(request, reply, openContext(deps.httpOf(request, reply), reply, rule)),
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

/** The actor, when signed in, with a password of their own choice, and allowed by the rule; 401 or 403 otherwise. */
export function requireActor(actor: Actor | null, allow: Rule): Actor {
  if (!actor) throw unauthorized();
  if (actor.mustChangePassword) throw forbidden("Choose a new password first.", "must_change_password");
  if (!allow.allows(actor)) throw forbidden();
  return actor;
}

interface ValidationIssue {
  instancePath?: string;
  message?: string;
}

/** One place answers every error: `{code, message, errors?, requestId}`, never a stack trace (decisions.md, Wire compatibility). */
export function answerErrors(app: FastifyInstance) {
  app.setErrorHandler((error: unknown, request, reply) => {
    const requestId = request.id;
    reply.header("cache-control", "no-store");
    if (error instanceof AppError) {
      for (const [name, value] of Object.entries(error.headers)) reply.header(name, value);
      if (error.status === 304) return reply.status(304).send();
      return reply.status(error.status).send({
        code: error.code,
        message: error.message,
        ...(error.errors.length && { errors: error.errors }),
        requestId,
      });
    }
    const known = error as { validation?: ValidationIssue[]; statusCode?: number; code?: string; message?: string };
    if (known.validation) {
      const errors = known.validation.map((issue) => ({
        field: (issue.instancePath ?? "").replace(/^\//, "").replaceAll("/", "."),
        // Zod's own word where a schema has no sentence of its own.
        message: !issue.message || issue.message === "Invalid input" ? "This value is not valid." : issue.message,
      }));
      const first = errors[0];
      return reply.status(400).send({
        code: "invalid",
        message: first ? `${first.field ? `${first.field}: ` : ""}${first.message}` : "The request is not valid.",
        errors,
        requestId,
      });
    }
    const status = known.statusCode ?? 500;
    if (status === 413) return reply.status(413).send({ code: "too_large", message: "This is larger than Stoa accepts here.", requestId });
    if (status >= 400 && status < 500)
      return reply.status(status).send({ code: "bad_request", message: "The request could not be read.", requestId });
    // NUL and the like in a text: PostgreSQL cannot hold them, and no field may fail because of what was typed (security.md #91).
    if (known.code === "22021" || known.code === "22P05")
      return reply.status(400).send({ code: "invalid", message: unstorable, requestId });
    const database = isDatabaseDown(known);
    request.log.error({ err: error }, "request failed");
    if (database) reply.header("retry-after", "5");
    return reply.status(database ? 503 : 500).send({
      code: database ? "unavailable" : "internal",
      message: database
        ? "Stoa cannot reach its database right now. Nothing was lost; try again in a moment."
        : "Something went wrong on our side. Nothing was changed.",
      requestId,
    });
  });
  app.setNotFoundHandler({ preHandler: [] }, (request, reply) =>
    reply
      .status(404)
      .header("cache-control", "no-store")
      .send({ code: "not_found", message: "There is nothing at this address.", requestId: request.id }),
  );
}

const unreachable = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"];

/**
 * Connection failures, shutdowns, a full disk, too many connections: PostgreSQL classes 08, 53, 57P and socket errors. And what took too long or
 * was in another's way: a statement cut off (57014), a lock not given (55P03), class 40.
 */
function isDatabaseDown({ code = "", message = "", syscall = "" }: { code?: string; message?: string; syscall?: string }) {
  return (
    /^(08|40|53|55P03|57014|57P|58)/.test(code) ||
    unreachable.includes(code) ||
    // Of a socket; the same code of a file is no matter of the database.
    (code === "ENOENT" && syscall === "connect") ||
    /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/.test(
      message,
    )
  );
}
