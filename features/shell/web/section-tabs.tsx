import { useLingui } from "@lingui/react/macro";
import { opens } from "#features/portal/lacking.ts";
import { useSignedIn } from "#features/portal/web/environment.ts";
import { LinkTabs } from "#ui/link-tabs.tsx";
import type { SectionPlace, TabName } from "../navigation.ts";
import { sectionScreens } from "../section-screens.ts";

type Person = Parameters<typeof opens>[1];

/** The tabs of a section that somebody with these rights may open. */
export function useSectionTabs(of: SectionPlace["of"], user: Person | undefined): { to: string; label: string }[] {
  const { t } = useLingui();
  const words: Record<TabName, string> = {
    "find-users": t`Find Users`,
    participants: t`Participants`,
    learning: t`Learning`,
    groups: t`Groups`,
    duplicates: t`Likely duplicates`,
    "custom-user-fields": t`Custom User Fields`,
    "import-users": t`Import Users`,
    managers: t`Managers`,
    authors: t`Authors`,
    admins: t`Admins`,
    roles: t`Roles`,
    rights: t`Who may do what`,
    audit: t`Audit log`,
    mail: t`Mail`,
    registrations: t`Registrations`,
    invitations: t`Invitations`,
    codes: t`Authorization Code`,
    settings: t`Settings`,
    courses: t`Courses`,
    categories: t`Categories`,
    catalogues: t`Catalogs`,
    "catalog-search": t`Catalog Search`,
    announcement: t`Portal Announcement`,
    "quick-links": t`Quick Links`,
    questions: t`Questions`,
    "public-pages": t`Public pages`,
    "manage-widgets": t`Manage Widgets`,
    "portal-logo": t`Portal Logo`,
    "certificate-logo": t`Certificate Logo`,
    "email-settings": t`Email Settings`,
    webhooks: t`Webhooks`,
  };
  return sectionScreens
    .filter((screen) => screen.of === of && user && opens(screen, user))
    .map(({ to, name }) => ({ to, label: words[name] }));
}

/** The tabs of a section, for under the page header: those of its screens that the person may open. */
export function SectionTabs({ of }: { of: SectionPlace["of"] }) {
  const { t } = useLingui();
  const labels: Record<SectionPlace["of"], string> = { users: t`Users`, portal: t`The portal` };
  const tabs = useSectionTabs(of, useSignedIn()?.User);
  return tabs.length > 1 && <LinkTabs label={labels[of]} tabs={tabs} />;
}
