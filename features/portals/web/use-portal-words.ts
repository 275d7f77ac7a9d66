import { useLingui } from "@lingui/react/macro";
import { CircleCheck, CirclePause } from "lucide-react";
import type { PortalStatus } from "../contract.ts";
import type { PartId } from "../parts.ts";

/** How a status looks. */
export const statusLooks = {
  active: { icon: CircleCheck, tone: "success" },
  suspended: { icon: CirclePause, tone: "warning" },
} as const;

/** What statuses are called, and what a new portal can take from another one. */
export function usePortalWords() {
  const { t } = useLingui();
  const status: Record<PortalStatus, string> = { active: t`In use`, suspended: t`Suspended` };
  const part: Record<PartId, { label: string; description: string }> = {
    brand: { label: t`Look`, description: t`Logos, colours and pictures as they are published. Looks of groups are left out.` },
    settings: { label: t`Settings`, description: t`With what registering asks for: domains and terms.` },
    fields: { label: t`Custom fields`, description: t`Of people and courses, with their lists; no values.` },
    mail: { label: t`Email texts and settings`, description: t`What emails say, when they are sent and where they come from.` },
    categories: { label: t`Categories`, description: t`The tree, and the words that mean the same in searches; no courses.` },
    links: { label: t`Quick links`, description: t`Those for everybody. Signed ones need a secret of their own and are left out.` },
    widgets: { label: t`Arrangement of the dashboard`, description: t`The one for everybody.` },
    pages: { label: t`Public pages`, description: t`Contact, Copyright, Privacy and the text of the sign-in page as they are published.` },
    help: { label: t`Own help`, description: t`Articles of the portal, and built-in ones in its words.` },
    roles: { label: t`Copies of roles`, description: t`With their permissions; nobody holds them yet.` },
  };
  return { status, part };
}
