import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import { invites } from "../policy.ts";
import * as staff from "../staff-contract.ts";
import { accept, lookAt, type AcceptDeps } from "./accept.ts";
import { previewList, runList } from "./list-service.ts";
import * as service from "./service.ts";

/** Mounts inviting people by email, and accepting an invitation. */
export function invitationRoutes(serve: Serve, deps: AcceptDeps) {
  const rule = { rule: invites };
  serve(staff.listInvitations, invites, ({ query }, context) => service.showInvitations(context, query));
  serve(staff.invitationChoices, invites, (_, context) => service.showChoices(context));
  serve.open(staff.invite, ({ body }, context) => service.invite(deps.config, context, body), rule);
  serve.open(staff.resendInvitations, ({ body }, context) => service.resend(deps.config, context, body), rule);
  serve.open(staff.withdrawInvitations, ({ body }, context) => service.withdraw(context, body), rule);
  serve.open(staff.previewInvitations, ({ body }, context) => previewList(context, body), { ...rule, bodyLimit: 4 * 1024 ** 2 });
  serve.open(staff.inviteList, ({ params }, context) => runList(context, params.listId), rule);
  serve.open(api.lookAtInvitation, ({ body }, { http }) => lookAt(deps, http, body.token));
  serve.open(api.acceptInvitation, async ({ body }, { http, language }) => accept(deps, http, await language(), body));
}
