import type { Portal } from "#features/portal/server/directory.ts";
import { anonymous, signedIn } from "#platform/actor.ts";
import { type ContentHosts, isContentHost } from "#platform/content-hosts.ts";
import { atField, conflict, forbidden, invalid, invalidFields, signedOut } from "#platform/errors.ts";
import { wordsOf } from "#platform/catalogue.ts";
import { isHostName } from "#platform/host.ts";
import type { Http, OpenContext, Serve } from "#platform/serve.ts";
import { changePassword, forgotPassword, judgePassword, logout, resetPassword, setup, setupState, switchPortal } from "../contract.ts";
import { signInMethods } from "../methods/methods.ts";
import { safeReturnUrl } from "../return-url.ts";
import { sessionLeft } from "../session-contract.ts";
import { clearSessionCookies, ensureCsrfCookie, setSessionCookies } from "./cookies.ts";
import { type AuthDeps, withReturnUrl } from "./door.ts";
import { emailRoutes } from "./email-routes.ts";
import { factorRoutes } from "./factor-routes.ts";
import { leaveStep } from "./factor-service.ts";
import { refuseOtherSites } from "./guard.ts";
import { askForLink, isMailed, resetMinutes } from "./forgot.ts";
import * as handover from "./handover.ts";
import { usePasswordLink } from "./password-links.ts";
import { judge, passwordProblem, productPolicy } from "./new-password.ts";
import { hashPassword } from "./passwords.ts";
import { replacePassword } from "./service.ts";
import { endSession, startSession, timeLeft } from "./sessions.ts";
import { createFirstPortal, fromThisMachine, setupNeeded, setupToken, setupTokenFits } from "./setup.ts";

export interface AuthRoutesDeps extends AuthDeps {
  /** Called after the first portal was created, so that its host is known at once. */
  readonly portalsChanged?: () => Promise<void> | void;
  /** Ends with every sign-out what else a browser can see without a session. */
  readonly leaveToo: (http: Http) => Promise<void>;
}

const loginPage = "/v/auth/login";

/** Mounts signing in and out, password change, handing over to another portal and the one-time set-up. */
export function authRoutes(serve: Serve, deps: AuthRoutesDeps): void {
  const { databases, limiter, config } = deps;
  const { secret } = config;

  const leave = async ({ http }: OpenContext) => {
    const { portal, sessionToken } = http;
    const ended = portal && sessionToken ? await databases.inPortal(portal.id, (db) => endSession(db, sessionToken, http)) : null;
    clearSessionCookies(http, secret);
    await leaveStep(deps, http);
    await deps.leaveToo(http);
    // Signing out with a session is always allowed. A sign-out that ends none is counted: without a session as a visitor's call, with an unknown one as a guess.
    if (ended === null) await (sessionToken ? limiter.strayLogout(http.ip) : limiter.anonymous(http.ip));
    // Removes the browser's cached pages of this person; unsent work in IndexedDB stays.
    http.setHeader("clear-site-data", '"cache"');
    http.setHeader("cache-control", "no-store");
  };

  for (const method of signInMethods) method.mount(serve, deps);
  factorRoutes(serve, deps);
  emailRoutes(serve, deps);

  serve.open(logout, async (_, context) => {
    await leave(context);
    return { redirect: loginPage };
  });

  // The request is not opened: that would be a use of the session, and it would never end while a window is open.
  serve.open(sessionLeft, async (_, { http: { portal, sessionToken } }) => {
    const left =
      portal && sessionToken ? await databases.inPortal(portal.id, (db) => timeLeft(db, sessionToken, config.sessionIdleMinutes)) : null;
    if (!left) throw signedOut();
    return left;
  });

  // The specification's sign-out link (specification §2, §7) is a full-page load, so it needs no token, but another site cannot trigger it.
  serve.raw({
    method: "GET",
    path: "/onlinetraining/auth/logout",
    rule: anonymous,
    summary: "Ends the present session and leads to login",
    handler: async (request, reply, context) => {
      refuseOtherSites(request);
      await leave(context);
      const wanted = new URLSearchParams(request.url.split("?")[1]);
      const returnUrl = [...wanted].find(([name]) => name.toLowerCase() === "returnurl")?.[1];
      return reply.redirect(withReturnUrl(loginPage, safeReturnUrl(returnUrl, context.http.origin)), 302);
    },
  });

  // open, because hashing must not hold the request's transaction; the handler answers 401 itself.
  serve.open(
    changePassword,
    async ({ body }, context) => {
      const { token, redirect } = await replacePassword(deps, context, body);
      setSessionCookies(context.http, secret, token);
      return { redirect };
    },
    { forPeople: true },
  );

  serve.open(
    forgotPassword,
    async ({ body }, { http }) => {
      await askForLink(deps, http, body);
      return { minutes: resetMinutes, isMailed: await isMailed(deps, http) };
    },
    { anyText: true },
  );

  serve.open(
    resetPassword,
    async ({ body }, { http }) => {
      await usePasswordLink(deps, http, body);
      // Whoever is signed in in this browser is somebody else or was just signed out.
      return { redirect: withReturnUrl(loginPage, safeReturnUrl(body.returnUrl, http.origin)) };
    },
    { anyText: true },
  );

  serve.open(judgePassword, async ({ body: { password } }, { http, open, language }) => {
    await limiter.anonymous(http.ip);
    const portal = http.portal as Portal | null;
    // At the set-up there is no portal yet.
    const actor = portal && (await open(async (scope) => scope.actor));
    const { strength, problem } = await judge(password, { portal, actor, productName: config.productName });
    return { strength, problem: problem && wordsOf(await language(), problem.text, problem.params) };
  });

  serve.open(switchPortal, async ({ body }, context) => handover.switchPortal(context, body, limiter), { rule: signedIn });

  serve.raw({
    method: "POST",
    path: "/rest/auth/handover",
    rule: anonymous,
    writeGuard: "handover",
    summary: "Signs in with a hand-over token posted by the portal the person comes from.",
    handler: async (request, reply, context) => {
      const token = new URLSearchParams(typeof request.body === "string" ? request.body : "").get("token") ?? "";
      const target = await handover.acceptHandover(context, token, deps);
      return reply.redirect(target, 303);
    },
  });

  serve.open(setupState, async (_, { http }) => {
    ensureCsrfCookie(http, secret);
    return { needed: await setupNeeded(databases), tokenNeeded: !fromThisMachine(http), minLength: productPolicy.minLength };
  });

  serve.open(setup, async ({ body }, { http }) => {
    await limiter.setup(http.ip);
    if (!(await setupNeeded(databases))) throw conflict("already_set_up", "Stoa is already set up. Sign in instead.");
    if (!fromThisMachine(http) && !setupTokenFits(setupToken(config), body.token))
      throw atField(
        "token",
        forbidden("setup_token", "This is not the set-up token. It was printed when Stoa started, unless STOA_SETUP_TOKEN gives one."),
      );
    const host = portalHost(body.host || new URL(http.origin).hostname, config);
    const email = body.email.toLowerCase();
    const known = [email, `${body.givenName}${body.familyName}`, body.portalName, config.productName];
    const problem = await passwordProblem(body.password, { policy: productPolicy, known });
    if (problem) throw invalidFields([{ field: "password", ...problem }]);
    const { password, token: _token, ...first } = body;
    const passwordHash = await hashPassword(password);
    const made = await createFirstPortal(databases, { ...first, host, email, passwordHash, ip: http.ip, requestId: http.requestId });
    await deps.portalsChanged?.();
    // A session belongs to one host: when the form names another host, the person signs in there.
    if (host !== new URL(http.origin).hostname) return { redirect: `${otherOrigin(http, host)}${loginPage}`, userId: made.userId };
    const token = await databases.inSystem("start a session", (db) =>
      startSession(db, {
        portalId: made.portalId,
        userId: made.userId,
        userAgent: http.userAgent,
        ip: http.ip,
        requestId: http.requestId,
        maxHours: config.sessionMaxHours,
        action: "signed_in",
      }),
    );
    setSessionCookies(http, secret, token);
    return { redirect: deps.homeOf("Student"), userId: made.userId };
  });
}

/** The host that was typed for the first portal. Throws for one at which no portal could ever be reached. */
function portalHost(typed: string, content: ContentHosts): string {
  const host = typed.toLowerCase().replace(/\.$/, "");
  if (!isHostName(host)) throw invalid("host", "bad_host", "Enter a host name such as learn.example.org, without http:// and port.");
  if (isContentHost(content, host))
    throw invalid("host", "content_host", "Course packages run at this host (CONTENT_ORIGIN), so a portal needs another one.");
  return host;
}

function otherOrigin(http: Http, host: string): string {
  const url = new URL(http.origin);
  url.hostname = host;
  return url.origin;
}
