import type { Article } from "./article.ts";
import { aboutArticle } from "./articles/about.ts";
import { accountArticle } from "./articles/account.ts";
import { accountsArticle } from "./articles/accounts.ts";
import { adminDashboardArticle } from "./articles/admin-dashboard.ts";
import { announcementsArticle } from "./articles/announcements.ts";
import { categoriesArticle } from "./articles/categories.ts";
import { portalsArticle } from "./articles/portals.ts";
import { publicPagesArticle } from "./articles/public-pages.ts";
import { questionsArticle } from "./articles/questions.ts";
import { manageWidgetsArticle } from "./articles/manage-widgets.ts";
import { quickLinksArticle } from "./articles/quick-links.ts";
import { auditArticle } from "./articles/audit.ts";
import { authoringArticle } from "./articles/authoring.ts";
import { cataloguesArticle } from "./articles/catalogues.ts";
import { catalogSearchArticle } from "./articles/catalog-search.ts";
import { codesArticle } from "./articles/codes.ts";
import { courseArticle } from "./articles/course.ts";
import { courseEditorArticle } from "./articles/course-editor.ts";
import { previewsArticle } from "./articles/previews.ts";
import { coursesArticle } from "./articles/courses.ts";
import { dashboardArticle } from "./articles/dashboard.ts";
import { duplicatesArticle } from "./articles/duplicates.ts";
import { emailSettingsArticle } from "./articles/email-settings.ts";
import { environmentArticle } from "./articles/environment.ts";
import { fieldsArticle } from "./articles/fields.ts";
import { findUsersArticle } from "./articles/find-users.ts";
import { groupsArticle } from "./articles/groups.ts";
import { helpCenterArticle } from "./articles/help-center.ts";
import { historyArticle } from "./articles/history.ts";
import { importArticle } from "./articles/import.ts";
import { invitationsArticle } from "./articles/invitations.ts";
import { jobsArticle } from "./articles/jobs.ts";
import { learningArticle } from "./articles/learning.ts";
import { lookArticle } from "./articles/look.ts";
import { looksArticle } from "./articles/looks.ts";
import { mailArticle } from "./articles/mail.ts";
import { managerDashboardArticle } from "./articles/manager-dashboard.ts";
import { participantsArticle } from "./articles/participants.ts";
import { passwordArticle } from "./articles/password.ts";
import { personArticle } from "./articles/person.ts";
import { portalCoursesArticle } from "./articles/portal-courses.ts";
import { registrationsArticle } from "./articles/registrations.ts";
import { rolesArticle } from "./articles/roles.ts";
import { settingsArticle } from "./articles/settings.ts";
import { signInArticle } from "./articles/sign-in.ts";
import { tokensArticle } from "./articles/tokens.ts";
import { useCodeArticle } from "./articles/use-code.ts";
import { viewerArticle } from "./articles/viewer.ts";
import { webhooksArticle } from "./articles/webhooks.ts";

/** The articles by name, which is also their part of an address. Each screen of app/screens.ts names its own. */
export const articles = {
  "help-center": helpCenterArticle,
  "sign-in": signInArticle,
  password: passwordArticle,
  dashboard: dashboardArticle,
  courses: coursesArticle,
  course: courseArticle,
  viewer: viewerArticle,
  history: historyArticle,
  account: accountArticle,
  looks: looksArticle,
  tokens: tokensArticle,
  "use-code": useCodeArticle,
  environment: environmentArticle,
  about: aboutArticle,
  jobs: jobsArticle,
  authoring: authoringArticle,
  "course-editor": courseEditorArticle,
  previews: previewsArticle,
  "manager-dashboard": managerDashboardArticle,
  "admin-dashboard": adminDashboardArticle,
  "find-users": findUsersArticle,
  person: personArticle,
  learning: learningArticle,
  participants: participantsArticle,
  "portal-courses": portalCoursesArticle,
  categories: categoriesArticle,
  catalogues: cataloguesArticle,
  "catalog-search": catalogSearchArticle,
  groups: groupsArticle,
  fields: fieldsArticle,
  import: importArticle,
  duplicates: duplicatesArticle,
  roles: rolesArticle,
  registrations: registrationsArticle,
  audit: auditArticle,
  settings: settingsArticle,
  announcements: announcementsArticle,
  "quick-links": quickLinksArticle,
  "public-pages": publicPagesArticle,
  questions: questionsArticle,
  "manage-widgets": manageWidgetsArticle,
  look: lookArticle,
  mail: mailArticle,
  "email-settings": emailSettingsArticle,
  webhooks: webhooksArticle,
  accounts: accountsArticle,
  portals: portalsArticle,
  invitations: invitationsArticle,
  codes: codesArticle,
} as const satisfies Record<string, Article>;

export type ArticleName = keyof typeof articles;
