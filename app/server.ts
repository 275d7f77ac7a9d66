import cookie from "@fastify/cookie";
import fastifyStatic from "@fastify/static";
import swagger from "@fastify/swagger";
import { embedHosts } from "#features/blocks/embed/hosts.ts";
import { serializerCompiler, validatorCompiler } from "@fastify/type-provider-zod";
import type { OpenAPIV3_1 } from "openapi-types";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from "fastify";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { accountRoutes } from "#features/account/server/routes.ts";
import { announcementRoutes } from "#features/announcements/server/routes.ts";
import { auditRoutes } from "#features/audit/server/routes.ts";
import { clearSessionCookies, ensureCsrfCookie, readSessionToken } from "#features/auth/server/cookies.ts";
import { guardWrites } from "#features/auth/server/guard.ts";
import { gateFinder } from "#features/auth/server/gate.ts";
import { createLimiter, type Wait } from "#features/auth/server/limiter.ts";
import { findEndedSessions, localeOfSession } from "#features/auth/server/sessions.ts";
import { authRoutes } from "#features/auth/server/routes.ts";
import { setupNeeded } from "#features/auth/server/setup.ts";
import { authoringRoutes } from "#features/authoring/server/routes.ts";
import { circlesByGroup } from "#features/authoring/server/service.ts";
import { hashToken } from "#platform/tokens.ts";
import { fileRoutes } from "#features/courses/server/file-routes.ts";
import { outlineMemory } from "#features/courses/server/service.ts";
import { bulkRoutes } from "#features/bulk/server/routes.ts";
import { catalogRoutes } from "#features/catalog/server/routes.ts";
import { publicShelf } from "#features/catalogues/server/public-shelf.ts";
import { catalogueRoutes } from "#features/catalogues/server/routes.ts";
import { searchRoutes } from "#features/searches/server/routes.ts";
import { categoryRoutes } from "#features/categories/server/routes.ts";
import { dashboardRoutes } from "#features/dashboard/server/routes.ts";
import { editorRoutes } from "#features/editor/server/routes.ts";
import { enrolmentRoutes } from "#features/enrolment/server/routes.ts";
import { courseFieldRoutes } from "#features/fields/server/course-routes.ts";
import { fieldRoutes } from "#features/fields/server/routes.ts";
import { curriculumRoutes } from "#features/curriculum/server/routes.ts";
import { groupRoutes } from "#features/groups/server/routes.ts";
import { historyRoutes } from "#features/history/server/routes.ts";
import { importRoutes } from "#features/import/server/routes.ts";
import { environment, guestId } from "#features/portal/contract.ts";
import { teamRoutes } from "#features/team/server/routes.ts";
import { overviewRoutes } from "#features/overview/server/routes.ts";
import { paletteRoutes } from "#features/palette/server/routes.ts";
import { participantRoutes } from "#features/participants/server/routes.ts";
import { documentRoutes } from "#features/media/server/document/routes.ts";
import { courseFileRoutes } from "#features/media/server/file-routes.ts";
import { roomCheck } from "#features/media/server/room.ts";
import { mediaRoutes } from "#features/media/server/routes.ts";
import { findSite } from "#features/media/server/site-queries.ts";
import { siteRoutes } from "#features/media/server/site-routes.ts";
import { mailRoutes } from "#features/mail/server/routes.ts";
import { notificationRoutes } from "#features/notifications/server/routes.ts";
import { brandingRoutes } from "#features/branding/server/routes.ts";
import { showGroupLooks } from "#features/branding/server/service.ts";
import { settingsRoutes } from "#features/settings/server/routes.ts";
import { widgetRoutes } from "#features/widgets/server/routes.ts";
import { viewRoutes } from "#features/views/server/routes.ts";
import { seatRoutes } from "#features/seats/server/routes.ts";
import { portalsRoutes } from "#features/portals/server/routes.ts";
import { hostsElsewhere } from "#features/identities/server/elsewhere.ts";
import { identityRoutes } from "#features/identities/server/routes.ts";
import { personRoutes } from "#features/people/server/person-routes.ts";
import { protectionRoutes } from "#features/people/server/protection-service.ts";
import { personTokenRoutes } from "#features/people/server/token-service.ts";
import { recordRoutes } from "#features/people/server/record-routes.ts";
import { conditionRoutes } from "#features/conditions/server/routes.ts";
import { audienceOf } from "#features/roles/server/audience.ts";
import { peopleRoutes } from "#features/people/server/routes.ts";
import { lifecycleRoutes } from "#features/lifecycle/server/routes.ts";
import { jobRoutes } from "#features/jobs/server/routes.ts";
import { portalDirectory } from "#features/portal/server/directory.ts";
import { pageRoutes } from "#features/portal/server/page-routes.ts";
import { environmentRoutes } from "#features/environment/server/routes.ts";
import { portalRoutes } from "#features/portal/server/routes.ts";
import { commit } from "#features/progress/contract.ts";
import { commitQueue } from "#features/progress/server/commit-queue.ts";
import { previewGuests } from "#features/preview/server/guests.ts";
import { stillLooks } from "#features/preview/server/packages.ts";
import { previewRoutes } from "#features/preview/server/routes.ts";
import { progressRoutes } from "#features/progress/server/routes.ts";
import { signOffRoutes } from "#features/signOffs/server/routes.ts";
import { stateLimits } from "#features/progress/server/service.ts";
import { versionCache } from "#features/progress/server/version-cache.ts";
import { launcherCommitPath } from "#features/scorm/contract.ts";
import { reachesAll } from "#features/roles/server/service.ts";
import { contentOrigins } from "#features/scorm/server/content-origins.ts";
import { contentRoutes } from "#features/scorm/server/content-routes.ts";
import type { ImportLimits } from "#features/scorm/server/import/limits.ts";
import { openPackageStore } from "#features/scorm/server/package-store.ts";
import { endLookPath } from "#features/roles/contract.ts";
import { mayWriteAs } from "#features/roles/policy.ts";
import { codeRoutes } from "#features/codes/server/routes.ts";
import { invitationRoutes } from "#features/invitations/server/routes.ts";
import { helpRoutes } from "#features/help/server/routes.ts";
import { supportRoutes } from "#features/support/server/routes.ts";
import { pageTextRoutes } from "#features/pages/server/routes.ts";
import { webhookRoutes } from "#features/webhooks/server/routes.ts";
import { quickLinkRoutes } from "#features/links/server/routes.ts";
import { registrationRoutes } from "#features/registration/server/routes.ts";
import { rolesRoutes } from "#features/roles/server/routes.ts";
import { runtimeRoutes } from "#features/scorm/server/runtime-routes.ts";
import { attemptTokens } from "#features/scorm/server/tokens.ts";
import { tokenDoor } from "#features/tokens/server/door.ts";
import { tokenRoutes } from "#features/tokens/server/routes.ts";
import { readApiToken } from "#features/tokens/server/secret.ts";
import { uploadRoutes } from "#features/scorm/server/upload-routes.ts";
import { refuseSuspended } from "#features/portal/server/suspended.ts";
import { anonymous } from "#platform/actor.ts";
import { compressed } from "#platform/compressed.ts";
import { answerErrors } from "#platform/answer-errors.ts";
import { loadCatalogues } from "#platform/catalogue.ts";
import type { Config } from "#platform/config.ts";
import type { Databases } from "#platform/db/connect.ts";
import { openFileStore } from "#platform/files/store.ts";
import { httpReader } from "#platform/http.ts";
import { liveHub, type HubOptions } from "#platform/live/hub.ts";
import { liveRoutes } from "#platform/live/live-routes.ts";
import { RequestLogger, requestLog, type Log } from "#platform/log.ts";
import { offeredLocale } from "#platform/languages.ts";
import { requestLanguages } from "#platform/request-language.ts";
import { serveOn, type Http, type Serve } from "#platform/serve.ts";
import { answerUnreadable } from "#platform/unreadable.ts";
import { endSlowBodies } from "#platform/slow-body.ts";
import type { AnyJobKind } from "#features/jobs/server/job-kind.ts";
import { apiDocument, schemaTransforms } from "./api-document.ts";
import { bulkKinds, bulkSelections } from "./bulk-kinds.ts";
import { viewedLists } from "./viewed-lists.ts";
import { groupDependents } from "./group-dependents.ts";
import { jobKinds } from "./job-kinds.ts";
import { launcherScripts } from "./launcher-scripts.ts";
import { accessAt, courseOnStage, homeOf, neededAt, placeAt, screenAt, startOf } from "./screen-addresses.ts";
import { firstCallAt, screenPages } from "./screen-pages.ts";
import { screens } from "./screens.ts";
import { helpScreens } from "./shell-screens.ts";

export interface ServerDeps {
  readonly config: Config;
  readonly databases: Databases;
  readonly log: Log;
  /** Values that tests lower: the limits of packages, bodyMs, the time in which some of a body has to arrive, and how sign-in waits. */
  readonly importLimits?: ImportLimits;
  readonly bodyMs?: number;
  readonly loginWait?: Wait;
  /** Kinds of jobs that only tests have, beside those of the table. */
  readonly moreJobKinds?: readonly AnyJobKind[];
  readonly live?: Pick<HubOptions, "beatMs" | "deafMs">;
  /** Where index.html comes from when it is not the built one: vite in development, a plain page in HTTP tests. */
  readonly page?: { readonly html: (url: string) => Promise<string>; readonly development: boolean };
}

const distDir = join(import.meta.dirname, "..", "dist");
const yearSeconds = 365 * 24 * 3600;

/** Whether an address is signing in or another page for those who are not signed in, which are an HTML page of their own. */
export const isLogin = (url: string): boolean => screenAt(url.split("?")[0] ?? url)?.bundle === "ownPage";

/** An address without what the log must not hold: its query, and the token of a content address, which allows writing to an attempt, or of a link to a new password (security.md #50). */
const loggedPath = (url: string) =>
  url
    .replace(/\?.*$/s, "")
    .replace(/^(\/+(?:c|%[46]3)\/+)[^/]+/i, "$1[hidden]")
    .replace(/^(\/+v\/+auth\/+reset\/+).+/i, "$1[hidden]")
    .replace(/(\/unsubscribe\/+)[^/]+/i, "$1[hidden]");

/** Connects every feature to one HTTP server, which does not listen yet. */
export async function buildServer({
  config,
  databases,
  log,
  page,
  importLimits,
  bodyMs = 60_000,
  loginWait,
  moreJobKinds = [],
  live = {},
}: ServerDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (_, bindings) => new RequestLogger(log, bindings) as unknown as FastifyBaseLogger,
    genReqId: () => randomUUID(),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: 64 * 1024,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    // Requests that arrive too slowly are aborted: during the headers by Node, during the body by slow-body.ts.
    requestTimeout: 0,
    return503OnClosing: true,
    ...answerUnreadable,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const directory = portalDirectory(databases.shared, config, (error) => app.log.error({ err: error }, "the portals could not be read"));
  const http = httpReader({
    publicUrl: config.publicUrl,
    contentOrigin: config.contentOrigin,
    contentHosts: config.contentHosts,
    behindProxy: config.trustedProxies.length > 0,
    findPortal: directory.find,
    readSessionToken,
    readApiToken,
  });
  await loadCatalogues();
  const languages = requestLanguages((request) => {
    const { portal, sessionToken, visitorLocale } = http.of(request);
    const ownLocale = async (portalId: number, token: string, offered: readonly string[]) => {
      const own = await databases.inPortal(portalId, (db) => localeOfSession(db, token));
      return own === undefined ? undefined : offeredLocale(own, offered);
    };
    return {
      portalLocale: portal?.locale ?? null,
      visitorLocale: visitorLocale(),
      ownLocale: portal && sessionToken ? () => ownLocale(portal.id, sessionToken, portal.languages) : null,
    };
  });
  // Known once the pages are mounted, which is before anybody asks.
  const pages: { words?: ReturnType<typeof pageRoutes> } = {};
  answerErrors(app, languages, (request, reply, failure) =>
    http.isOfPortal(request) ? pages.words?.(http.of(request, reply), failure) : undefined,
  );
  await app.register(cookie);
  app.addHook("onRequest", http.resolve);
  app.addHook("onRequest", refuseSuspended(http, directory));
  const limiter = createLimiter(databases, config, loginWait);
  app.addHook("preClose", async () => limiter.close());
  /** Counts a token that the database does not know, so that a made-up one does not bypass the limit (security.md §3.8). Pages are not counted. */
  const countStranger = async ({ ip, routeOptions: { url = "" } }: FastifyRequest) => {
    if (/^\/(?:rest|educate)\//.test(url)) await limiter.anonymous(ip);
  };
  app.addHook("onRequest", tokenDoor({ databases, isOfPortal: http.isOfPortal, httpOf: http.of, countStranger, countCall: limiter.token }));
  app.addHook(
    "onRequest",
    guardWrites({
      secret: config.secret,
      originOf: (request) => http.of(request).origin,
      isByToken: (request) => http.isOfPortal(request) && http.of(request).apiToken !== null,
      content: config,
    }),
  );
  app.addHook("onRequest", endSlowBodies(bodyMs));
  const isSecure = config.publicUrl.startsWith("https:");
  // These two wait for nothing; a promise for each would cost a small request more than the headers do.
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
    if (!reply.hasHeader("referrer-policy")) reply.header("referrer-policy", "same-origin");
    if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
    if (isSecure) reply.header("strict-transport-security", "max-age=31536000");
    done();
  });
  const requests = requestLog(log);
  app.addHook("onResponse", (request, reply, done) => {
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    requests.line({ reqId: request.id, method: request.method, path: loggedPath(request.url), status: reply.statusCode, ms });
    done();
  });
  app.addHook("onClose", async () => requests.close());
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string", bodyLimit: 4096 }, (_request, body, done) =>
    done(null, body),
  );

  await app.register(swagger, {
    openapi: { openapi: "3.1.0", info: { title: config.productName, description: "Every call of Stoa.", version: packageVersion() } },
    ...schemaTransforms(),
  });

  const serve = serveOn(app, {
    databases,
    idleMinutes: config.sessionIdleMinutes,
    httpOf: http.of,
    hashToken,
    countStranger,
    languages,
    gateOf: gateFinder(databases),
    mayWriteAs,
    requireRoom: roomCheck({ bytes: config.portalGigabytes * 1024 ** 3, files: config.portalFiles }),
  });
  app.addHook("preHandler", async (request) => {
    const { url = "", config: route } = request.routeOptions;
    if (!url.startsWith("/rest/")) return;
    const { portal, ip, sessionToken } = http.of(request);
    if (url === commit.path) {
      const { attemptId } = request.params as { attemptId: string };
      // Counted by session, because whose attempt it is becomes known only later; so nobody can use up the limit of its learner. Without a session it is a 401.
      if (sessionToken) await limiter.commit(portal?.id ?? 0, `${Number(attemptId)}:${hashToken(sessionToken).toString("base64url")}`);
    }
    // Routes that look up the session count unknown ones themselves (countStranger). Sign-in and set-up have limits of their own, by account and address;
    // commits of a launcher are counted by attempt, from their token.
    else if (
      route.rule === anonymous &&
      !(sessionToken && url === environment.path) &&
      !(request.method === "POST" && url.startsWith("/rest/auth/")) &&
      url !== launcherCommitPath
    )
      await limiter.anonymous(ip);
  });
  const files = await openFileStore(join(config.dataDir, "files"));
  const renewCsrf = (of: Parameters<typeof ensureCsrfCookie>[0]) => ensureCsrfCookie(of, config.secret);

  let apiText: string | undefined;
  serve.raw({
    method: "GET",
    path: "/api/openapi.json",
    rule: anonymous,
    summary: "The OpenAPI document of every call.",
    prepare: async (scope) => void scope.addHook("onSend", compressed),
    handler: async (_, reply) => {
      apiText ??= JSON.stringify(apiDocument(app.swagger() as OpenAPIV3_1.Document, app.routeTable, config.rateToken));
      return reply.type("application/json").send(apiText);
    },
  });
  const guests = previewGuests({ databases, countStranger });
  const isGuest = async (of: Http) => guests.has(of) && (await guests.passOf(of)) !== null;
  authRoutes(serve, { databases, config, limiter, homeOf, portalsChanged: directory.forget, leaveToo: guests.leave });
  const hasPublicCourses = publicShelf(databases);
  portalRoutes(serve, {
    productName: config.productName,
    sessionMinutes: config.sessionIdleMinutes,
    renewCsrf,
    audienceOf,
    isGuest,
    hasPublicCourses,
  });
  tokenRoutes(serve);
  accountRoutes(serve, { idleMinutes: config.sessionIdleMinutes });
  const outlines = outlineMemory();
  catalogRoutes(serve, { outlines, audienceOf });
  fileRoutes(serve, { files, guests });
  const packages = openPackageStore(join(config.dataDir, "packages"));
  const ofPackages = attemptTokens(config.secret);
  const originOf = contentOrigins(config);
  // Of no course: nothing plays there.
  const checkOriginOf = (person: { portalId: number; userId: number }) => originOf({ ...person, courseId: 0 });
  environmentRoutes(serve, { version: packageVersion(), content: config, checkOriginOf });
  mediaRoutes(serve, { files, countAsked: limiter.checking });
  courseFileRoutes(serve, { files, packages });
  siteRoutes(serve, { files, packages, tokens: ofPackages, originOf });
  documentRoutes(serve, { files });
  enrolmentRoutes(serve);
  const versions = versionCache();
  const limits = stateLimits(config);
  const storeCommit = commitQueue(databases, { prepared: config.databasePrepared, versions, limits });
  signOffRoutes(serve, versions);
  progressRoutes(serve, { idleMinutes: config.sessionIdleMinutes, storeCommit, versions, limits, countStranger });
  dashboardRoutes(serve, { outlines });
  historyRoutes(serve);
  paletteRoutes(serve);
  conditionRoutes(serve);
  peopleRoutes(serve, { lists: viewedLists });
  participantRoutes(serve);
  teamRoutes(serve);
  overviewRoutes(serve, { lists: viewedLists });
  settingsRoutes(serve, { portalChanged: directory.forget });
  announcementRoutes(serve, { portalChanged: directory.forget });
  helpRoutes(serve, { screens: helpScreens(screens), startOf });
  supportRoutes(serve);
  quickLinkRoutes(serve, {
    portalChanged: directory.forget,
    checking: { inner: config.linkCheckInner, placeAt },
    countCheck: limiter.checking,
    secret: config.secret,
    audienceOf,
    // The pages are mounted last.
    showWords: async (of, refusal) => pages.words?.(of, refusal),
  });
  pageTextRoutes(serve, { portalChanged: directory.forget });
  widgetRoutes(serve, { outlines, audienceOf, portalChanged: directory.forget });
  brandingRoutes(serve, { files, portalChanged: directory.forget });
  viewRoutes(serve, viewedLists);
  personRoutes(serve);
  seatRoutes(serve);
  identityRoutes(serve, { idleMinutes: config.sessionIdleMinutes, files, limiter });
  portalsRoutes(serve, {
    hosts: config,
    portalChanged: directory.forget,
    files,
    secret: config.secret,
    nameServers: config.nameServers,
    inner: config.hostCheckInner,
    countCheck: limiter.checking,
    countVisitor: limiter.anonymous,
    isRegistered: async (host) => (await directory.standing(host)) !== null,
  });
  protectionRoutes(serve, limiter);
  personTokenRoutes(serve);
  recordRoutes(serve, { idleMinutes: config.sessionIdleMinutes, countLink: limiter.linking, files });
  curriculumRoutes(serve);
  categoryRoutes(serve, { files });
  searchRoutes(serve);
  catalogueRoutes(serve, { files });
  groupRoutes(serve, { dependents: groupDependents, circlesBy: circlesByGroup, onStatus: showGroupLooks, portalChanged: directory.forget });
  importRoutes(serve, { files });
  lifecycleRoutes(serve);
  auditRoutes(serve);
  notificationRoutes(serve);
  mailRoutes(serve, {
    way: config.smtpUrl === undefined ? "mailbox" : "smtp",
    secret: config.secret,
    mailFrom: config.mailFrom,
    publicUrl: config.publicUrl,
    smtpUrl: config.smtpUrl,
    mailInner: config.mailInner,
    nameServers: config.nameServers,
    countCheck: limiter.checking,
  });
  webhookRoutes(serve, { secret: config.secret, inner: config.webhookInner });
  rolesRoutes(serve);
  codeRoutes(serve, { config, limiter });
  invitationRoutes(serve, { databases, config, limiter });
  registrationRoutes(serve, { databases, config, limiter, portalsChanged: directory.forget });
  fieldRoutes(serve, { reachesAll, files });
  courseFieldRoutes(serve, files);
  authoringRoutes(serve, { files });
  previewRoutes(serve, {
    secret: config.secret,
    tokens: ofPackages,
    originOf,
    guests,
    forgetSession: (of) => clearSessionCookies(of, config.secret),
  });
  editorRoutes(serve);
  jobRoutes(serve, { kinds: [...jobKinds, ...moreJobKinds], files });
  bulkRoutes(serve, { kinds: bulkKinds, selections: bulkSelections });
  const hub = liveHub({
    ...live,
    url: databases.listenUrl,
    async findEnded(watchers) {
      const portals = Map.groupBy(watchers, ({ portalId }) => portalId);
      const ended = await Promise.all(
        [...portals].map(async ([portalId, those]) => {
          const tokens = those.map(({ sessionToken }) => sessionToken);
          const over = await databases.inPortal(portalId, (db) => findEndedSessions(db, tokens, config.sessionIdleMinutes));
          return those.filter(({ sessionToken }) => over.has(sessionToken));
        }),
      );
      return ended.flat();
    },
  });
  app.addHook("preClose", () => hub.close());
  liveRoutes(serve, { hub });
  uploadRoutes(serve, { databases, files, packages, ...(importLimits && { limits: importLimits }) });
  runtimeRoutes(serve, {
    originOf,
    versions,
    idleMinutes: config.sessionIdleMinutes,
    tokens: ofPackages,
    store: storeCommit,
    limits,
    countCommit: limiter.commit,
  });
  contentRoutes(serve, {
    databases,
    tokens: ofPackages,
    packages,
    findSite,
    stillLooks,
    originOf,
    sharesHost: config.contentHosts === "one",
    idleMinutes: config.sessionIdleMinutes,
    versions,
    limits,
    launcherScript: launcherScripts(distDir, page !== undefined),
  });

  await serveAssets(app, serve);
  pages.words = pageRoutes(serve, {
    productName: config.productName,
    sessionMinutes: config.sessionIdleMinutes,
    stageOf(path, { portalId, userId }) {
      const screen = screenAt(path);
      // Whoever opens a preview link looks at its packages as the guest, whether they are signed in or not.
      const viewer = screen?.viewerMode === 4 ? guestId : userId;
      if (viewer === null) return null;
      if (screen?.checksContent) return checkOriginOf({ portalId, userId: viewer });
      const courseId = courseOnStage(path);
      return courseId === null ? null : originOf({ portalId, courseId, userId: viewer });
    },
    embeds: embedHosts.map(({ origin }) => origin),
    handsTo: async (path, of) => (screenAt(path)?.name === "other-portals" ? hostsElsewhere(databases, of) : []),
    html: page?.html ?? screenPages(distDir, isLogin),
    firstCallAt,
    accessAt,
    neededAt,
    audienceOf,
    isGuest,
    hasPublicCourses,
    lookOf: ({ by, givenName, familyName, email }) =>
      by && {
        name: by.role ?? (`${givenName} ${familyName}`.trim() || email),
        isRole: by.role !== null,
        writes: by.writes,
        endPath: endLookPath,
      },
    setupNeeded: untilItIsFalse(() => setupNeeded(databases)),
    homeOf,
    renewCsrf,
    development: page?.development ?? false,
  });
  return app;
}

/** Asks until the answer is no, which then stays: the set-up is done once and never undone. */
function untilItIsFalse(ask: () => Promise<boolean>): () => Promise<boolean> {
  let last = true;
  return async () => (last &&= await ask());
}

/** Serves the hashed files of the browser build, compressed at build time, and the few files with fixed names. */
async function serveAssets(app: FastifyInstance, serve: Serve) {
  await app.register(fastifyStatic, { root: distDir, serve: false, preCompressed: true });
  const folder = (name: string, options: { maxAge: number; immutable: boolean }) =>
    serve.raw({
      method: ["GET", "HEAD"],
      path: `/v/${name}/*`,
      rule: anonymous,
      summary: "Files of the browser application.",
      handler: async (request, reply) => {
        const { "*": file } = request.params as { "*": string };
        return reply.sendFile(file, join(distDir, name), options);
      },
    });
  folder("assets", { maxAge: yearSeconds * 1000, immutable: true });
  folder("brand", { maxAge: 3_600_000, immutable: false });
}

const packageVersion = () =>
  (JSON.parse(readFileSync(join(import.meta.dirname, "..", "package.json"), "utf8")) as { version: string }).version;
