import { announcementsNamingGroup } from "#features/announcements/server/service.ts";
import { coursesNamingGroup } from "#features/authoring/server/service.ts";
import { brandOfGroup } from "#features/branding/server/service.ts";
import { cataloguesNamingGroup } from "#features/catalogues/server/service.ts";
import { codesGivingGroup } from "#features/codes/server/service.ts";
import { conditionsOfGroups, groupsAbove, scopes, type Dependents } from "#features/groups/server/service.ts";
import { invitationsGivingGroup } from "#features/invitations/server/service.ts";
import { quickLinksNamingGroup } from "#features/links/server/service.ts";
import { overridesOfGroup } from "#features/mail/server/service.ts";
import { viewsNamingGroup } from "#features/views/server/service.ts";
import { layoutsNamingGroup } from "#features/widgets/server/service.ts";

/** What can depend on a group. It is shown on the group's page, and a group on which something depends is not deleted. A feature that names groups adds its own here. */
export const groupDependents: Dependents = [
  groupsAbove,
  conditionsOfGroups,
  scopes,
  announcementsNamingGroup,
  quickLinksNamingGroup,
  cataloguesNamingGroup,
  codesGivingGroup,
  invitationsGivingGroup,
  layoutsNamingGroup,
  coursesNamingGroup,
  overridesOfGroup,
  viewsNamingGroup,
  brandOfGroup,
];
