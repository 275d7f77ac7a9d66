import { sayIn } from "#platform/catalogue.ts";
import { etagOf } from "#platform/etag.ts";
import type { Language } from "#platform/languages.ts";
import { themeStyle } from "#ui/portal-theme.ts";
import { type Environment, settingText } from "../contract.ts";
import type { Portal } from "./directory.ts";
import type { Appearance } from "./group-looks.ts";
import { environmentNoUserOf } from "./environment.ts";

/** The parts in which answers of the page differ. */
export interface PageParts {
  readonly portal: Portal | null;
  readonly environment: Environment | null;
  /** The locale of somebody without an environment. */
  readonly visitorLocale: string;
  /** How it looks to the environment's person, where that is not as the portal does. */
  readonly appearance: Appearance | null;
  /** Whether visitors see courses of the portal. */
  readonly hasPublicCourses: boolean;
  /** Whether the browser starts with data: the environment, or its login-time variant. */
  readonly hasData: boolean;
  /** Where the packages of the screen's course play, the one origin that the page may frame; null where none do. */
  readonly stage: string | null;
  readonly nonce: string;
  readonly productName: string;
  /** The call that the screen begins with, and its reply as JSON; null for a reply that the browser has to ask for. */
  readonly first: { readonly address: string; readonly reply: string | null } | null;
  /** Who looks at the page as the environment's person; null when it is the person. */
  readonly look: Look | null;
}

/** Somebody looks at the portal as another person, or as whoever has a role: whether they may change things, and where that ends. */
export interface Look {
  readonly name: string;
  /** The name is that of a role: a built-in one, or a copy. */
  readonly isRole: boolean;
  readonly writes: boolean;
  readonly endPath: string;
}

/** Colours for an address without a portal, and for the set-up page. */
const plainStyle = themeStyle({});
const rtl = new Set(["ar", "fa", "he", "ur", "yi"]);
const escapes: Record<string, string> = { "<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029" };

/** JSON that cannot close the script element around it. */
const inlineJson = (json: string) => json.replace(/[<>&\u2028\u2029]/g, (c) => escapes[c] ?? c);
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/** The data that the browser starts with: the environment, or its login-time variant, as the attributes behind the nonce and the content of an element. */
const inlineEnvironment = (json: string) =>
  `type="application/json" id="stoa-environment" data-etag="${escapeHtml(etagOf(json))}">${inlineJson(json)}</script>`;

interface KeptPage {
  /** What the system announcement said then: it comes and goes by its dates. */
  readonly said: string;
  readonly made: string;
}
/** The login-time variant of each portal, which is the same for everybody until the portal changes, but for its language; of those with courses for visitors, and of those without. */
const forVisitors = { with: new WeakMap<Portal, Map<string, KeptPage>>(), without: new WeakMap<Portal, Map<string, KeptPage>>() };

function initialOf({
  portal,
  environment,
  visitorLocale: locale,
  hasPublicCourses,
  productName,
}: Pick<PageParts, "portal" | "environment" | "visitorLocale" | "hasPublicCourses" | "productName">): string | null {
  if (environment) return inlineEnvironment(JSON.stringify(environment));
  if (!portal) return null;
  const portals = forVisitors[hasPublicCourses ? "with" : "without"];
  // Only the portal's own locale and the languages that it offers are in it, whatever browsers ask for.
  const kept = portals.get(portal) ?? new Map<string, KeptPage>();
  portals.set(portal, kept);
  const now = environmentNoUserOf(portal, { locale, productName, hasPublicCourses });
  const known = kept.get(locale);
  if (known?.said === now.systemAnnouncement) return known.made;
  const made = inlineEnvironment(JSON.stringify(now));
  kept.set(locale, { said: now.systemAnnouncement, made });
  return made;
}

/** The language of a page, which also says how its dates are written (ENV-8): of the languages that Stoa has, English alone has two ways. portal: of whoever is signed in. */
const languageOf = (locale: string, portal: Portal | null) =>
  portal && locale === "en" && settingText(portal.settings, "dateFormat") === "dayFirst" ? "en-GB" : locale;

/** What the screen asks first: its reply (platform/call.ts reads it), or the browser is told to ask while the code loads. */
const firstCall = ({ address, reply }: NonNullable<PageParts["first"]>, nonce: string) =>
  reply === null
    ? `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(address)}">`
    : `<script nonce="${nonce}" type="application/json" id="stoa-first" data-address="${escapeHtml(address)}">${inlineJson(reply)}</script>`;

/** The page's own texts, for when nothing else of it works. */
function ownWords(language: Language) {
  const say = sayIn(language);
  return {
    noScript: escapeHtml(say("Stoa needs JavaScript. Turn it on in your browser's settings and reload this page.")),
    noCode: escapeHtml(say("This page could not be loaded. Check your connection, then <0>reload</0>. Nothing you did is lost."))
      .replace(escapeHtml("<0>"), '<a href="">')
      .replace(escapeHtml("</0>"), "</a>"),
  };
}

/**
 * What stands above every screen while somebody looks at the portal as another person. It is a part of the page and not of the application, so nobody
 * else's screens carry it.
 */
function lookBanner({ name, isRole, writes, endPath }: Look, language: Language, nonce: string) {
  const say = sayIn(language);
  const roles: Readonly<Record<string, string>> = { Author: say("Author"), Manager: say("Manager"), Admin: say("Administrator") };
  const text = isRole
    ? say("You see this portal as somebody does who has only the role {role}. Nothing can be changed.", { role: roles[name] ?? name })
    : writes
      ? say("You are looking at this portal as {name}. What you change is recorded with your name.", { name })
      : say("You are looking at this portal as {name}. Nothing can be changed.", { name });
  return [
    `<style nonce="${nonce}">.look-banner{position:sticky;inset-block-start:0;z-index:60;display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;justify-content:center;`,
    "padding:8px 16px;background:#5b1a6e;color:#fff;font:600 14px/1.4 system-ui,sans-serif}.look-banner a{color:#fff;text-decoration:underline}",
    ".look-banner a:focus-visible{outline:2px solid #fff;outline-offset:2px}@media print{.look-banner{position:static}}</style>",
    `<aside class="look-banner" aria-label="${escapeHtml(say("Looking as somebody else"))}"><span>${escapeHtml(text)}</span>`,
    `<a href="${endPath}">${escapeHtml(say("Stop looking"))}</a></aside>`,
  ].join("");
}

/**
 * Returns a function that makes the page of any screen in a language from the built index.html. The portal's corrected colours and the environment are
 * part of the page, so nothing flashes and no call has to come first. The HTML is split at its placeholders once; a request only joins the parts.
 */
export function pageTemplate(html: string, language: Language) {
  const { noScript, noCode } = ownWords(language);
  let productIcon = "";
  const parts = html
    .replace("<html>", "<html __STOA_HTML__>")
    .replace("</head>", "__STOA_HEAD__</head>")
    .replace("<body>", "<body>__STOA_LOOK__")
    .replace(/<link rel="icon"[^>]*>/, (own) => ((productIcon = own), "__STOA_ICON__"))
    .replace("__STOA_NO_SCRIPT__", () => noScript)
    .replace("__STOA_NO_CODE__", () => noCode)
    .split(/__STOA_(HTML|HEAD|LOOK|ICON|NONCE)__/);
  return (page: PageParts): string => {
    const { portal, environment, stage, first, nonce, productName, look } = page;
    const initial = page.hasData ? initialOf(page) : null;
    const shown = page.appearance ?? portal;
    const locale = environment?.Preferences.Locale ?? page.visitorLocale;
    const theme = environment?.Preferences.Theme ?? "system";
    const attributes = [
      `lang="${escapeHtml(languageOf(locale, environment && portal))}"`,
      `dir="${rtl.has(locale.split("-")[0] ?? "") ? "rtl" : "ltr"}"`,
      ...(theme === "system" ? [] : [`data-theme="${theme}"`]),
    ].join(" ");
    const head = [
      `<title>${escapeHtml(productName)}</title>`,
      `<style nonce="${nonce}" id="stoa-portal">${shown?.style ?? plainStyle}</style>`,
      // The page's scripts cannot read its policy: by this they know what they may frame.
      ...(stage ? [`<meta name="stoa-stage" content="${escapeHtml(stage)}">`] : []),
      ...(initial ? [`<script nonce="${nonce}" ${initial}`] : []),
      ...(first ? [firstCall(first, nonce)] : []),
    ].join("");
    const filled: Readonly<Record<string, string>> = {
      HTML: attributes,
      HEAD: head,
      LOOK: look ? lookBanner(look, language, nonce) : "",
      ICON: shown?.favicon ? `<link rel="icon" href="${escapeHtml(shown.favicon)}" type="image/png">` : productIcon,
      NONCE: nonce,
    };
    // Text and the name of a place take turns.
    let text = "";
    for (const [nth, part] of parts.entries()) text += nth % 2 ? (filled[part] ?? "") : part;
    return text;
  };
}

/**
 * Makes a page of words alone, in a language: the looks of the application's own page and the portal's colours, without its code. `failure`: why the
 * page that was asked for can't be shown, under a title of its own where trying again changes nothing; null for an address where nothing is, which outside /v/ is none of the
 * application's screens.
 */
export function wordsPage(html: string, language: Language, failure: { readonly message: string; readonly title?: string } | null) {
  const say = sayIn(language);
  const title = failure === null ? say("Page not found") : (failure.title ?? say("This page can't be shown right now"));
  const note = failure?.message ?? say("There is no page at this address. The link may be old or mistyped.");
  const isFinal = failure === null || failure.title !== undefined;
  const next = isFinal ? `href="/v/">${escapeHtml(say("Go to the start page"))}` : `href="">${escapeHtml(say("Try again"))}`;
  // Whom to ask, where it is up to people of the portal.
  const contact = failure?.title === undefined ? "" : `<a class="ui-button" href="/v/about/contact">${escapeHtml(say("Contact"))}</a>`;
  const content = [
    `<main id="main" class="page stack"><header class="ui-page-header"><div class="ui-page-header-text"><h1 id="page-title">${escapeHtml(title)}</h1>`,
    `<div class="ui-page-header-note">${escapeHtml(note)}</div></div></header>`,
    `<div class="row"><a class="ui-button" data-variant="primary" ${next}</a>${contact}</div></main>`,
  ].join("");
  const render = pageTemplate(
    html
      .replace(/<script\b[^>]*>[\s\S]*?<\/script>|<link\b[^>]*rel="modulepreload"[^>]*>|<(noscript|template)\b[^>]*>[\s\S]*?<\/\1>/g, "")
      .replace('<div id="root"></div>', () => content),
    language,
  );
  return ({ portal, nonce, productName }: Pick<PageParts, "portal" | "nonce" | "productName">) =>
    render({
      portal,
      nonce,
      productName: `${title} - ${productName}`,
      environment: null,
      visitorLocale: language,
      appearance: null,
      hasPublicCourses: false,
      stage: null,
      hasData: false,
      first: null,
      look: null,
    });
}

/** Its Content-Security-Policy: it has no script and sends nothing. */
export const wordsPagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

interface Reached {
  readonly environment: Environment | null;
  readonly stage: string | null;
  /** The origins of content of others that lessons show. */
  readonly embeds: readonly string[];
  /** Those of portals to which this page carries its person, besides those of the environment. */
  readonly handsTo?: readonly string[];
}

/** The page's Content-Security-Policy. Forms may post to the person's own other portals, which Switch Portal needs; nothing else leaves. */
export function pagePolicy(nonce: string, { environment, stage, embeds, handsTo = [] }: Reached): string {
  const portals = [...(environment?.Portals ?? []).map((portal) => portal.HostUrl), ...handsTo];
  // Admins read mails in a frame; of our own answers, only those may be framed (frame-ancestors).
  const readsMail = environment?.User.IsAdmin || environment?.User.IsSystemAdmin;
  const frames = [...(readsMail ? ["'self'"] : []), ...(stage ? [stage] : []), ...(environment || stage ? embeds : [])].join(" ");
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src ${frames || "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    `form-action 'self' ${portals.join(" ")}`.trim(),
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The second takes the address of one worker of ours (features/blocks/pdf).
    "trusted-types dompurify pdf-worker 'allow-duplicates'",
  ].join("; ");
}
