import type { FastifyReply, FastifyRequest } from "fastify";
import type { StateLimits } from "#features/progress/server/service.ts";
import type { VersionCache } from "#features/progress/server/version-cache.ts";
import { anonymous } from "#platform/actor.ts";
import type { Databases, Db } from "#platform/db/connect.ts";
import { notFound, refused, signedOut } from "#platform/errors.ts";
import type { Serve } from "#platform/serve.ts";
import { reachPath } from "../content-reach.ts";
import type { ContentOrigins } from "./content-origins.ts";
import { launcherPage } from "./launcher-page.ts";
import { stageScriptPath } from "./opening-script.ts";
import type { PackageStore } from "./package-store.ts";
import { packageAccess, type StillLooks } from "./package-access.ts";
import { sendReachPage } from "./reach-page.ts";
import { openAlone } from "./runtime.ts";
import { findPackageFolder } from "./runtime-queries.ts";
import { sendPackageFile } from "./send-file.ts";
import type { AttemptToken, Tokens } from "./tokens.ts";

export interface ContentDeps {
  readonly databases: Databases;
  readonly tokens: Tokens;
  readonly packages: Pick<PackageStore, "resolve">;
  readonly originOf: ContentOrigins;
  /** All courses, portals and people share one host (CONTENT_HOSTS=one). */
  readonly sharesHost: boolean;
  /** Minutes of rest after which a session ends. */
  readonly idleMinutes: number;
  readonly stillLooks: StillLooks;
  /** The published versions. */
  readonly versions: VersionCache;
  /** How much packages may keep. */
  readonly limits: StateLimits;
  /** Where the web pages of a file lie. */
  readonly findSite: (db: Db, portalId: number, fileId: number) => Promise<{ readonly storageKey: string } | null>;
  /** Returns the launcher's script for a standard, or one that every package's pages share. */
  readonly launcherScript: (name: "1.2" | "2004" | "stage" | "memory-database") => Promise<LauncherScript>;
}

export interface LauncherScript {
  readonly code: Buffer;
  /** The same compressed (brotli); null in development, where it is as it comes. */
  readonly small: Buffer | null;
}

/** A folder of the package store; `played` where a launcher plays what is in it. */
interface Folder {
  readonly storageKey: string;
  readonly played: Awaited<ReturnType<typeof findPackageFolder>>;
}

/**
 * The content hosts (security.md §3.2) serve the files of the one package that a token names, and the launcher that plays it. No cookie is read or set;
 * platform/http.ts keeps every other route off these hosts and these routes off the portals' hosts.
 */
export function contentRoutes(
  serve: Serve,
  { databases, tokens, packages, originOf, sharesHost, idleMinutes, stillLooks, versions, limits, findSite, launcherScript }: ContentDeps,
) {
  const access = packageAccess(databases, { idleMinutes, stillLooks });
  const folders = new Map<string, Promise<Folder | null>>();
  // Packages never change, so a cached folder stays correct.
  const folderOf = ({ kind, portalId, packageId }: AttemptToken) => {
    const key = `${kind === "site" ? "site" : "package"}:${portalId}:${packageId}`;
    const find = async (db: Db): Promise<Folder | null> => {
      const played = kind === "site" ? null : await findPackageFolder(db, portalId, packageId);
      const site = kind === "site" ? await findSite(db, portalId, packageId) : null;
      const { storageKey } = played ?? site ?? {};
      return storageKey === undefined ? null : { storageKey, played };
    };
    const found = folders.get(key) ?? databases.inPortal(portalId, find);
    if (folders.size > 1000) folders.clear();
    folders.set(key, found);
    found.then(
      (folder) => folder ?? folders.delete(key),
      () => folders.delete(key),
    );
    return found;
  };

  serve.raw({
    method: ["GET", "HEAD"],
    path: "/c/*",
    rule: anonymous,
    onContentHost: true,
    summary: "On the content origin: a file of the package a token names, or its launcher.",
    handler: async (request, reply, { http }) => {
      const { token: text, path } = addressOf(request);
      // The same for all packages: it says nothing about any.
      const shared = path === "" ? sharedScripts.get(text) : undefined;
      if (shared) return sendScript(request, reply, await launcherScript(shared));
      if (`/c/${text}` === reachPath && path === "") return sendReachPage(reply);
      const token = tokens.read(text);
      if (!token) throw endedAddress();
      const origin = originOf(token);
      // On the host of its own course, portal and person only: anywhere else it would share what others store there.
      if (new URL(http.origin).hostname !== new URL(origin).hostname) throw endedAddress();
      // A package must not install a service worker, which would outlive its page.
      if (request.headers["service-worker"] !== undefined) throw notFound("file", "This file could not be found.");
      const folder = await folderOf(token);
      const played = folder?.played;
      if (!folder) throw notFound("package", "This package could not be found.");
      const standing = await access(text, token, { isPage: isPage(path) });
      if (standing === "waits") throw signedOut();
      if (standing === "ended") throw endedAddress();
      reply.headers({
        "content-security-policy": `frame-ancestors ${token.origin} ${origin}`,
        "cross-origin-resource-policy": "cross-origin",
        // No document.domain, by which two courses would become one origin.
        "origin-agent-cluster": "?1",
        "permissions-policy": "camera=(), geolocation=(), payment=(), usb=(), unload=*",
        "referrer-policy": "no-referrer",
      });
      // On a host that every course shares, what another one stored goes before this one begins.
      const begins = path === "~launcher" || (!played && isPage(path));
      if (begins && sharesHost) reply.header("clear-site-data", '"storage"');
      if (path === "~launcher" && played)
        return reply
          .type("text/html; charset=utf-8")
          .send(launcherPage(token, { title: played.title, languages: request.headers["accept-language"], sharesHost }));
      // A window of its own has no page behind it there.
      if (path === "~opened" && sharesHost && played) {
        const query = new URLSearchParams((request.raw.url ?? "").split("?")[1]);
        const named = (name: string) => query.getAll(name).find((one) => /^[A-Za-z0-9_-]{1,64}$/.test(one)) ?? null;
        const asked = { blockId: named("block"), scoKey: named("part"), secret: folder.storageKey };
        const found = await databases.inPortal(token.portalId, (db) => openAlone(db, { originOf, versions, limits }, token, text, asked));
        return reply.header("cache-control", "no-store").send(found);
      }
      if (path === "~launcher.js" && played) return sendScript(request, reply, await launcherScript(played.standard));
      const file = path === null ? null : await packages.resolve(folder.storageKey, path);
      if (file === null) throw notFound("file", "This file could not be found.");
      return sendPackageFile(request, reply, file, { isStaged: !!played });
    },
  });
}

const sharedScripts: ReadonlyMap<string, "stage" | "memory-database"> = new Map([
  [stageScriptPath, "stage"],
  ["~memory-database.js", "memory-database"],
]);

/** What a frame shows: the launcher, and pages of the package. What they load in their turn is anything else. */
const isPage = (path: string | null) =>
  path === "~launcher" || /\.(?:x?html?|svg|xml)$/i.test(path ?? "") || !/\.[a-z0-9]{1,8}$/i.test(path ?? "");

const endedAddress = () => refused(404, "content_address", "This address no longer works. Open the course again.");

/** The token and the decoded path of /c/<token>/<path>; a query is ignored. path is null for a malformed address. */
function addressOf(request: FastifyRequest): { token: string; path: string | null } {
  const [pathname = ""] = (request.raw.url ?? "").split("?");
  const [, , token = "", ...rest] = pathname.split("/");
  try {
    return { token, path: decodeURIComponent(rest.join("/")) };
  } catch {
    return { token, path: null };
  }
}

/** Sends a script of ours, compressed as it was built. */
async function sendScript(request: FastifyRequest, reply: FastifyReply, { code, small }: LauncherScript) {
  reply.headers({ "cache-control": "private, max-age=3600", vary: "accept-encoding" }).type("text/javascript; charset=utf-8");
  if (small === null || !/\bbr\b/.test(String(request.headers["accept-encoding"] ?? ""))) return reply.send(code);
  return reply.header("content-encoding", "br").send(small);
}
