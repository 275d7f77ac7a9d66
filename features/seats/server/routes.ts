import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { limitsSeats, seesSeats } from "../policy.ts";
import * as service from "./service.ts";

/** Mounts the seats of a portal: seeing how many are left, and setting how many there are. */
export function seatRoutes(serve: Serve) {
  serve(api.getSeats, seesSeats, (_, context) => service.showSeats(context));
  serve.open(api.saveSeats, ({ params, body }, context) => service.saveSeats(context, params.portalId, body), { rule: limitsSeats });
}
