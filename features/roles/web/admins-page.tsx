import { useLingui } from "@lingui/react/macro";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { listRequest } from "#ui/list-screen/use-list-state.ts";
import { assignmentList } from "../contract.ts";
import { assignmentsQuery } from "./hooks.ts";
import { RoleList } from "./role-list.tsx";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) =>
  client.prefetchQuery(assignmentsQuery({ ...listRequest(assignmentList, to), role: "Admin" }));

/** Admins (specification §2). */
export default function AdminsPage() {
  const { t } = useLingui();
  return <RoleList title={t`Admins`} of="Admin" />;
}
