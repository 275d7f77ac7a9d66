import { anonymous, signedIn } from "#platform/actor.ts";
import { etagMatches, etagOf } from "#platform/etag.ts";
import { notModified, signedOut } from "#platform/errors.ts";
import { requireActor, type Http, type Serve } from "#platform/serve.ts";
import { about, aboutPages } from "../about-contract.ts";
import * as told from "../announcements-contract.ts";
import * as api from "../contract.ts";
import type { Environment, EnvironmentNoUser } from "../contract.ts";
import { showAbout } from "./about.ts";
import * as announcements from "./announcements.ts";
import type { Portal } from "./directory.ts";
import { environmentNoUserOf, environmentOf } from "./environment.ts";
import { guestEnvironment, type IsGuest } from "./guest.ts";
import * as service from "./service.ts";
import { shownIn, type AudienceOf } from "./shown.ts";

export interface PortalDeps {
  readonly productName: string;
  /** Minutes without use after which a session ends. */
  readonly sessionMinutes: number;
  /** Sets the CSRF cookie of the present session, as GET environmentNoUser must. */
  readonly renewCsrf: (http: Http) => void;
  /** Who is meant by what the portal shows some people only. */
  readonly audienceOf: AudienceOf;
  readonly isGuest: IsGuest;
  /** Whether visitors see courses of a portal. */
  readonly hasPublicCourses: (portalId: number) => Promise<boolean>;
}

/** Mounts the environment calls of the specification (§7). */
export function portalRoutes(serve: Serve, { productName, sessionMinutes, renewCsrf, audienceOf, isGuest, hasPublicCourses }: PortalDeps) {
  serve.open(api.environment, async (_, { http, open }) => {
    if (!http.portal) return { validPortal: false as const };
    const portal = http.portal as Portal;
    const shown = shownIn(portal, audienceOf);
    const known = await open(
      async ({ db, actor }) =>
        actor ? environmentOf(portal, actor, { origin: http.origin, productName, sessionMinutes, shown: await shown.to(db, actor) }) : null,
      { withPortals: true, ahead: shown.ahead },
    );
    const environment =
      known ??
      ((await isGuest(http))
        ? guestEnvironment(portal, { locale: http.visitorLocale(), origin: http.origin, productName, sessionMinutes })
        : null);
    if (!environment) throw signedOut();
    return withEtag(http, environment);
  });

  serve.open(api.environmentNoUser, async (_, { http }) => {
    if (!http.portal) return { validPortal: false as const };
    renewCsrf(http);
    return withEtag(
      http,
      environmentNoUserOf(http.portal as Portal, {
        locale: http.visitorLocale(),
        productName,
        hasPublicCourses: await hasPublicCourses(http.portal.id),
      }),
    );
  });

  serve.open(
    api.updateCurrentRole,
    async ({ query }, { http, open }) => {
      const role = api.newRoles[query.newRole];
      // Opening a screen posts its role each time (specification §4): one read, unless it is another one.
      const isCurrent = await open(async ({ actor }) => service.isCurrentRole(actor, role), { ahead: [] });
      if (isCurrent) return service.currentRole(role);
      return open((scope) => service.updateCurrentRole({ ...scope, actor: requireActor(scope.actor, signedIn), http }, role));
    },
    { rule: signedIn },
  );

  serve(told.myAnnouncements, signedIn, (_, context) => announcements.showMine(context, audienceOf), { ahead: () => [] });
  serve(told.markAnnouncementsRead, signedIn, ({ body }, context) => announcements.markRead(context, audienceOf, body.ids));
  serve(told.confirmAnnouncement, signedIn, ({ params, body }, context) =>
    announcements.confirmAnnouncement(context, audienceOf, { id: params.announcementId, key: body.key }),
  );

  serve.open(about, (_, context) => showAbout(context));

  // Full-page links of the specification (§2) whose screens exist.
  for (const [nth, legacy] of api.aboutLinks.entries())
    serve.raw({
      method: ["GET", "HEAD"],
      path: legacy,
      rule: anonymous,
      summary: "Full-page link of the specification.",
      handler: async (_, reply) => reply.redirect(`/v/about/${aboutPages[nth]}`, 302),
    });
}

/** The answer with its ETag; throws 304 when the caller has the current one. */
function withEtag<T extends Environment | EnvironmentNoUser>(http: Http, environment: T): T {
  const etag = etagOf(JSON.stringify(environment));
  if (etagMatches(http.header("if-none-match"), etag)) throw notModified(etag);
  http.setHeader("etag", etag);
  return environment;
}
