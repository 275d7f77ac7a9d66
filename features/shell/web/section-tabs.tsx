import { useLingui } from "@lingui/react/macro";
import { mayOpen } from "#features/portal/policy.ts";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { LinkTabs } from "#ui/link-tabs.tsx";
import type { SectionPlace, TabName } from "../navigation.ts";
import { sectionScreens } from "../section-screens.ts";

/** The tabs of a section, for under the page header: those of its screens that the person may open. */
export function SectionTabs({ of }: { of: SectionPlace["of"] }) {
  const { t } = useLingui();
  const environment = useSignedIn();
  const words: Record<TabName, string> = {
    "find-users": t`Find Users`,
    participants: t`Participants`,
    groups: t`Groups`,
    "custom-user-fields": t`Custom User Fields`,
    "import-users": t`Import Users`,
    managers: t`Managers`,
    authors: t`Authors`,
    admins: t`Admins`,
    rights: t`Who may do what`,
    audit: t`Audit log`,
    mail: t`Mail`,
  };
  const labels: Record<SectionPlace["of"], string> = { users: t`Users` };
  const tabs = sectionScreens
    .filter((screen) => screen.of === of && environment !== null && mayOpen(screen.access, environment.User, screen.needs))
    .map(({ to, name }) => ({ to, label: words[name] }));
  return tabs.length > 1 && <LinkTabs label={labels[of]} tabs={tabs} />;
}
