import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyRequest } from "fastify";
import type { Http } from "#platform/serve.ts";
import { csrfFits, issueCsrf } from "./csrf.ts";

/** Names of the cookies. Over https, the __Host- prefix makes the browser refuse a cookie that another host tries to set. */
export const cookieNames = (secure: boolean) =>
  secure
    ? ({
        session: "__Host-stoa_session",
        csrf: "__Host-stoa_csrf",
        step: "__Host-stoa_step",
        browser: "__Host-stoa_browser",
      } as const)
    : ({ session: "stoa_session", csrf: "stoa_csrf", step: "stoa_step", browser: "stoa_browser" } as const);

// No Domain: the cookie belongs to this host alone. No Max-Age: it ends with the browser; the server decides how long the session is valid.
const attributes = (secure: boolean, httpOnly: boolean): CookieSerializeOptions => ({ path: "/", sameSite: "lax", secure, httpOnly });

const tokenIn = (request: FastifyRequest, name: string) => {
  const token = request.cookies[name];
  return token && /^[\w-]{43}$/.test(token) ? token : null;
};

/** The session token in a request; null when there is none, or none of the right form. */
export const readSessionToken = (request: FastifyRequest, secure: boolean): string | null => tokenIn(request, cookieNames(secure).session);

/** The token of a sign-in under way, and of the browser itself; null as above. */
export const readStepToken = ({ raw, secure }: Http): string | null => tokenIn(raw.request, cookieNames(secure).step);
export const readBrowserToken = ({ raw, secure }: Http): string | null => tokenIn(raw.request, cookieNames(secure).browser);

/** Keeps the token of a sign-in under way for as long as it may take. */
export function setStepCookie({ raw, secure }: Http, token: string, seconds: number): void {
  raw.reply.setCookie(cookieNames(secure).step, token, { ...attributes(secure, true), maxAge: seconds });
}

/** Removes the token of a sign-in under way where the browser has one. */
export function clearStepCookie({ raw, secure }: Http): void {
  if (raw.request.cookies[cookieNames(secure).step] !== undefined)
    raw.reply.clearCookie(cookieNames(secure).step, attributes(secure, true));
}

/** Lets the server recognise this browser when somebody signs in again. It opens nothing by itself. */
export function setBrowserCookie({ raw, secure }: Http, token: string): void {
  raw.reply.setCookie(cookieNames(secure).browser, token, { ...attributes(secure, true), maxAge: 400 * 86_400 });
}

/** The CSRF token in the request's cookie. */
export const readCsrfCookie = (request: FastifyRequest, secure: boolean): string | undefined => request.cookies[cookieNames(secure).csrf];

/** Sets the cookies of a new session and of its CSRF token, replacing previous ones. */
export function setSessionCookies(http: Http, secret: string, sessionToken: string): void {
  http.raw.reply.setCookie(cookieNames(http.secure).session, sessionToken, attributes(http.secure, true));
  http.raw.reply.setCookie(cookieNames(http.secure).csrf, issueCsrf(secret, sessionToken), attributes(http.secure, false));
}

/** Removes the session cookie and sets a CSRF token for visitors, so that the login form works at once. */
export function clearSessionCookies(http: Http, secret: string): void {
  http.raw.reply.clearCookie(cookieNames(http.secure).session, attributes(http.secure, true));
  http.raw.reply.setCookie(cookieNames(http.secure).csrf, issueCsrf(secret, null), attributes(http.secure, false));
}

/** Sets the CSRF cookie unless the request has one that is valid for its session. Pages and environmentNoUser call it (decisions.md). */
export function ensureCsrfCookie(http: Http, secret: string): void {
  const { request, reply } = http.raw;
  const sessionToken = readSessionToken(request, http.secure);
  if (csrfFits(secret, sessionToken, readCsrfCookie(request, http.secure))) return;
  reply.setCookie(cookieNames(http.secure).csrf, issueCsrf(secret, sessionToken), attributes(http.secure, false));
}
