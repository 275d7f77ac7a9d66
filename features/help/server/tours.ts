import { sql } from "kysely";
import type { RoleName } from "#features/portal/contract.ts";
import { holdsRole, loginPage, withReturn } from "#features/portal/policy.ts";
import { anonymous } from "#platform/actor.ts";
import type { Result } from "#platform/contract.ts";
import { forbidden } from "#platform/errors.ts";
import type { Context, Serve } from "#platform/serve.ts";
import { retakeTour } from "../retake-tour.ts";
import type { noteTour } from "../tour-contract.ts";

/** Keeps that the tour of a role was offered to the person asking, in every portal. Throws 403 for a role that they do not have here. */
export async function keepTour({ db, actor }: Context, role: RoleName): Promise<Result<typeof noteTour>> {
  if (!holdsRole(actor, role)) throw forbidden("no_role_for_tour", "There is no tour of a role that you do not have.");
  const { tours } = await db
    .updateTable("users")
    .set({ tours: sql`case when ${role} = any(tours) then tours else tours || ${role}::text end` })
    .where("id", "=", actor.userId)
    .returning("tours")
    .executeTakeFirstOrThrow();
  return { tours: tours as RoleName[] };
}

/** Mounts the full-page link to the tour (specification §2). startOf: the first screen of a role, with /v. */
export function retakeRoute(serve: Serve, startOf: (role: string) => string) {
  serve.raw({
    method: ["GET", "HEAD"],
    path: retakeTour.path,
    rule: anonymous,
    summary: "Full-page link of the specification: leads to the dashboard of the current role, and with retakeTour=true to its tour.",
    async handler(request, reply, { open }) {
      reply.header("cache-control", "no-store");
      const role = await open(
        async ({ actor }) => actor && (holdsRole(actor, actor.activeRole as RoleName) ? actor.activeRole : "Student"),
      );
      const isAsked = (request.query as { retakeTour?: unknown }).retakeTour === "true";
      const query = isAsked ? retakeTour.query : "";
      return reply.redirect(role ? startOf(role) + query : withReturn(loginPage, retakeTour.path + query), 302);
    },
  });
}
