import { useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import * as api from "../contract.ts";
import type { RoleName } from "../contract.ts";
import { inRole, knownEnvironment, patchEnvironment, writeEnvironment } from "./environment.ts";

type NewRole = keyof typeof api.newRoles;

let changes = 0;
let kept: RoleName | undefined;

/** Changes the current role: the badge changes at once, then the server is told; a refusal reverts it (specification §4). */
export function useChangeRole() {
  const client = useQueryClient();
  const show = (name: RoleName) => {
    if (knownEnvironment(client)?.User.CurrentRole.Name === name) return;
    patchEnvironment(client, (known) => inRole(known, name));
  };
  return (newRole: NewRole) => {
    const name: RoleName = api.newRoles[newRole];
    if (changes++ === 0) kept = knownEnvironment(client)?.User.CurrentRole.Name;
    show(name);
    void writeEnvironment(() => call(api.updateCurrentRole, { query: { newRole } }, { keepsAhead: true }))
      .then(
        () => (kept = name),
        () => undefined,
      )
      .then(() => {
        if (--changes === 0 && kept) show(kept);
      });
  };
}
