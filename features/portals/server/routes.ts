import { anonymous } from "#platform/actor.ts";
import { notFound } from "#platform/errors.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { runsPortals, seesPortals } from "../policy.ts";
import { challengePath, challengesOf } from "./challenges.ts";
import { whoRuns } from "./changing.ts";
import { lookAtHost, type CheckDeps } from "./check-host.ts";
import { openPortal, type OpenDeps } from "./open-portal.ts";
import * as service from "./service.ts";
import { saveSystemAnnouncement, showSystemAnnouncement } from "./system-announcement.ts";

export interface PortalsDeps extends OpenDeps, Omit<CheckDeps, "challenges"> {
  /** Counts one check of a host; throws 429. */
  readonly countCheck: (portalId: number) => Promise<void>;
  /** Counts one call of somebody who is not signed in; throws 429. */
  readonly countVisitor: (ip: string) => Promise<void>;
  /** Whether a portal has this host name, in use or suspended. */
  readonly isRegistered: (host: string) => Promise<boolean>;
}

/** Mounts what system admins see and change of all portals, and what proxies and host checks ask of this installation. */
export function portalsRoutes(serve: Serve, deps: PortalsDeps) {
  const challenges = challengesOf(deps.secret);
  const sees = { rule: seesPortals };
  const runs = { rule: runsPortals };
  serve.open(api.listPortals, ({ query }, context) => service.showPortals(context, query), sees);
  serve.open(api.listTemplates, (_, context) => service.showTemplates(context), sees);
  serve.open(api.getSystemAnnouncement, (_, context) => showSystemAnnouncement(context), sees);
  serve.open(api.saveSystemAnnouncement, ({ body }, context) => saveSystemAnnouncement(context, body, deps), runs);
  serve.open(api.getPortal, ({ params }, context) => service.showPortal(context, params.portalId, deps), sees);
  serve.open(api.openPortal, ({ body }, context) => openPortal(context, body, deps), runs);
  serve.open(api.savePortal, ({ params, body }, context) => service.savePortal(context, params.portalId, body, deps), runs);
  serve.open(
    api.setPortalStatus,
    ({ params, body }, context) => service.setPortalStatus(context, params.portalId, body.status, deps),
    runs,
  );
  serve.open(api.addHost, ({ params, body }, context) => service.addHost(context, params.portalId, body.host, deps), runs);
  serve.open(api.setPrimaryHost, ({ params, body }, context) => service.setPrimaryHost(context, params.portalId, body.host, deps), runs);
  serve.open(api.removeHost, ({ params, body }, context) => service.removeHost(context, params.portalId, body.host, deps), runs);
  serve.open(
    api.checkHost,
    async ({ params: { portalId }, body: { host } }, context) => {
      await whoRuns(context);
      const { hosts, shortHost, status } = await service.showPortal(context, portalId, deps);
      if (host !== shortHost && !hosts.some((one) => one.host === host)) throw service.noHost();
      await deps.countCheck(portalId);
      const asked = { host, portalId, origin: context.http.origin, isSuspended: status === "suspended" };
      return lookAtHost(asked, { ...deps, challenges });
    },
    runs,
  );

  serve.open(api.askHost, async ({ query }) => {
    if (!(await deps.isRegistered(query.domain.toLowerCase().replace(/\.$/, ""))))
      throw notFound("portal", "This portal could not be found.");
    return {};
  });

  serve.raw({
    method: "GET",
    path: `${challengePath}/:challenge`,
    rule: anonymous,
    summary: "Answers a host check of this installation.",
    handler: async (request, reply, { http }) => {
      await deps.countVisitor(http.ip);
      const { challenge } = request.params as { challenge: string };
      const answer = http.portal && challenges.answer(challenge, http.portal.id);
      if (answer === null) throw notFound("address", "There is nothing at this address.");
      return reply.type("text/plain; charset=utf-8").send(answer);
    },
  });

  for (const { path, screen } of [api.portalsLink, api.systemAnnouncementLink])
    serve.raw({
      method: ["GET", "HEAD"],
      path,
      rule: anonymous,
      summary: "Full-page link of the specification.",
      handler: async (_, reply) => reply.redirect(screen, 302),
    });
}
