import type { FastifyRequest } from "fastify";
import { refused } from "#platform/errors.ts";
import type { Http } from "#platform/serve.ts";
import type { PortalDirectory } from "./directory.ts";

/** What is answered at the addresses of a suspended portal too: the files of the page that says so, and what proxies ask. */
const isAnswered = (url = "") => /^\/(?:v\/(?:assets|brand)\/|rest\/hosts\/ask(?:[/?]|$))/i.test(url);

/** onRequest hook: a suspended portal answers nobody and says so (ENV-10, SYS-2). 503, so that browsers keep what they have not sent yet until it is back. */
export function refuseSuspended(
  http: { isOfPortal(request: FastifyRequest): boolean; of(request: FastifyRequest): Http },
  directory: Pick<PortalDirectory, "standing">,
) {
  return async (request: FastifyRequest): Promise<void> => {
    if (!http.isOfPortal(request)) return;
    const { portal, origin } = http.of(request);
    if (portal || isAnswered(request.raw.url)) return;
    if ((await directory.standing(new URL(origin).hostname)) === "suspended")
      throw refused(503, "portal_suspended", "This portal is suspended. Ask whoever runs it when it is back.");
  };
}
