import { signedIn } from "../actor.ts";
import { refused, signedOut } from "../errors.ts";
import { requireActor, type Serve } from "../serve.ts";
import type { Hub, Watcher } from "./hub.ts";
import { livePath } from "./topics.ts";

const noVisit = new Error("Asking is no visit.");

/** Mounts the live channel: server-sent events for the person asking, until their session ends. */
export function liveRoutes(serve: Serve, { hub }: { readonly hub: Hub }) {
  serve.raw({
    method: "GET",
    path: livePath,
    rule: signedIn,
    summary: "Server-sent events that say what of one's own changed, as long as the session lasts. Asks for text/event-stream.",
    handler: async (request, reply, { open, http }) => {
      let watcher: Watcher | undefined;
      // Rolled back, because a stream that comes back by itself is no visit: an open page alone keeps nobody signed in.
      const asked = open(async ({ actor: asker, portal }) => {
        const { userId } = requireActor(asker, signedIn);
        watcher = { portalId: portal.id, userId, sessionToken: http.sessionToken ?? "" };
        throw noVisit;
      });
      await asked.catch((error: unknown) => {
        if (error !== noVisit) throw error;
      });
      if (!watcher) throw signedOut();
      if (!request.headers.accept?.includes("text/event-stream"))
        throw refused(406, "not_acceptable", "This address answers with a stream of events only.");
      return reply
        .header("content-type", "text/event-stream; charset=utf-8")
        .header("cache-control", "no-store")
        .header("x-accel-buffering", "no")
        .send(hub.open(watcher));
    },
  });
}
