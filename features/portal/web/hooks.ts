import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import * as api from "../contract.ts";
import type { RoleName } from "../contract.ts";
import { patchEnvironment } from "./environment.ts";

type NewRole = keyof typeof api.newRoles;

/** Changes the current role: the badge changes at once, the server is told, and a refusal puts it back (specification §4). */
export function useChangeRole() {
  const client = useQueryClient();
  return (newRole: NewRole) => {
    const name: RoleName = api.newRoles[newRole];
    let before: RoleName | undefined;
    patchEnvironment(client, (known) => {
      before = known.User.CurrentRole.Name;
      return before === name ? known : { ...known, User: { ...known.User, CurrentRole: { Name: name } } };
    });
    call(api.updateCurrentRole, { query: { newRole } }).catch(() =>
      patchEnvironment(client, (known) => ({
        ...known,
        User: { ...known.User, CurrentRole: { Name: before ?? known.User.CurrentRole.Name } },
      })),
    );
  };
}

/** Goes to another portal without signing in again: a single-use token is posted to it, as a full page load. */
export function useSwitchPortal() {
  return useMutation({
    mutationFn: (body: { portalId: number; path: string }) => call(api.switchPortal, { body }),
    onSuccess: ({ action, token }) => {
      // The other portal takes the token only from the origin it was made for. Under the page's own policy the browser would keep
      // that origin to itself; this one names the origin and no path.
      const policy = document.createElement("meta");
      policy.name = "referrer";
      policy.content = "strict-origin";
      document.head.append(policy);
      const form = document.createElement("form");
      form.method = "post";
      form.action = action;
      const field = document.createElement("input");
      field.type = "hidden";
      field.name = "token";
      field.value = token;
      form.append(field);
      document.body.append(form);
      form.submit();
    },
  });
}

export const aboutQuery = queryOptions({ queryKey: ["about"], queryFn: () => call(api.about), staleTime: 60_000 });
