import { useLingui } from "@lingui/react/macro";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import type { Prefetch } from "#platform/web/prefetch.ts";
import { listRequest } from "#ui/list-screen/use-list-state.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { auditList } from "../contract.ts";
import { AuditChain } from "./audit-chain.tsx";
import { AuditList } from "./audit-list.tsx";
import { auditQuery } from "./hooks.ts";

/** Prefetches what the screen shows first, when somebody points at a link to it. */
export const prefetch: Prefetch = (client, to) => client.prefetchQuery(auditQuery(listRequest(auditList, to)));

/** The audit log of the portal: what was done, by whom and to whom, and whether anybody changed that record. */
export default function AuditPage() {
  const { t } = useLingui();
  return (
    <div className="page">
      <PageHeader title={t`Audit log`} />
      <SectionTabs of="users" />
      <AuditChain />
      <AuditList />
    </div>
  );
}
