import { sayIn } from "#platform/catalogue.ts";
import type { Serve } from "#platform/serve.ts";
import * as api from "../contract.ts";
import * as terms from "../terms-contract.ts";
import * as staff from "../queue-contract.ts";
import { letsIn, opensPortal } from "../policy.ts";
import * as queue from "./queue.ts";
import * as registering from "./register.ts";
import { acceptTerms, showTerms } from "./terms.ts";
import { saveSettings, showSettings } from "./settings.ts";

/** Mounts registering, confirming an email, the queue of those who wait, and how a portal takes registrations. */
export function registrationRoutes(serve: Serve, deps: registering.RegistrationDeps) {
  serve.open(api.registrationForm, (_, { http }) => registering.showForm(deps, http));
  serve.open(api.registrationByCode, async ({ body }, { http, language }) =>
    registering.showFormOfCode(deps, http, sayIn(await language()), body.code),
  );
  serve.open(api.register, async ({ body }, { http, language }) => registering.takeRegistration(deps, http, await language(), body));
  serve.open(api.lookAtRegistration, ({ body }, { http }) => registering.lookAt(deps, http, body.token));
  serve.open(api.confirmRegistration, ({ body }, { http }) => registering.confirm(deps, http, body));
  // Asked by people who stand before the terms, whom every rule refuses.
  serve.open(terms.termsDue, (_, context) => showTerms(context), { forPeople: true });
  serve.open(terms.acceptTerms, ({ body }, context) => acceptTerms(context, body), { forPeople: true });
  serve(staff.listRegistrations, letsIn, ({ query }, context) => queue.showQueue(context, query));
  serve.open(staff.decideRegistrations, ({ body }, context) => queue.decide(context, body), { rule: letsIn });
  serve(staff.getRegistrationSettings, opensPortal, (_, context) => showSettings(context));
  serve.open(staff.saveRegistrationSettings, ({ body }, context) => saveSettings(context, body, deps.portalsChanged), {
    rule: opensPortal,
  });
}
