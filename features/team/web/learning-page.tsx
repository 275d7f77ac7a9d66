import { useLingui } from "@lingui/react/macro";
import { SectionTabs } from "#features/shell/web/section-tabs.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { prefetchTeam, TeamList } from "./team-list.tsx";

export const prefetch = prefetchTeam;

/** How the people of the portal stand in their courses: the list behind the figures of the Admin Dashboard. */
export default function LearningPage() {
  const { t } = useLingui();
  return (
    <div className="page">
      <PageHeader title={t`Learning`} description={t`What is overdue, due soon and not started, person by person.`} />
      <SectionTabs of="users" />
      <TeamList />
    </div>
  );
}
