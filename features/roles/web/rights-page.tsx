import { useLingui } from "@lingui/react/macro";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { listRequest } from "#ui/list-screen/use-list-state.ts";
import { assignmentList } from "../contract.ts";
import { assignmentsQuery } from "./hooks.ts";
import { RoleList } from "./role-list.tsx";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(assignmentsQuery(listRequest(assignmentList, to)));

/** Who may do what, and why (ROLE-5): all roles of the portal, also by what they let people do. */
export default function RightsPage() {
  const { t } = useLingui();
  return <RoleList title={t`Who may do what`} of={null} />;
}
